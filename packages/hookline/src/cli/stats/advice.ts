import { allRunners, builtInEvents, type Hook } from "../../index.ts";
import type { HookTally } from "../trace/tally.ts";
import type { InterpreterStart } from "./starts.ts";

/** What a hook that a tool call waits for may take before anybody speaks of it. */
export const budgetMs = 100;

/** Too few runs say nothing. */
const fewest = 3;

/** What is wrong with what a hook costs, and what to do about it. */
export interface Advice {
  readonly what: string;
  readonly mend: string;
}

/** What would make a hook cheaper or whole; none if nothing that was measured asks for it. */
export function adviceFor(
  hook: Hook,
  tally: HookTally,
  start: InterpreterStart | null,
  types: readonly string[] = allRunners.map(({ type }) => type),
): readonly Advice[] {
  const { times, runs, faults } = tally;
  const broken = Object.values(faults).reduce((sum, count) => sum + count, 0);
  if (runs >= fewest && broken === runs)
    return [{ what: `broke on every one of its ${runs} runs`, mend: mendFor(hook) }];
  if (times.count < fewest) return [];
  const [p50, p95] = [times.percentile(0.5), times.percentile(0.95)];
  const advice: Advice[] = [];
  const share = start ? start.ms / p50 : 0;
  if (start && share >= 0.5 && p50 >= 50 && !hook.background) {
    const percent = Math.min(100, Math.round(share * 100));
    const what = `costs ${ms(p50)} because ${start.program} starts (${ms(Math.min(start.ms, p50))}, ${percent} %)`;
    advice.push({ what, mend: cheaper(hook, tally, start.program, types) });
  } else if (!hook.background && isHot(hook) && p50 > budgetMs) {
    const what = `costs ${ms(p50)} on every ${hook.event} (budget ${budgetMs} ms)`;
    advice.push({ what, mend: cheaper(hook, tally, "", types) });
  }
  const used = p95 / hook.timeoutMs;
  if (used > 0.5 && p95 > 20) {
    const what = `its p95 of ${ms(p95)} is ${Math.round(used * 100)} % of its deadline of ${ms(hook.timeoutMs)}`;
    advice.push({ what, mend: 'make it faster, or give it a longer "timeout"' });
  }
  return advice;
}

/** True for the events that come with every tool call. */
export function isHot({ event }: Pick<Hook, "event">): boolean {
  return event === "PreToolUse" || event === "PostToolUse";
}

/** A time as people read it: `310 ms`, `1.2 s`. */
export function ms(value: number): string {
  if (value >= 9_950) return `${Math.round(value / 1000)} s`;
  if (value >= 995) return `${(value / 1000).toFixed(1)} s`;
  return value >= 9.95 ? `${Math.round(value)} ms` : `${value.toFixed(1)} ms`;
}

function mendFor({ event }: Hook): string {
  return `see what it prints: hookline fire ${event} -v, with the payload of one event`;
}

/** What there is in this version that makes it cheaper, and that fits what the hook was seen to do. */
function cheaper(hook: Hook, tally: HookTally, program: string, types: readonly string[]): string {
  const place = hook.dialect === "native" ? "" : " in .hookline/hooks.json";
  const isWorker = hook.fields.worker === true;
  if (program !== "" && !/sh$/.test(program) && types.includes("worker") && !isWorker)
    return `make it a worker${place}, which starts once: "worker": true if it was written with our helpers, else "type": "worker"`;
  if (/^node(?:js)?$/.test(program) && types.includes("module"))
    return `make it a module ("type": "module"${place}), which starts no process`;
  const spoke = (tally.verdicts.deny ?? 0) + (tally.verdicts.ask ?? 0) + (tally.verdicts.defer ?? 0);
  const stops = builtInEvents.find(({ name }) => name === hook.event)?.deny === "stop";
  if (spoke === 0 && !stops && hook.onFailure !== "block")
    return `it decided nothing in ${tally.runs} runs: "async": true lets the agent go on meanwhile`;
  const { pattern } = hook.matcher;
  if (pattern === null || pattern === "" || pattern === "*")
    return "a matcher with the tools that it looks at keeps it from starting for all others";
  if (hook.if === null && hook.when === null)
    return `an "if" or "when" keeps it from starting where it has nothing to say`;
  return `a "policy" judges rules without starting anything`;
}
