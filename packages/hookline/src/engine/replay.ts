import type { Decision } from "../contract/decision.ts";
import { HooklineError } from "../contract/errors.ts";
import type { EventRecord } from "../contract/event-record.ts";
import { canonicalJson } from "../contract/json.ts";
import { stronger, type Verdict } from "../contract/verdict.ts";
import { createCatalog } from "../events/catalog.ts";
import { createEngine, type Engine } from "./engine.ts";
import { wordsOf } from "./make-record.ts";
import type { EngineOptions } from "./options.ts";
import { openAnswers, type Unjudged } from "./recorded-answers.ts";

/** By which hooks recorded events are judged: those of the project as they are now, or of another file. */
export interface ReplayOptions
  extends Pick<EngineOptions, "cwd" | "env" | "systemRoot" | "hookFile" | "trust" | "tools" | "events"> {
  /** Really runs the hooks that are no policies, with all that they do; else they answer as they did. */
  readonly run?: boolean;
}

/** So many events are judged before other work has its turn. */
const breath = 50;

/** What became of the decision on an event: it is the same, stricter, looser, of another effect, or cannot be known. */
export const replayEndings = ["same", "stricter", "looser", "other", "unknown"] as const;

/** A recorded event, judged once more. */
export interface Replayed {
  readonly ending: (typeof replayEndings)[number];
  /** What differs, or why it cannot be known, in words; empty if it is the same. */
  readonly why: string;
  readonly before: Verdict;
  readonly after: Verdict;
  /** False if a hook that counts did not answer, which might have said more. */
  readonly sure: boolean;
  /** The decision of now; null if none could be made. */
  readonly decision: Decision | null;
  /** Hooks with nothing to answer from. */
  readonly unjudged: readonly Unjudged[];
}

/** Judges recorded events once more, one after the other, in the order of their sessions. */
export interface Replay {
  readonly engine: Engine;
  judge(record: EventRecord): Promise<Replayed>;
  close(): Promise<void>;
}

/** Opens a replay: nothing of it is written anywhere, and without `run` nothing but policies is asked. */
export async function createReplay(options: ReplayOptions): Promise<Replay> {
  const { run = false, ...rest } = options;
  const answers = openAnswers(run);
  const engine = await createEngine({ ...rest, rehearse: true, standIn: answers.standIn });
  const catalog = createCatalog({ events: rest.events ?? [], tools: rest.tools ?? [] });
  let judged = 0;
  const judge = async (record: EventRecord): Promise<Replayed> => {
    const { event, eventId, payload, depth, tool } = record;
    const before = record.decision.verdict;
    const unknown = {
      ending: "unknown",
      before,
      after: before,
      sure: false,
      decision: null,
      unjudged: [],
    } as const;
    const named = payload.tool_name;
    if (tool && typeof named === "string" && catalog.tool(named).kind !== tool.kind)
      return { ...unknown, why: `what the tool ${named} does is known only to the agent itself` };
    // Whoever only judges gives nothing else its turn, and what waits for one piles up.
    if (++judged % breath === 0) await new Promise((next) => setImmediate(next));
    const unjudged = answers.begin(record);
    try {
      const decision = await engine.fire(event, payload, { eventId, depth, only: "foreground" });
      return compare(engine, record, decision, unjudged);
    } catch (error) {
      if (!(error instanceof HooklineError)) throw error;
      return { ...unknown, why: error.message };
    }
  };
  return { engine, judge, close: () => engine.close() };
}

/** An allow spares the person a question, so it is the least strict of all. */
const strictness: readonly Verdict[] = ["allow", "pass", "ask", "defer", "deny"];

function compare(
  { redactor }: Engine,
  record: EventRecord,
  decision: Decision,
  unjudged: readonly Unjudged[],
): Replayed {
  const { verdict: before } = record.decision;
  const code = record.runs.filter(isOfCode);
  const after = code.reduce<Verdict>(
    (strongest, { verdict }) => stronger(strongest, verdict),
    decision.verdict,
  );
  const missing = unjudged.filter(({ counts }) => counts);
  const sure = missing.length === 0 || after === "deny";
  const of = (ending: Replayed["ending"], why: string): Replayed => {
    return { ending, why, before, after, sure, decision, unjudged };
  };
  const unknown = () => of("unknown", `${missing.map(({ hook }) => hook).join(", ")} did not answer`);
  if (before !== after) {
    if (strictness.indexOf(after) > strictness.indexOf(before)) return of("stricter", `${before} → ${after}`);
    // Who did not answer may be the one that said no.
    return sure ? of("looser", `${before} → ${after}`) : unknown();
  }
  const halts = decision.halt !== null || code.some(({ says }) => says.halt !== undefined);
  if (halts !== (record.decision.halt !== null) && !sure) return unknown();
  if (halts !== (record.decision.halt !== null))
    return of("other", halts ? "the turn would end" : "the turn would not end");
  const changed = rewritesThatDiffer(record, decision, wordsOf(redactor.about(record.payload)));
  if (changed === "") return of("same", "");
  return sure ? of("other", changed) : unknown();
}

const rewrites = [
  ["updatedInput", "tool_input", "input"],
  ["updatedOutput", "tool_response", "output"],
  ["updatedPrompt", "prompt", "prompt"],
] as const;

function rewritesThatDiffer(
  { decision: before, runs, redacted, cut }: EventRecord,
  after: Decision,
  words: ReturnType<typeof wordsOf>,
): string {
  for (const [name, at, noun] of rewrites) {
    // What a function of the agent rewrote is not asked again.
    if (runs.some((run) => isOfCode(run) && run.says[name] !== undefined)) continue;
    if (before[name] === null && after[name] === null) continue;
    if (before[name] === null) return `the ${noun} would be rewritten`;
    if (after[name] === null) return `the ${noun} would not be rewritten`;
    // Of a payload that is not whole a rewrite is not either.
    if (redacted || cut.length > 0) continue;
    if (canonicalJson(before[name]) !== canonicalJson(words.value(after[name], at)))
      return `the ${noun} would be rewritten in another way`;
  }
  return "";
}

/** Functions live in the agent: what they said then is taken as said. */
function isOfCode({ source, mode, status }: EventRecord["runs"][number]): boolean {
  return source === "code" && mode === "enforce" && status === "ok";
}
