import { recordSentence } from "../export/sentence.ts";
import type { AuditRecord } from "../record.ts";
import { wellFormed } from "./well-formed.ts";

/** Many hooks may have said the same; the whole of it is in the record. */
const longest = 1000;

/** What a record says in one line, without what would begin a line of its own or move the cursor at the other end. */
export function sentenceOf(record: AuditRecord): string {
  const line = recordSentence(record).slice(0, longest);
  return wellFormed(line.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " "));
}
