import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";

/** The most that such a file may hold. */
const largest = 1024 * 1024;

/** As those ask who compare signatures: two kinds of answers take twice as long to load. */
const inWhole = { bigint: true } as const;

/** The text of a file of this user, in a folder that nobody else can enter and no link leads into; null if it is anything else, or not there. */
export function readOwnFile(path: string, privateFolder: string): string | null {
  const user = process.geteuid?.();
  try {
    if (!isOwn(lstatSync(privateFolder, inWhole), user)) return null;
    const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stat = fstatSync(fd, inWhole);
      if (!stat.isFile() || stat.size > largest || !isOwn(stat, user)) return null;
      const size = Number(stat.size);
      const bytes = Buffer.allocUnsafe(size);
      return readSync(fd, bytes, 0, size, 0) === size ? bytes.toString("utf8") : null;
    } finally {
      closeSync(fd);
    }
  } catch {
    return null;
  }
}

function isOwn({ uid, mode }: { readonly uid: bigint; readonly mode: bigint }, user: number | undefined) {
  return Number(uid) === user && (mode & 0o077n) === 0n;
}
