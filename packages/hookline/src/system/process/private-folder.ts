import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Taken unless TMPDIR says otherwise: faster than a disk, and what is in it is not written to one. */
const memoryFolder = "/dev/shm";

const folders = new Set<string>();

/** Makes a folder that only its owner can enter and that is gone at the latest when this process exits. */
export function makePrivateFolder(): string {
  const folder = (process.env.TMPDIR ? null : tryFolder(memoryFolder)) ?? mkdtempSync(nameIn(tmpdir()));
  if (folders.size === 0) process.on("exit", removeAll);
  folders.add(folder);
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
  return join(parent, "hookline-");
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
