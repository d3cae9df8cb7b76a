import type { AuditEntry, AuditSettings } from "../contract/audit.ts";
import { type Disk, fileFacts, openFileFacts } from "../system/disk.ts";
import type { HeldLock } from "../system/lock.ts";
import { ownNote } from "./actor.ts";
import { keepEdge } from "./frontier-file.ts";
import type { HeadSlot } from "./head.ts";
import { type HeadWriter, openHead } from "./head-writer.ts";
import { listKeys } from "./keys.ts";
import { makeLine } from "./line.ts";
import type { GrowingTree } from "./merkle.ts";
import { recordsPath } from "./places.ts";
import type { PayloadReference } from "./record.ts";
import type { Seal } from "./seal.ts";
import { writeCheckpoint } from "./write-checkpoint.ts";

/** Where a writer begins: what recovery made of the chain. */
export interface ChainStart {
  readonly acknowledged: HeadSlot;
  readonly tree: GrowingTree;
  readonly origin: string;
  /** The key that its checkpoints are signed with. */
  readonly key: string;
  /** Keys that were changed since the last checkpoint: the next one is signed with them, too. */
  readonly oldKeys: readonly string[];
  /** The head does not say so yet. */
  readonly unsaid: boolean;
}

/** What a writer works with. */
export interface WriterPlace {
  readonly folder: string;
  readonly chain: string;
  readonly settings: Pick<AuditSettings, "rotateBytes" | "checkpointEvery" | "sync">;
  readonly disk: Disk;
  readonly seal: Seal;
  readonly lock: HeldLock;
}

/** An open chain and its only writer. */
export interface ChainWriter {
  readonly chain: string;
  readonly seq: number;
  /** False after something happened to the chain that this writer cannot mend: it has to be opened again. */
  readonly sound: boolean;
  /** Appends a record; throws if it is not in the file. */
  append(entry: AuditEntry, payload: PayloadReference | null): void;
  /** Signs what has been written since the last checkpoint, with the current key. */
  checkpoint(): void;
  /** Lets the chain go, signed if that can be done. */
  close(): void;
}

/** Begins to write where recovery ended. */
export function writeChain(place: WriterPlace, start: ChainStart): ChainWriter {
  const { folder, chain, settings, disk } = place;
  const { tree, origin } = start;
  let { acknowledged, key, oldKeys } = start;
  let { signed } = acknowledged;
  let sound = true;
  let { count } = acknowledged;
  let path = recordsPath(folder, chain, acknowledged.file);
  let fd = disk.open(path, "append");
  let { inode } = openFileFacts(fd);
  const head = headOf(place, fd);

  const restate = (slot: HeadSlot) => {
    count++;
    acknowledged = { ...slot, count };
    head.restate(acknowledged);
  };
  // In the words of the announcement: whoever dies here leaves what was there before.
  if (start.unsaid) head.restate(acknowledged);

  /** Nobody else may have touched the file since our last record. */
  const look = () => {
    const facts = fileFacts(path);
    if (facts?.inode === inode && facts.size === acknowledged.size) return;
    sound = false;
    if (!facts) throw new Error(`${path} was removed while it was written`);
    if (facts.inode !== inode) throw new Error(`${path} was replaced by another file while it was written`);
    const change = facts.size < acknowledged.size ? "cut" : "written by somebody else";
    throw new Error(`${path} was ${change}: it has ${facts.size} bytes instead of ${acknowledged.size}`);
  };

  const put = (entry: AuditEntry, payload: PayloadReference | null) => {
    look();
    const seq = acknowledged.seq + 1;
    const { bytes, hash } = makeLine(entry, payload, { chain, seq, prev: acknowledged.hash });
    const { file } = acknowledged;
    const next = { count: count + 1, seq, hash, file, size: acknowledged.size + bytes.length, signed };
    count = next.count;
    head.announce(next, settings.sync);
    try {
      const written = disk.append(fd, bytes);
      if (written < bytes.length)
        throw new Error(`${path} took only a part of the record: is the disk full?`);
      if (settings.sync) disk.sync(fd);
    } catch (error) {
      sound = cutBack(disk, fd, acknowledged.size);
      throw error;
    }
    try {
      head.acknowledge();
    } catch (error) {
      sound = false;
      throw error;
    }
    acknowledged = next;
    tree.add(hash);
  };

  const checkpoint = () => {
    const current = listKeys(folder).at(-1)?.key ?? key;
    if (current !== key) {
      put(ownNote("key-rotated", { before: key, after: current }), null);
      oldKeys = [...oldKeys, key];
      key = current;
    }
    const { seq, hash, file, size: offset } = acknowledged;
    if (seq === signed) return;
    writeCheckpoint({ place, origin, size: seq, root: tree.root(), keys: [key, ...oldKeys] });
    [signed, oldKeys] = [seq, []];
    restate({ ...acknowledged, signed });
    keepEdge(place, { tree: tree.frontier(), hash, file, offset, origin, key });
  };

  const rotate = () => {
    checkpoint();
    const next = acknowledged.file + 1;
    const nextPath = recordsPath(folder, chain, next);
    const nextFd = disk.open(nextPath, "append");
    const facts = openFileFacts(nextFd);
    if (facts.size > 0) {
      disk.close(nextFd);
      sound = false;
      throw new Error(`${nextPath} is there already, and not from this writer`);
    }
    disk.close(fd);
    [fd, path, inode] = [nextFd, nextPath, facts.inode];
    acknowledged = { ...acknowledged, file: next, size: 0 };
  };

  return {
    chain,
    get seq() {
      return acknowledged.seq;
    },
    get sound() {
      return sound;
    },
    append(entry, payload) {
      if (acknowledged.size >= settings.rotateBytes) {
        look();
        rotate();
      }
      put(entry, payload);
      if (acknowledged.seq - signed < settings.checkpointEvery) return;
      try {
        checkpoint();
      } catch {
        // The record itself is in the file. The next one tries again, and `verify` counts what is not signed.
      }
    },
    checkpoint,
    close() {
      try {
        if (sound) {
          look();
          checkpoint();
        }
      } catch {
        // As above: the next writer signs it.
      } finally {
        disk.close(fd);
        head.close();
        place.lock.release();
      }
    },
  };
}

function headOf(place: WriterPlace, records: number): HeadWriter {
  try {
    return openHead(place);
  } catch (error) {
    place.disk.close(records);
    throw error;
  }
}

function cutBack(disk: Disk, fd: number, size: number): boolean {
  try {
    disk.cut(fd, size);
    return true;
  } catch {
    return false;
  }
}
