import { canonicalJson, isObject, type Json } from "../contract/json.ts";
import type { Decision, Message, RunReport } from "../index.ts";
import type { ExpectedDecision, HookMatch, MessageMatch, TextMatch } from "./case.ts";
import { compareText, type Difference, describeMatch } from "./match-text.ts";

/** Everything in which a decision differs from what is expected of it; what is not mentioned may be as it likes. */
export function compareDecision(decision: Decision, expected: ExpectedDecision): readonly Difference[] {
  const { verdict, reason, updatedInput, updatedOutput, updatedPrompt, context, messages, halt } = expected;
  const found: (Difference | null)[] = [];
  if (verdict !== undefined && verdict !== decision.verdict)
    found.push({ what: "verdict", expected: verdict, came: because(decision) });
  if (reason !== undefined) found.push(compareText("reason", reason, decision.reason));
  if (updatedInput !== undefined)
    found.push(compareJson("updatedInput", updatedInput, decision.updatedInput));
  if (updatedOutput !== undefined)
    found.push(compareJson("updatedOutput", updatedOutput, decision.updatedOutput));
  if (updatedPrompt !== undefined) found.push(comparePrompt(updatedPrompt, decision.updatedPrompt));
  if (context !== undefined) found.push(...compareTexts("context", context, decision.context));
  if (messages !== undefined) found.push(...compareMessages(messages, decision.messages));
  if (halt !== undefined) found.push(compareHalt(halt, decision.halt));
  for (const [id, match] of Object.entries(expected.hooks ?? {}))
    found.push(compareHook(id, match, decision));
  return found.filter((one) => one !== null);
}

/** A verdict alone does not tell why: what the hooks said does. */
function because({ verdict, reason, messages }: Decision): string {
  const why = reason === "" ? messages.map(({ text }) => text).join("; ") : reason;
  return why === "" ? verdict : `${verdict} (${why})`;
}

/** How a value differs from the one that is expected, as JSON of several lines; null if it does not. */
export function compareJson(what: string, expected: Json, came: Json): Difference | null {
  if (canonicalJson(expected) === canonicalJson(came)) return null;
  return { what, expected: JSON.stringify(expected, null, 2), came: JSON.stringify(came, null, 2) };
}

function comparePrompt(expected: TextMatch | null, came: string | null): Difference | null {
  if (expected === null || came === null) {
    const shown = expected === null ? "that it is not rewritten" : describeMatch(expected);
    return expected === came
      ? null
      : { what: "updatedPrompt", expected: shown, came: came ?? "not rewritten" };
  }
  return compareText("updatedPrompt", expected, came);
}

/** Compares lists as wholes: what nobody expected is a difference, too. */
function compareTexts(
  what: string,
  expected: readonly TextMatch[],
  came: readonly string[],
): readonly (Difference | null)[] {
  if (expected.length !== came.length) {
    return [{ what, expected: counted(expected.map(describeMatch)), came: counted(came) }];
  }
  return expected.map((match, index) => compareText(`${what} ${index + 1}`, match, came[index] ?? ""));
}

function counted(texts: readonly string[]): string {
  return texts.length === 0 ? "none" : texts.join("\n");
}

function compareMessages(
  expected: readonly MessageMatch[],
  came: readonly Message[],
): readonly (Difference | null)[] {
  if (expected.length !== came.length) {
    const shown = expected.map((match) => describeMatch(textOf(match)));
    return [{ what: "messages", expected: counted(shown), came: counted(came.map(({ text }) => text)) }];
  }
  return expected.flatMap((match, index) => {
    const { text = "", level = "info", hook = "" } = came[index] ?? {};
    const what = `message ${index + 1}`;
    if (!isObject(match)) return [compareText(what, match, text)];
    const wanted = textOf(match);
    return [
      wanted === anything ? null : compareText(what, wanted, text),
      "level" in match && match.level !== undefined
        ? compareText(`${what}, level`, match.level, level)
        : null,
      "hook" in match && match.hook !== undefined ? compareText(`${what}, hook`, match.hook, hook) : null,
    ];
  });
}

const anything: TextMatch = { contains: "" };

function textOf(match: MessageMatch): TextMatch {
  if (typeof match === "string" || "equals" in match || "contains" in match || "matches" in match)
    return match;
  return match.text ?? anything;
}

function compareHalt(expected: boolean | TextMatch, came: Decision["halt"]): Difference | null {
  const shown = came === null ? "the turn goes on" : `the turn ends: ${came.reason}`;
  if (typeof expected === "boolean") {
    if (expected === (came !== null)) return null;
    return { what: "halt", expected: expected ? "the turn ends" : "the turn goes on", came: shown };
  }
  if (came === null) return { what: "halt", expected: describeMatch(expected), came: shown };
  return compareText("halt", expected, came.reason);
}

function compareHook(id: string, match: HookMatch, decision: Decision): Difference | null {
  const { verdict, reason } = typeof match === "string" ? { verdict: match, reason: undefined } : match;
  const runs = decision.runs.filter(({ hook }) => hook === id);
  const words = runs.length > 0 ? runs.map(wordsOf) : [[absence(id, decision)]];
  const what = `hook ${id}`;
  const came = words.map(([word]) => word).join(", ");
  if (verdict !== undefined && !words.some((ones) => ones.includes(verdict))) {
    const why = runs.map((run) => run.reason).filter((text) => text !== "");
    return { what, expected: verdict, came: why.length > 0 ? `${came} (${why.join("; ")})` : came };
  }
  if (reason === undefined) return null;
  const texts = runs.map((run) => compareText(`${what}, reason`, reason, run.reason));
  if (texts.some((one) => one === null)) return null;
  return texts[0] ?? { what: `${what}, reason`, expected: describeMatch(reason), came };
}

function wordsOf({ status, fault, verdict }: RunReport): readonly string[] {
  if (fault !== null) return [fault, "fault"];
  return status === "background" ? ["background"] : [verdict];
}

function absence(id: string, { skipped }: Decision): string {
  return skipped.some(({ hook }) => hook === id) ? "skipped" : "none";
}
