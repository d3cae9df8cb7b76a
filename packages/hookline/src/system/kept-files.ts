import { constants } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { uuidv7 } from "./identifiers.ts";
import { makeFolders } from "./make-folders.ts";

/** Replaces a small file as a whole without holding up the process; after a crash of the machine the older one may be back. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${uuidv7()}.tmp`;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  makeFolders(dirname(path), 0o700);
  try {
    const file = await open(draft, flags, 0o600);
    try {
      await file.writeFile(text);
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Adds bytes to a regular file of the owner and waits until they are on the disk: all of them, or none; no link is followed. */
export async function appendWhole(path: string, bytes: Uint8Array): Promise<void> {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  makeFolders(dirname(path), 0o700);
  const file = await open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    const before = await file.stat();
    if (!before.isFile()) throw new Error(`${path} is no regular file`);
    let written = 0;
    try {
      while (written < bytes.length) written += (await file.write(bytes, written)).bytesWritten;
      await file.datasync();
    } catch (error) {
      // Half a line would spoil the next one; what somebody else has added since must stay.
      if (written > 0 && (await file.stat()).size === before.size + written) await file.truncate(before.size);
      throw error;
    }
  } finally {
    await file.close();
  }
}
