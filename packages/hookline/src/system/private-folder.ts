import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders = new Set<string>();

/** Makes a folder under the system's temporary one that only its owner can enter; it is removed at the latest when this process exits. */
export function makePrivateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hookline-"));
  if (folders.size === 0) process.on("exit", removeAll);
  folders.add(folder);
  return folder;
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
