import { join } from "node:path";
import type { Decision } from "../contract/decision.ts";
import { answerOf, keepAnswer } from "../contract/run-answer.ts";
import { keepOrigin, originOf } from "../contract/run-origin.ts";
import { writeAtomically } from "../system/files.ts";
import { privateFolder } from "../system/state-folder.ts";

/** The most characters of one text that a decision holds. */
const limit = 10_000;

/** How much of a longer context is shown. */
const preview = 2_000;

/** Keeps every text of a decision short: the whole of a longer one lies in a file that the text names. */
export function spillLongTexts(decision: Decision, folder: string): Decision {
  const { reason, halt, context, messages, runs, eventId } = decision;
  if (!holdsLong(decision)) return decision;
  const saved = new Map<string, string>();
  const save = (text: string): string => {
    const note = saved.get(text) ?? keep(text, join(folder, "spill"), `${eventId}-${saved.size + 1}.txt`);
    saved.set(text, note);
    return note;
  };
  const cut = (text: string, length = limit): string => {
    if (!isLong(text)) return text;
    const note = `\n… ${save(text)}`;
    return whole(text, length === limit ? limit - note.length : length) + note;
  };
  return {
    ...decision,
    reason: cut(reason),
    halt: halt && { reason: cut(halt.reason) },
    context: context.map((text) => cut(text, preview)),
    messages: messages.map((message) => ({ ...message, text: cut(message.text) })),
    runs: runs.map((run) => {
      if (!isLong(run.reason)) return run;
      const shorter = { ...run, reason: cut(run.reason) };
      return keepOrigin(keepAnswer(shorter, answerOf(run)), originOf(run));
    }),
  };
}

function holdsLong({ reason, halt, context, messages, runs }: Decision): boolean {
  if (isLong(reason) || (halt !== null && isLong(halt.reason)) || context.some(isLong)) return true;
  return messages.some(({ text }) => isLong(text)) || runs.some((run) => isLong(run.reason));
}

function keep(text: string, folder: string, name: string): string {
  try {
    const path = join(privateFolder(folder), name);
    writeAtomically(path, text, 0o600);
    return `the whole text (${text.length} characters) is in ${path}`;
  } catch (error) {
    return `the rest of ${text.length} characters could not be kept: ${error instanceof Error ? error.message : error}`;
  }
}

function isLong(text: string): boolean {
  return text.length > limit;
}

/** The beginning of a text, never ending in half a character. */
function whole(text: string, length: number): string {
  const cut = text.slice(0, length);
  const last = cut.charCodeAt(cut.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut;
}
