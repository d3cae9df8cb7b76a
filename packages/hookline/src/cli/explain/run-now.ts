import { type Decision, type Engine, type JsonObject, native, type TraceRecord } from "../../index.ts";
import { type Paint, renderDecision } from "../render.ts";
import { shownDecision } from "../shown.ts";
import type { Explanation } from "./explanation.ts";
import { shownLine } from "./render-hook.ts";
import { saidBy, winnerOf } from "./winner.ts";

/** What `--run` adds to an explanation. */
export type RunNow = Pick<Explanation, "decision" | "said" | "won">;

/** Nothing was run. */
export const notRun: RunNow = { decision: null, said: [], won: null };

/** Fires the event that was explained, and says what each hook said and who won; `records` are those of the engine's trace. */
export async function runNow(
  engine: Engine,
  { event, payload }: { readonly event: string; readonly payload: JsonObject },
  records: readonly TraceRecord[],
): Promise<RunNow> {
  const decision = await engine.fire(event, payload);
  await engine.drain();
  const said = saidBy(decision, records);
  return { decision, said, won: winnerOf(decision, said) };
}

/** What was run, for people: the decision, who won, and what the ends of hooks mean. */
export function renderRunNow({ said, won }: RunNow, shown: Decision, paint: Paint, verbose: boolean): string {
  const hints = said.flatMap(({ hook, hint }) =>
    hint === null ? [] : [`  ${paint.yellow("hint")} ${shownLine(`${hook}: ${hint}`)}`],
  );
  const why = (won?.why ?? []).map(
    (text, index) => `${index === 0 ? `${paint.bold("Won")}: ` : "     "}${shownLine(text)}`,
  );
  // The hints of the runs stand below, whether or not more is shown.
  return [renderDecision(shown, paint, verbose).trimEnd(), ...(verbose ? [] : hints), ...why, ""].join("\n");
}

/** The decision as people may see it. */
export function shownRun(engine: Engine, decision: Decision, payload: JsonObject): Decision {
  return shownDecision(decision, engine.redactor.about(payload));
}

/** The exit status of the decision, as `hookline fire` has it. */
export function statusOf(engine: Engine, decision: Decision): number {
  const { exitCode } = native.encode(decision);
  return exitCode === 0 && engine.mustFail ? 1 : exitCode;
}
