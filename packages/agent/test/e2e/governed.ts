import { chmodSync, existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { cli, type Ended } from "../../../hookline/test/e2e/run-cli.ts";
import { type AgentEnd, makePlace, type Place } from "../run-agent.ts";

/** A place whose person has rules for every project, and a trail. */
export interface Governed extends Place {
  /** The person's own hook file. */
  readonly rules: string;
  /** The state folder of Hookline: trust, audit, sessions. */
  readonly state: string;
  /** Runs `hookline` there, as a person would in a terminal. */
  hookline(...args: readonly string[]): Promise<Ended>;
  /** The records that fit these filters. */
  records(...filters: readonly string[]): Promise<readonly Recorded[]>;
  /** The calls that reached the programs in whose place the test has put its own. */
  called(): readonly string[];
  /** The arguments that play these turns headless. */
  play(turns: readonly object[], mode?: string): readonly string[];
}

/** What the tests read of a record. */
export interface Recorded {
  readonly kind: string;
  readonly seq: number;
  readonly event: string;
  readonly eventId: string;
  readonly decisionId: string;
  readonly session: string;
  readonly verdict: string;
  readonly reason: string;
  readonly ran: boolean;
  readonly result: string;
  readonly tool: { readonly name: string; readonly useId: string } | null;
  readonly actor: { readonly pid: number; readonly agents: readonly { id: string; type: string }[] };
  readonly hooks: readonly { id: string; rules: readonly string[]; failedOpen: boolean }[];
}

/** What the model was given back for one call. */
export interface Result {
  readonly id: string;
  readonly failed: boolean;
  readonly text: string;
  /** The sub-agent that made the call. */
  readonly agent: string | null;
}

const packs = ["commands", "secrets", "git", "self"];

/** Makes such a place, gone when the test ends: four packs before and after each tool, and a trail without which nothing runs. */
export function governed(rest: { readonly hooks?: object; readonly audit?: object } = {}): Governed {
  const bare = makePlace();
  const programs = join(bare.root, "programs");
  const log = join(bare.root, "called");
  // What deletes or publishes must not do so even if a rule is missing.
  for (const name of ["rm", "git"])
    chmodSync(bare.write(join(programs, name), `#!/bin/sh\necho "${name} $*" >>"${log}"\n`), 0o755);
  const env = { ...bare.env, PATH: [programs, bare.env.PATH].join(delimiter), TZ: "UTC" };
  const policy = (id: string) => [{ hooks: [{ id, type: "policy", packs }] }];
  const rules = bare.write(join(bare.home, ".config/hookline/hooks.json"), {
    audit: rest.audit ?? { required: true, payloads: "full" },
    hooks: {
      PreToolUse: policy("house"),
      PostToolUse: policy("house-after"),
      PostToolUseFailure: policy("house-failed"),
      ...rest.hooks,
    },
  });
  const hookline = (...args: readonly string[]) => cli(args, { cwd: bare.project, env });
  return {
    ...bare,
    env,
    rules,
    state: join(bare.root, "state/hookline"),
    hookline,
    async records(...filters) {
      const { stdout } = await hookline("audit", "query", "--json", ...filters);
      return linesOf(stdout).map((line) => JSON.parse(line));
    },
    called: () => (existsSync(log) ? linesOf(readFileSync(log, "utf8")) : []),
    play(turns, mode = "bypassPermissions") {
      const script = bare.write(join(bare.root, `script-${crypto.randomUUID()}.json`), { turns });
      const format = ["--output-format", "stream-json"];
      return ["-p", "go", "--script", script, "--permission-mode", mode, ...format];
    },
  };
}

/** A call of the shell. */
export function shell(command: string): object {
  return { name: "command_execute", input: { command } };
}

/** What the model was given back in a run, call by call. */
export function resultsOf({ stdout }: Pick<AgentEnd, "stdout">): readonly Result[] {
  const said = linesOf(stdout).map((line) => JSON.parse(line));
  return said
    .filter(({ type }) => type === "user")
    .flatMap(({ message, parent_tool_use_id: agent }) =>
      message.content
        .filter((block: { type: string }) => block.type === "tool_result")
        .map((block: { tool_use_id: string; is_error?: boolean; content: unknown }) => ({
          id: block.tool_use_id,
          failed: block.is_error === true,
          text: typeof block.content === "string" ? block.content : JSON.stringify(block.content),
          agent,
        })),
    );
}

function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "");
}
