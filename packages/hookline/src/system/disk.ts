import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { errorCode } from "./error-code.ts";
import { uuidv7 } from "./identifiers.ts";
import { makeFolders } from "./make-folders.ts";
import { removeFile } from "./remove-file.ts";

/** What stands at a path is not what belongs there: no regular file or folder, a link, another user's, or open to others. */
export class OddFile extends Error {}

const oddCodes: readonly string[] = ["ELOOP", "ENXIO", "ESPIPE", "EISDIR", "ENOTDIR", "ENODEV"];

/** True for an error that comes from one odd file or folder, not from the disk or the machine. */
export function isOdd(error: unknown): boolean {
  return error instanceof OddFile || oddCodes.includes(errorCode(error));
}

/** What tells a file from another, and how long it is. */
export interface FileFacts {
  readonly inode: number;
  readonly size: number;
}

/** Everything that changes a file of the audit trail; a test puts its own in the place of each. */
export interface Disk {
  /** Opens a file for one purpose; `create` fails if it is there, `append` makes it if it is not. No link is followed. */
  open(path: string, how: "append" | "create" | "update" | "overwrite"): number;
  /** One `write` at the end; tells how many bytes went in. */
  append(fd: number, bytes: Uint8Array): number;
  /** One `pwrite`. */
  writeAt(fd: number, bytes: Uint8Array, position: number): void;
  sync(fd: number): void;
  cut(fd: number, size: number): void;
  close(fd: number): void;
  /** Writes over a file from its beginning; cheaper than `replace`, and half of it may be there when the machine stops. */
  overwrite(path: string, content: string): void;
  /** Puts a whole new file in the place of another, or of none. */
  replace(path: string, content: string | Uint8Array): void;
  remove(path: string): void;
}

const { O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_APPEND, O_NOFOLLOW, O_NONBLOCK } = constants;
const flags = {
  append: O_WRONLY | O_CREAT | O_APPEND,
  create: O_WRONLY | O_CREAT | O_EXCL | O_APPEND,
  update: O_RDWR,
  overwrite: O_WRONLY | O_CREAT,
};

/** The disk itself. */
export const realDisk: Disk = {
  open(path, how) {
    const fd = openSync(path, flags[how] | O_NOFOLLOW | O_NONBLOCK, 0o600);
    const fault = faultOf(fstatSync(fd), path);
    if (fault === null) return fd;
    closeSync(fd);
    throw new OddFile(fault);
  },
  append: (fd, bytes) => writeSync(fd, bytes),
  writeAt(fd, bytes, position) {
    const count = writeSync(fd, bytes, 0, bytes.length, position);
    if (count < bytes.length) throw new Error(`only ${count} of ${bytes.length} bytes could be written`);
  },
  sync: (fd) => fdatasyncSync(fd),
  cut: (fd, size) => ftruncateSync(fd, size),
  close: (fd) => closeSync(fd),
  overwrite(path, content) {
    const fd = realDisk.open(path, "overwrite");
    try {
      const bytes = Buffer.from(content);
      realDisk.writeAt(fd, bytes, 0);
      ftruncateSync(fd, bytes.length);
    } finally {
      closeSync(fd);
    }
  },
  replace(path, content) {
    const draft = `${path}.${uuidv7()}.tmp`;
    try {
      writeFileSync(draft, content, { flag: "wx", mode: 0o600 });
      renameSync(draft, path);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  },
  remove: removeFile,
};

/** The facts of what stands at a path, of a link itself; null if there is nothing. */
export function fileFacts(path: string): FileFacts | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats ? { inode: stats.isFile() ? stats.ino : -1, size: stats.size } : null;
}

/** The facts of an open file. */
export function openFileFacts(fd: number): FileFacts {
  const { ino, size } = fstatSync(fd);
  return { inode: ino, size };
}

/** Reads so many bytes at a position; fewer at the end of the file. */
export function readAt(fd: number, length: number, position: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(fd, bytes, 0, length, position));
}

/** Makes a folder for its owner alone; one that is there must be one, no link, and nobody else's to write. */
export function ownFolder(path: string): void {
  const fault = folderFault(path);
  if (fault === null) return;
  if (fault !== "") throw new OddFile(fault);
  makeFolders(path, 0o700);
  const now = folderFault(path);
  if (now !== null) throw new OddFile(now === "" ? `${path} could not be made` : now);
}

function folderFault(path: string): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return "";
  if (stats.isSymbolicLink()) return `${path} is a link; a folder was expected`;
  if (!stats.isDirectory()) return `${path} is no folder`;
  return strangerFault(stats, path);
}

function faultOf(stats: { isFile(): boolean; uid: number; mode: number; nlink: number }, path: string) {
  if (!stats.isFile()) return `${path} is no regular file`;
  if (stats.nlink > 1) return `${path} has a second name (a hard link)`;
  return strangerFault(stats, path);
}

function strangerFault({ uid, mode }: { uid: number; mode: number }, path: string): string | null {
  const me = process.getuid?.() ?? uid;
  if (uid !== me) return `${path} belongs to another user (${uid})`;
  return (mode & 0o022) === 0 ? null : `${path} can be written by others: chmod go-w ${path}`;
}
