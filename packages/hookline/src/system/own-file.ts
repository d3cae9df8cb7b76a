import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/** The most that such a file may hold. */
const largest = 1024 * 1024;

/** As those ask who compare signatures: two kinds of answers take twice as long to load. */
const inWhole = { bigint: true } as const;

/**
 * The text of a file that this user made and nobody else can read or write; null if it is anything else, or not there. It is opened
 * before it is looked at, and has one name: whoever can change the folder cannot make such a file, nor bring one from elsewhere.
 */
export function readOwnFile(path: string): string | null {
  try {
    const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const { uid, mode, nlink, size } = fstatSync(fd, inWhole);
      const isFile = (mode & BigInt(constants.S_IFMT)) === BigInt(constants.S_IFREG);
      if (!isFile || nlink !== 1n || size > largest) return null;
      if (Number(uid) !== process.geteuid?.() || (mode & 0o077n) !== 0n) return null;
      return readFileSync(fd, "utf8");
    } finally {
      closeSync(fd);
    }
  } catch {
    return null;
  }
}
