import type { Hook, RunReport } from "../../index.ts";
import type { Finding } from "../doctor/check.ts";
import type { Range } from "./range.ts";
import { type Canary, commonSamples } from "./samples.ts";

/** What is known of guards after canaries were fired at them. */
export interface Proofs {
  /** The guards that denied one, and which. */
  readonly denied: Map<Hook, string>;
  /** Those that deny whatever they get. */
  readonly doubted: Set<Hook>;
  readonly findings: Finding[];
}

/** A case that expects a deny, the guards that it reaches, and what they said. */
export interface FiredCase {
  readonly canary: Canary;
  readonly reached: readonly Hook[];
  readonly reports: readonly RunReport[];
}

/** Fires the cases that the project's tests expect a deny for at all guards that they reach. */
export async function fireCases(
  cases: readonly Canary[],
  guards: readonly Hook[],
  range: Range,
  proofs: Proofs,
): Promise<readonly FiredCase[]> {
  const fired: FiredCase[] = [];
  for (const canary of cases) {
    const reached = attempt(() => range.reached(canary, guards)) ?? [];
    if (reached.length > 0)
      fired.push({ canary, reached, reports: await fireAt(canary, reached, range, proofs) });
  }
  return fired;
}

/** A case that no guard denied is an error, unless one that nothing was fired at may be the one that does. */
export function judgeCases(fired: readonly FiredCase[], unfired: readonly Hook[]): readonly Finding[] {
  return fired.flatMap(({ canary, reached, reports }): readonly Finding[] => {
    const [first] = reached;
    const denied = reports.some(({ verdict, status }) => verdict === "deny" && status === "ok");
    if (denied || !first || unfired.some(({ event }) => event === canary.event)) return [];
    const names = reached.map(({ id }) => id).join(", ");
    const broke = reports.flatMap(({ hook, fault, reason }) =>
      fault ? [`${hook} broke: ${fault}: ${reason}`] : [],
    );
    const why = broke.length > 0 ? ` (${broke.join("; ")})` : "";
    const what = `${names}: ${canary.name} must be denied, and is not${why}`;
    const mend = "mend the hook: hookline test shows what it said";
    return [{ severity: "error", where: first.source.text, what, mend }];
  });
}

/** Nobody minds this one: a guard that denies it, too, denies everything, as a broken one may (python ends with 2 if its script is missing). */
const harmless: Canary = {
  name: "true",
  event: "PreToolUse",
  payload: { tool_name: "Bash", tool_input: { command: "true" } },
};

/** Takes the proof back from guards that deny what is harmless as well. */
export async function doubtProofs(range: Range, proofs: Proofs): Promise<void> {
  for (const [hook, name] of [...proofs.denied]) {
    if (hook.type === "policy" || range.reached(harmless, [hook]).length === 0) continue;
    const [report] = await range.fire(harmless, [hook]);
    if (report?.verdict !== "deny") continue;
    proofs.denied.delete(hook);
    proofs.doubted.add(hook);
    const what = `${hook.id} denied ${name}, and the harmless command "true" as well: it denies whatever it gets`;
    const mend = 'see why: hookline fire PreToolUse --tool Bash --input \'{"command":"true"}\' -v';
    proofs.findings.push({ severity: "warning", where: hook.source.text, what, mend });
  }
}

/** Fires what nearly every guard denies some of at guards that nobody wrote a test for. */
export async function proveByCommonSamples(
  guards: readonly Hook[],
  range: Range,
  proofs: Proofs,
): Promise<void> {
  for (const guard of guards) {
    for (const canary of commonSamples) {
      if (proofs.denied.has(guard)) break;
      const reached = range.reached(canary, [guard]);
      if (reached.length > 0) await fireAt(canary, reached, range, proofs);
    }
  }
}

async function fireAt(
  canary: Canary,
  hooks: readonly Hook[],
  range: Range,
  { denied }: Proofs,
): Promise<readonly RunReport[]> {
  const reports = await range.fire(canary, hooks);
  for (const hook of hooks) {
    const report = reports.find((one) => one.hook === hook.id && one.source === hook.source.text);
    // A guard that breaks denies everything, which proves nothing.
    if (report?.verdict === "deny" && report.status === "ok" && !denied.has(hook))
      denied.set(hook, canary.name);
  }
  return reports;
}

/** A case with a payload that is none is for `hookline test` to refuse. */
function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}
