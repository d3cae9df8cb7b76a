import { join } from "node:path";
import { isHeld } from "../system/lock.ts";
import { headPath } from "./chain-writer.ts";
import { type FoundHead, readHead } from "./head-file.ts";
import { secretOf } from "./keys.ts";
import { recordsName } from "./places.ts";
import { makeSeal } from "./seal.ts";
import type { CheckpointWalk } from "./verify-checkpoints.ts";
import { judgeEnd } from "./verify-end.ts";
import { type ChainView, takeLine } from "./verify-records.ts";
import { type RawLine, walkLines } from "./walk.ts";

/** How often a chain that is being written is looked at again; then only what the head vouched for is judged. */
const mostRounds = 50;

/** Behind the head there is one record at the most, unless somebody put more there. */
const mostBehind = 100;

/**
 * Takes every record of a chain and judges its end; tells whether the head's seal was checked. The chain may be written meanwhile: the
 * head is read first, then the records up to it, and what stands behind it counts only if the head is the same before and after.
 */
export function walkChain(view: ChainView, checkpoints: CheckpointWalk): boolean {
  const { folder, chain } = view;
  const secret = secretOf(folder, "head");
  const seal = secret && makeSeal(secret);
  const look = () => readHead(headPath(folder, chain), seal);
  let head = look();
  let behind: readonly RawLine[] = [];
  let settled = false;
  for (let round = 0; !settled && round < mostRounds; round++) {
    takeUpTo(view, checkpoints, head);
    behind = peek(view);
    const now = look();
    const torn = behind.some(({ ended }) => !ended);
    settled = isSame(now, head) && !(torn && round < mostRounds - 1 && isHeld(join(folder, chain, "lock")));
    head = now;
  }
  if (!settled) takeUpTo(view, checkpoints, head);
  const tail = settled ? takeBehind(view, checkpoints, behind) : null;
  if (settled) checkpoints.end();
  judgeEnd(view, head, checkpoints, tail);
  return head.state === "found" && head.sealed;
}

function isSame(one: FoundHead, other: FoundHead): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The checkpoints that were there when the head was read come by in time: each is signed before the next record is announced. */
function takeUpTo(view: ChainView, checkpoints: CheckpointWalk, head: FoundHead): void {
  checkpoints.resume();
  checkpoints.reach();
  const last = head.state === "found" ? head.acknowledged.seq : 0;
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
  for (const line of walkLines(view.folder, view.chain, before === 0 ? undefined : { file, offset }))
    yield line.file === file ? { ...line, lineNumber: line.lineNumber + before } : line;
}
