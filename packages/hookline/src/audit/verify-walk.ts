import { join } from "node:path";
import { isHeld } from "../system/lock.ts";
import { type FoundHead, readHead } from "./head-file.ts";
import { headPath } from "./head-writer.ts";
import { recordsName } from "./places.ts";
import type { Seal } from "./seal.ts";
import type { CheckpointWalk } from "./verify-checkpoints.ts";
import { judgeEnd } from "./verify-end.ts";
import { type ChainView, takeLine } from "./verify-records.ts";
import { type RawLine, walkLines } from "./walk.ts";

/** How often a chain that is being written is looked at again; then only what the head vouched for is judged. */
const mostRounds = 50;

/** Behind the head there is one record at the most, unless somebody put more there. */
const mostBehind = 100;

/**
 * Takes every record of a chain and judges its end. The chain may be written meanwhile: the
 * head is read first, then the records up to it, and what stands behind it counts only if the head is the same before and after.
 */
export function walkChain(view: ChainView, checkpoints: CheckpointWalk, seal: Seal | null): void {
  const { folder, chain } = view;
  let unread: unknown;
  const look = () => {
    try {
      return readHead(headPath(folder, chain), seal);
    } catch (error) {
      unread = error;
      return null;
    }
  };
  let head = look();
  let behind: readonly RawLine[] = [];
  let settled = false;
  for (let round = 0; !settled && round < mostRounds; round++) {
    takeUpTo(view, checkpoints, head);
    behind = peek(view);
    const now = look();
    const torn = checkpoints.torn || behind.some(({ ended }) => !ended);
    settled = isSame(now, head) && !(torn && round < mostRounds - 1 && isHeld(join(folder, chain, "lock")));
    head = now;
  }
  if (!settled) takeUpTo(view, checkpoints, head);
  const tail = settled ? takeBehind(view, checkpoints, behind) : null;
  if (settled) checkpoints.end();
  if (head) judgeEnd(view, head, checkpoints, tail);
  else view.findings.unread(`${chain}/head`, unread);
}

function isSame(one: FoundHead | null, other: FoundHead | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The checkpoints that were there when the head was read come by in time: each is signed before the next record is announced. */
function takeUpTo(view: ChainView, checkpoints: CheckpointWalk, head: FoundHead | null): void {
  checkpoints.resume();
  checkpoints.reach();
  const last = head?.state === "found" ? head.acknowledged.seq : 0;
  if (view.seq >= last) return;
  for (const line of linesFrom(view)) {
    if (!line.ended && !line.tooLong) return;
    takeLine(view, line);
    checkpoints.reach();
    if (view.seq >= last) return;
  }
}

/** What stands behind the last record that was taken; more than so many lines are not kept. */
function peek(view: ChainView): readonly RawLine[] {
  const found: RawLine[] = [];
  for (const line of linesFrom(view)) {
    found.push({ ...line, bytes: Buffer.from(line.bytes) });
    if (found.length > mostBehind) break;
  }
  return found;
}

/** Takes what stands behind the head; gives back a last line without its end. */
function takeBehind(
  view: ChainView,
  checkpoints: CheckpointWalk,
  behind: readonly RawLine[],
): RawLine | null {
  let tail: RawLine | null = null;
  for (const line of behind.length > mostBehind ? linesFrom(view) : behind) {
    const where = tail && `${view.chain}/${recordsName(tail.file)}:${tail.lineNumber}`;
    if (where) view.findings.add("no-record", where, null, "a line without its end");
    tail = line.ended || line.tooLong ? null : { ...line, bytes: Buffer.from(line.bytes) };
    if (tail) continue;
    takeLine(view, line);
    checkpoints.reach();
  }
  return tail;
}

/** The lines behind the last record that was taken. */
function* linesFrom(view: ChainView): Generator<RawLine> {
  const { file, size: offset, lineNumber: before } = view;
  const from = before === 0 ? undefined : { file, offset };
  for (const line of walkLines(view.folder, view.chain, from, view.unread))
    yield line.file === file ? { ...line, lineNumber: line.lineNumber + before } : line;
}
