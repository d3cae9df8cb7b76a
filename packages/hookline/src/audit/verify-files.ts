import { isFolderItself } from "../system/folders.ts";
import { firstRecord } from "./origin.ts";
import { listFiles, recordsName, recordsPath } from "./places.ts";
import type { ChainView } from "./verify-records.ts";

/** What is wrong with a chain's files as files: gaps in the numbers, files that cannot be read, and files that changed places. */
export function judgeFiles(view: ChainView): void {
  const { folder, chain, findings } = view;
  if (!isFolderItself(`${folder}/${chain}`))
    findings.add("chain-missing", chain, null, "a link or a file stands in the place of the chain's folder");
  const found: { readonly number: number; readonly seq: number }[] = [];
  let expected = 1;
  for (const number of listFiles(folder, chain)) {
    if (expected < number) {
      const last = number - 1;
      const text = expected === last ? "the file is" : `this file and those up to ${recordsName(last)} are`;
      findings.add("missing-file", `${chain}/${recordsName(expected)}`, null, `${text} missing`);
    }
    expected = number + 1;
    try {
      const first = firstRecord(recordsPath(folder, chain, number));
      if (first) found.push({ number, seq: first.seq });
    } catch (error) {
      view.unread.add(number);
      findings.unread(`${chain}/${recordsName(number)}`, error);
    }
  }
  const inOrder = found.toSorted((one, other) => one.seq - other.seq);
  for (const [place, { number, seq }] of found.entries()) {
    const right = inOrder[place];
    if (!right || right.number === number) continue;
    const text = `it begins with record ${seq} and changed places: what is in ${recordsName(right.number)} belongs here`;
    findings.add("swapped-file", `${chain}/${recordsName(number)}`, seq, text);
  }
}

/** Whether the end of a chain is in a file that cannot be read: what is not seen there is not called cut off. */
export function endsUnread({ unread, file, lineNumber }: ChainView): boolean {
  return [...unread].some((number) => number > file || lineNumber === 0);
}
