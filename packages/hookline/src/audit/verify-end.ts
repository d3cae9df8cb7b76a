import type { FoundHead } from "./head-file.ts";
import { recordsName } from "./places.ts";
import { isHalfCheckpoint } from "./signed-note.ts";
import type { CheckpointWalk } from "./verify-checkpoints.ts";
import { endsUnread } from "./verify-files.ts";
import type { ChainView } from "./verify-records.ts";
import type { RawLine } from "./walk.ts";

/** Judges the end of a chain: the last record against the head, and what stands behind it. */
export function judgeEnd(
  view: ChainView,
  head: FoundHead,
  checkpoints: CheckpointWalk,
  tail: RawLine | null,
): void {
  const { chain, findings, seq, hash } = view;
  const where = `${chain}/${recordsName(view.file)}:${view.lineNumber}`;
  const beside = `${chain}/head`;
  const ending = endsUnread(view);
  if (!ending) judgeMark(view, head);
  if (head.state === "missing") {
    if (view.records > 0 || checkpoints.count > 0 || tail)
      findings.add(
        "head-missing",
        beside,
        null,
        "the head is missing: nobody can tell whether the end was cut off",
      );
    return;
  }
  if (head.state === "edited") {
    findings.add("head-edited", beside, null, "the head is not what was written there");
    return;
  }
  if (head.torn)
    findings.add("torn-head", beside, null, "the head was half written when the machine stopped");
  const { acknowledged, announced } = head;
  if (ending) return;
  if (seq < acknowledged.seq) {
    const gone =
      acknowledged.seq === seq + 1 ? `record ${seq + 1} is` : `records ${seq + 1} to ${acknowledged.seq} are`;
    const text = `${gone} gone from the end: it was cut off (a power failure without \`sync\` looks the same)`;
    findings.add("cut", where, seq + 1, text);
  } else if (seq === acknowledged.seq) {
    if (hash !== acknowledged.hash)
      findings.add("changed", where, seq, `record ${seq}, the last, is not the one that was written`);
    else if (seq > 0 && !isPlace(view, acknowledged))
      findings.add(
        "swapped-file",
        where,
        seq,
        `record ${seq} is not where it was written: files were renamed or changed`,
      );
  } else judgeBeyond(view, head, checkpoints, where);
  if (acknowledged.signed > checkpoints.lastSize) {
    const text = `the checkpoint of ${acknowledged.signed} records was written and is gone`;
    findings.add("checkpoint-missing", `${chain}/checkpoints`, acknowledged.signed, text);
  }
  if (checkpoints.torn) judgeHalf(view, checkpoints);
  if (!tail || seq < acknowledged.seq) return;
  const at = `${chain}/${recordsName(tail.file)}:${tail.lineNumber}`;
  const ends = tail.offset + tail.bytes.length;
  if (announced && seq === acknowledged.seq && tail.file === announced.file && ends < announced.size)
    findings.add(
      "torn-line",
      at,
      announced.seq,
      "half a line: its writer died in the middle of it, before it was acknowledged",
    );
  else findings.add("unannounced", at, seq + 1, "half a line that no writer announced: it was put there");
}

function isPlace(view: ChainView, { file, size }: { readonly file: number; readonly size: number }): boolean {
  return view.file === file && view.size === size;
}

/** One record may be ahead of the head, if it is the one that was announced: its writer died before it could acknowledge it. */
function judgeBeyond(
  view: ChainView,
  head: Extract<FoundHead, { state: "found" }>,
  checkpoints: CheckpointWalk,
  where: string,
): void {
  const { findings, seq } = view;
  const { acknowledged, announced } = head;
  if (announced && seq === announced.seq && view.hash === announced.hash) return;
  const signed = (checkpoints.last?.size ?? 0) > acknowledged.seq;
  if (signed) {
    const text = `the head speaks of record ${acknowledged.seq}, and ${seq} records are there and signed: an older head was put in its place`;
    findings.add("head-older", `${view.chain}/head`, acknowledged.seq, text);
  } else {
    const first = acknowledged.seq + 1;
    const text = `${first === seq ? `record ${seq} was` : `records ${first} to ${seq} were`} written by nobody who announced it: a second writer, or an older head`;
    findings.add("unannounced", where, first, text);
  }
}

/** What stands behind the last checkpoint must be the beginning of the next one, as a dying writer leaves it. */
function judgeHalf(view: ChainView, { half, lastSize }: CheckpointWalk): void {
  const { chain, findings, origin, seq, tree, blind } = view;
  const where = `${chain}/checkpoints`;
  if (blind || (seq > lastSize && isHalfCheckpoint(half, origin, seq, tree.root())))
    findings.add("torn-checkpoint", where, null, "the last checkpoint was half written");
  else
    findings.add(
      "checkpoint-broken",
      where,
      null,
      "what stands at its end is no checkpoint: it was put there",
    );
}

/** Every record that the mark beside the keys speaks of must be there; what the head says in the same words is not said twice. */
function judgeMark({ chain, findings, mark, markedHash, seq }: ChainView, head: FoundHead): void {
  const where = `keys/marks/${chain}`;
  if (mark?.state === "torn")
    findings.add("torn-head", where, null, "the mark was half written when the machine stopped");
  if (mark?.state === "edited")
    findings.add("mark-edited", where, null, "the mark of the chain is not what was written there");
  if (mark?.state === "missing" && head.sealed)
    findings.add("mark-missing", where, null, "the mark of the chain was written and is gone");
  if (mark?.state !== "found") return;
  const { slot } = mark;
  if (head.state === "found" && head.acknowledged.seq === slot.seq && head.acknowledged.hash === slot.hash)
    return;
  if (seq < slot.seq) {
    const text = `${slot.seq} records were acknowledged, and ${seq} are there: the chain was cut off, or an older copy of it put back`;
    findings.add("cut", where, seq + 1, text);
  } else if (slot.seq > 0 && markedHash !== slot.hash && markedHash !== "")
    findings.add("changed", where, slot.seq, `record ${slot.seq} is not the one that was acknowledged`);
}
