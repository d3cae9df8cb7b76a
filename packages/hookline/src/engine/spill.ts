import { join } from "node:path";
import type { Verdicts } from "../pipeline/aggregate.ts";
import { writeAtomically } from "../system/files.ts";
import { privateFolder } from "../system/state-folder.ts";

/** The most characters of one text that a decision holds. */
const limit = 10_000;

/** How much of a longer context is shown. */
const preview = 2_000;

/** Keeps every text of a decision short: the whole of a longer one lies in a file that the text names. */
export function spillLongTexts(verdicts: Verdicts, folder: string): Verdicts {
  const { reason, context, messages, eventId } = verdicts;
  if (reason.length <= limit && !context.some(isLong) && !messages.some(({ text }) => isLong(text)))
    return verdicts;
  let count = 0;
  const save = (text: string): string => {
    const path = join(folder, "spill", `${eventId}-${++count}.txt`);
    try {
      privateFolder(join(folder, "spill"));
      writeAtomically(path, text, 0o600);
      return `the whole text (${text.length} characters) is in ${path}`;
    } catch (error) {
      return `the rest of ${text.length} characters could not be kept: ${error instanceof Error ? error.message : error}`;
    }
  };
  const cut = (text: string): string => {
    if (!isLong(text)) return text;
    const note = `\n… ${save(text)}`;
    return whole(text, limit - note.length) + note;
  };
  return {
    ...verdicts,
    reason: cut(reason),
    context: context.map((text) => (isLong(text) ? `${whole(text, preview)}\n… ${save(text)}` : text)),
    messages: messages.map((message) => ({ ...message, text: cut(message.text) })),
  };
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
