import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ownPrefix, removeLeftFolders } from "./left-folders.ts";

/** Taken unless TMPDIR says otherwise: faster than a disk, and what is in it is not written to one. */
const memoryFolder = "/dev/shm";

const folders = new Set<string>();

/** Who lives for so long tidies up after those that were killed, once; most commands do not, and are not held up by it. */
const tidyAfterMs = 5_000;
let tidied = false;

/** Makes a folder that only its owner can enter and that is gone at the latest when this process exits. */
export function makePrivateFolder(): string {
  const folder = (process.env.TMPDIR ? null : tryFolder(memoryFolder)) ?? mkdtempSync(nameIn(tmpdir()));
  if (folders.size === 0) process.on("exit", removeAll);
  folders.add(folder);
  if (!tidied) setTimeout(removeLeftFolders, tidyAfterMs, dirname(folder)).unref();
  tidied = true;
  return folder;
}

function tryFolder(parent: string): string | null {
  try {
    return mkdtempSync(nameIn(parent));
  } catch {
    return null;
  }
}

function nameIn(parent: string): string {
  return join(parent, ownPrefix());
}

/** Removes such a folder with all that is in it. */
export function removePrivateFolder(folder: string): void {
  folders.delete(folder);
  if (folders.size === 0) process.off("exit", removeAll);
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 5 });
  } catch {
    // Nothing in it is of use to anybody: what cannot be removed may stay.
  }
}

function removeAll(): void {
  for (const folder of [...folders]) removePrivateFolder(folder);
}
