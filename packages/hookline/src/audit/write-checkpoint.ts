import { type Disk, openFileFacts } from "../system/disk.ts";
import { checkpointsPath } from "./checkpoints.ts";
import { privateKey } from "./keys.ts";
import { signCheckpoint } from "./signed-note.ts";

/** What is signed, where it is written, and with which keys. */
export interface NewCheckpoint {
  readonly place: {
    readonly folder: string;
    readonly chain: string;
    readonly disk: Disk;
    readonly settings: { readonly sync: boolean };
  };
  readonly origin: string;
  readonly size: number;
  readonly root: string;
  /** Public keys; their private ones must be here. */
  readonly keys: readonly string[];
}

/** Signs a checkpoint, appends it to the file of checkpoints, and gives it back. */
export function writeCheckpoint({ place, origin, size, root, keys }: NewCheckpoint): string {
  const { folder, chain, disk } = place;
  const signers = keys.map((key) => privateKey(folder, key) ?? missing(key));
  const note = signCheckpoint(origin, size, root, signers);
  appendNote(disk, checkpointsPath(folder, chain), note, place.settings.sync);
  return note;
}

/** Appends a note and the empty line that ends it; takes out again what was only half written. */
export function appendNote(disk: Disk, path: string, note: string, sync = false): void {
  const fd = disk.open(path, "append");
  try {
    const bytes = Buffer.from(`${note}\n`);
    const before = openFileFacts(fd).size;
    let whole = false;
    try {
      whole = disk.append(fd, bytes) === bytes.length;
    } finally {
      if (!whole) disk.cut(fd, before);
    }
    if (!whole) throw new Error(`${path} took only a part of a checkpoint: is the disk full?`);
    if (sync) disk.sync(fd);
  } finally {
    disk.close(fd);
  }
}

function missing(key: string): never {
  throw new Error(`the private key of ${key} is not here`);
}
