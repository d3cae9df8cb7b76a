import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { join } from "node:path";
import type { AuditSettings, NoteEntry } from "../contract/audit.ts";
import { type Disk, fileFacts, openFileFacts, ownFolder, realDisk } from "../system/disk.ts";
import { folderNames } from "../system/folders.ts";
import { type HeldLock, holdLock } from "../system/lock.ts";
import { ownNote } from "./actor.ts";
import { type ChainStart, type ChainWriter, writeChain } from "./chain-writer.ts";
import { checkpointsPath } from "./checkpoints.ts";
import { emptySlot, type HeadSlot, slotText } from "./head.ts";
import { readHead } from "./head-file.ts";
import { headPath } from "./head-writer.ts";
import { privateKey, type WriterKeys } from "./keys.ts";
import { mendCheckpoints } from "./last-checkpoint.ts";
import { type FoundMark, markPath, marksFolder, readMark } from "./mark.ts";
import { growTree } from "./merkle.ts";
import { listFiles, recordsName, recordsPath } from "./places.ts";
import { ChainDamage, recoverChain, type TornLine } from "./recover.ts";
import { makeSeal, type Seal } from "./seal.ts";
import { isHalfCheckpoint } from "./signed-note.ts";

/** What opening a chain needs. */
export interface OpenRequest {
  readonly folder: string;
  readonly settings: Pick<AuditSettings, "rotateBytes" | "checkpointEvery" | "sync">;
  readonly keys: WriterKeys;
  readonly disk?: Disk;
}

/** Opens one chain to write, and mends what a dead writer left; null if a living one has it. Throws ChainDamage if it does not hold. */
export function openChain(request: OpenRequest, chain: string): ChainWriter | null {
  const { folder, settings, keys, disk = realDisk } = request;
  ownFolder(folder);
  ownFolder(join(folder, chain));
  ownFolder(marksFolder(folder));
  const lock = holdLock(join(folder, chain, "lock"));
  if (!lock) return null;
  const seal = makeSeal(keys.head);
  try {
    const place = { folder, chain, settings, disk, seal, lock };
    const head = readHead(headPath(folder, chain), seal);
    if (head.state !== "found") {
      if (head.state === "missing") return beginChain(place, keys.current);
      throw new ChainDamage("its head is not what was written there");
    }
    if (head.acknowledged.seq === 0 && !head.announced) return beginChain(place, keys.current);
    const { last, torn, ...rest } = recoverChain(folder, chain, seal, head);
    const mark = readMark(folder, chain, seal);
    compareMark(mark, last);
    if (last.seq === 0) {
      if (torn) setAside(place, torn);
      return told(beginChain(place, keys.current), torn);
    }
    const { origin, tree } = rest;
    const isHalf = (text: string, before: number) =>
      last.seq > before && isHalfCheckpoint(text, origin, last.seq, tree.root());
    const signed = mendCheckpoints(checkpointsPath(folder, chain), disk, isHalf);
    const oldKeys = rest.oldKeys.filter(({ seq }) => seq > signed).map(({ key }) => key);
    if ([rest.key, ...oldKeys].some((key) => !privateKey(folder, key)))
      throw new ChainDamage("the private key of its checkpoints is gone");
    if (signed < head.acknowledged.signed) throw new ChainDamage("its last checkpoints are gone");
    const acknowledged = { ...last, count: head.count, signed: Math.max(signed, last.signed) };
    if ((fileFacts(recordsPath(folder, chain, last.file))?.size ?? 0) < last.size)
      throw new ChainDamage(`${recordsName(last.file)} is gone or was cut`);
    if (torn) setAside(place, torn);
    // Before anything else is announced: until then the announcement may be all that speaks of the last record.
    const unsaid = head.unacknowledged || last.seq > head.acknowledged.seq || mark.state === "torn";
    const writer = writeChain(place, { ...rest, oldKeys, acknowledged, unsaid });
    return told(writer, torn);
  } catch (error) {
    lock.release();
    throw error;
  }
}

interface Place {
  readonly folder: string;
  readonly chain: string;
  readonly settings: OpenRequest["settings"];
  readonly disk: Disk;
  readonly seal: Seal;
  readonly lock: HeldLock;
}

/** A new chain: the head first, so that records without a head are never ours. */
function beginChain(place: Place, key: string): ChainWriter {
  const { folder, chain, disk, seal } = place;
  for (const number of listFiles(folder, chain)) {
    const fd = disk.open(join(folder, chain, recordsName(number)), "append");
    const { size } = openFileFacts(fd);
    disk.close(fd);
    if (size > 0) throw new ChainDamage("it has records and no head");
  }
  if (folderNames(join(folder, chain)).includes("checkpoints"))
    throw new ChainDamage("it has checkpoints and no records");
  const mark = readMark(folder, chain, seal);
  if (mark.state !== "missing") compareMark(mark, emptySlot);
  // The mark is first: no chain is without one, so that nobody takes a whole chain away unseen.
  disk.replace(markPath(folder, chain), slotText(emptySlot, seal));
  disk.replace(headPath(folder, chain), slotText(emptySlot, seal).repeat(2));
  const origin = `hookline/${hostname().replaceAll(/[^\w.-]/g, "_")}/${chain}/${randomBytes(6).toString("hex")}`;
  const start: ChainStart = {
    acknowledged: emptySlot,
    tree: growTree(),
    origin,
    key,
    oldKeys: [],
    unsaid: false,
  };
  return withFirst(writeChain(place, start), ownNote("chain-opened", { origin, key }));
}

/** Every record that the mark speaks of must be there. */
function compareMark(mark: FoundMark, last: HeadSlot): void {
  if (mark.state === "torn") return;
  if (mark.state !== "found")
    throw new ChainDamage(`its mark beside the keys is ${mark.state === "missing" ? "gone" : "not ours"}`);
  const { seq, hash } = mark.slot;
  if (seq > last.seq)
    throw new ChainDamage(`records ${last.seq + 1} to ${seq} were written and are gone, as its mark says`);
  if (seq === last.seq && hash !== last.hash)
    throw new ChainDamage(`record ${seq} is not the one that its mark speaks of`);
}

function withFirst(writer: ChainWriter, note: NoteEntry): ChainWriter {
  try {
    writer.append(note, null);
    return writer;
  } catch (error) {
    writer.close();
    throw error;
  }
}

/** Keeps half a line in a file of its own, and cuts the file of records back to its last whole record. */
function setAside({ folder, chain, disk }: Place, { file, offset, bytes }: TornLine): void {
  const path = join(folder, chain, recordsName(file));
  const aside = disk.open(path.replace(/jsonl$/, "torn"), "append");
  try {
    disk.append(aside, Buffer.concat([bytes, Buffer.from("\n")]));
  } finally {
    disk.close(aside);
  }
  const fd = disk.open(path, "append");
  try {
    disk.cut(fd, offset);
  } finally {
    disk.close(fd);
  }
}

function told(writer: ChainWriter, torn: TornLine | null): ChainWriter {
  if (!torn) return writer;
  const { file, offset, bytes, digest } = torn;
  const detail = { file: recordsName(file), offset, bytes: bytes.length, sha256: digest };
  return withFirst(writer, ownNote("torn-line", detail));
}
