import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/** The most that such a file may hold. */
const largest = 1024 * 1024;

/**
 * The text of a file that this user made and nobody else can read or write; null if it is anything else, or not there. It is opened
 * before it is looked at, and has one name: whoever can change the folder cannot make such a file, nor bring one from elsewhere.
 */
export function readOwnFile(path: string): string | null {
  try {
    const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const { uid, mode, nlink, size } = fstatSync(fd);
      if ((mode & constants.S_IFMT) !== constants.S_IFREG || nlink !== 1 || size > largest) return null;
      if (uid !== process.geteuid?.() || (mode & 0o077) !== 0) return null;
      return readFileSync(fd, "utf8");
    } finally {
      closeSync(fd);
    }
  } catch {
    return null;
  }
}
