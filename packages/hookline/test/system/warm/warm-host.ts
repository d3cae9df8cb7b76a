import { readdirSync, readFileSync } from "node:fs";
import { describe } from "vitest";
import type { Command, ProcessFacts, ProcessHost } from "../../../src/contract/process.ts";
import { chooseSpawn, hostFor } from "../../../src/system/process/choose-host.ts";
import { run, until } from "../command.ts";

/** The helpers in which shells wait for commands that came before. */
export type WarmKind = "native" | "pool";

/** How the text of a shell begins that waits in each of them, and what its program is called. */
export const waits: Readonly<Record<WarmKind, { readonly text: string; readonly program: string }>> = {
  native: { text: ". /proc/self/fd/3;${hookline_go_on-exit}; ", program: "spawn-helper" },
  pool: { text: ". /proc/self/fd/4||exit; ", program: "bundle/pool.cjs" },
};

/** Declares the same tests for both helpers; one that this build does not have is skipped by its name. */
export function onEachWarm(tests: (kind: WarmKind) => void): void {
  for (const kind of ["native", "pool"] as const) {
    const choice = chooseSpawn({ HOOKLINE_SPAWN: kind });
    const there = choice.kind === kind;
    describe.skipIf(!there)(there ? kind : `${kind} (${choice.why})`, () => tests(kind));
  }
}

/** A process host whose commands run in a helper. */
export function warmHost(kind: WarmKind): ProcessHost {
  const choice = chooseSpawn({ HOOKLINE_SPAWN: kind });
  if (choice.kind !== kind) throw new Error(choice.why);
  return hostFor(choice);
}

/** The numbers of the processes that one has started and that have not ended. */
export function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

/** The arguments of a process, with blanks between them. */
export function argumentsOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

/** The helpers of this process. */
export function helpersOf(pid = process.pid): number[] {
  return childrenOf(pid).filter((child) => argumentsOf(child).includes(waits.pool.program));
}

/** The helper that runs the commands of a host: the number that they see as their parent. */
export async function helperOf(host: ProcessHost, one: Command): Promise<number> {
  const facts = await run(host, { ...one, argv: ["/bin/sh", "-c", "echo $PPID"] });
  return Number(facts.stdout.text);
}

/** The shells that wait in a helper, of all commands or for one text. */
export function warmShells(helper: number, text = ""): number[] {
  const beginnings = Object.values(waits).map((one) => one.text + text);
  return childrenOf(helper).filter((pid) => beginnings.some((one) => argumentsOf(pid).includes(one)));
}

/** Runs a command until a shell waits for its next time, and then that time; gives the facts of the first and of the last run. */
export async function runWarm(
  host: ProcessHost,
  one: Command,
  payload = "{}\n",
): Promise<{ cold: ProcessFacts; warm: ProcessFacts; pid: number }> {
  const helper = await helperOf(host, one);
  const fresh = () => ({ ...one, env: { ...one.env } });
  const cold = await run(host, fresh(), { payload });
  await run(host, fresh(), { payload });
  let pid = 0;
  if (!Object.values(waits).some(({ program }) => argumentsOf(helper).includes(program)))
    throw new Error(`${helper} is no helper`);
  await until(() => {
    pid = warmShells(helper, one.argv[2]).at(0) ?? 0;
    return pid > 0;
  });
  const warm = await run(host, fresh(), { payload });
  return { cold, warm, pid };
}
