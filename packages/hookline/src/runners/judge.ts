import { canonicalJson, isObject, type JsonObject, jsonOf } from "../contract/json.ts";
import { faultRun, type Run, silence } from "../contract/run.ts";
import type { Call, Judge, JudgeAnswer } from "../contract/runner.ts";
import { sha256 } from "../system/digest.ts";
import { capturedText } from "./captured-text.ts";
import { faultOfRace, race } from "./race.ts";

/** What a judge hook asks, and whom. */
export interface Question {
  readonly type: "prompt" | "agent";
  readonly judge: Judge | null;
  /** What to tell if the host has given no judge. */
  readonly absent: string;
  readonly prompt: string;
  readonly model: string | undefined;
  readonly continues: boolean;
}

interface Judgement {
  readonly ok: boolean;
  readonly reason: string;
  readonly impossible: boolean;
}

/** Asks a model once for each question, within the budget; a judgement that was given before is taken from the book. */
export async function askJudge(question: Question, call: Call): Promise<Run> {
  const { judge, type, model } = question;
  if (!judge) return faultRun("spawn", question.absent);
  const prompt = fillPrompt(question.prompt, new TextDecoder().decode(call.bytes).trimEnd());
  const key = sha256(canonicalJson([type, model ?? null, question.prompt, contentOf(call.payload)]));
  const { judgements } = call.services;
  const known = readAnswer(judgements.find(key));
  if (known) return judged(known, question, 0);
  const exhausted = judgements.begin();
  if (exhausted !== null) return faultRun("resource", exhausted);

  const raced = await race(call, async (signal) => {
    // Kept in here, because an answer that comes too late, or none, was paid for as well.
    let answer: JudgeAnswer = {};
    try {
      const said = await judge({ prompt, model, event: call.event, signal });
      if (typeof said === "string") answer = { text: said };
      else if (isObject(said)) answer = { ...said };
      return { judgement: readAnswer(answer), text: typeof answer.text === "string" ? answer.text : "" };
    } finally {
      judgements.keep(key, answer);
    }
  });
  if (raced.kind !== "value") return faultOfRace(raced);
  const { judgement, text } = raced.value;
  if (judgement) return { ...judged(judgement, question, raced.durationMs), stdout: capturedText(text) };
  const said =
    text === "" ? "it holds no such object" : `it begins with ${JSON.stringify(text.trim().slice(0, 60))}`;
  const detail = `the ${type}'s answer must be one object {"ok": true or false, "reason": "…"}; ${said}`;
  return { ...faultRun("malformed", detail, raced.durationMs), stdout: capturedText(text) };
}

/** What a judgement depends on: the same call under another number, or at another time, is the same question. */
function contentOf(payload: JsonObject): JsonObject {
  const numbers = new Set(["tool_use_id", "prompt_id", "transcript_path", "timestamp"]);
  return Object.fromEntries(Object.entries(payload).filter(([name]) => !numbers.has(name)));
}

/** The prompt with the event in it: in place of `$ARGUMENTS`, or after it; `\$ARGUMENTS` stays as text. */
export function fillPrompt(prompt: string, json: string): string {
  let placed = false;
  const filled = prompt.replace(/(\\?)\$ARGUMENTS(?!\w)/g, (_all, backslash: string) => {
    if (backslash !== "") return "$ARGUMENTS";
    placed = true;
    return json;
  });
  return placed ? filled : `${filled}\n\n${json}`;
}

function judged(
  { ok, reason, impossible }: Judgement,
  { type, continues }: Question,
  durationMs: number,
): Run {
  // That a goal is impossible lets the agent stop; only a prompt hook may say so.
  const end = {
    kind: "judgement",
    ok,
    reason,
    impossible: impossible && type === "prompt",
    continues,
  } as const;
  return { end, stdout: silence, stderr: silence, durationMs, left: [] };
}

/** Reads an answer strictly: undefined if it is not exactly one judgement. */
function readAnswer(answer: JudgeAnswer | undefined): Judgement | undefined {
  if (answer === undefined) return undefined;
  const said: unknown = answer.ok === undefined ? parse(answer.text) : answer;
  if (!isObject(said) || typeof said.ok !== "boolean") return undefined;
  const reason = said.reason ?? "";
  const impossible = said.impossible ?? false;
  if (typeof reason !== "string" || typeof impossible !== "boolean") return undefined;
  return { ok: said.ok, reason, impossible };
}

/** The whole text as JSON, also when a model has put it into a code fence. */
function parse(text: unknown): unknown {
  if (typeof text !== "string") return undefined;
  const trimmed = text.trim();
  const fence = /^```(?:json)?[ \t\r]*\n/.exec(trimmed)?.[0];
  return jsonOf(fence && trimmed.endsWith("```") ? trimmed.slice(fence.length, -3) : trimmed);
}
