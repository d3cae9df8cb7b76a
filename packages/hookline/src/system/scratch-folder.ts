import { spawnSync } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { namesIn } from "./folders.ts";
import { ageOf } from "./lock-owner.ts";
import { makeFolders } from "./make-folders.ts";
import { isAlive } from "./process-number.ts";

const open = new Set<string>();

/** Makes a folder for work that is thrown away, below a folder of ours if that can be written to, else where the system keeps such things; gone at the latest when this process exits. */
export function makeScratchFolder(parent: string): string {
  const folder = mkdtempSync(join(usable(parent) ?? tmpdir(), `${process.pid}-`));
  if (open.size === 0) process.on("exit", removeAll);
  open.add(folder);
  return folder;
}

/** Removes such a folder with all that is in it. */
export function removeScratchFolder(folder: string): void {
  open.delete(folder);
  if (open.size === 0) process.off("exit", removeAll);
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  } catch {
    // What a hook has made unremovable may stay: the next run tries again.
  }
}

/** What has not changed for this long belongs to nobody, even if its process is one of another container. */
const leftMs = 600_000;

/** Removes what processes that are gone have left in a folder for such work. */
export function removeLeftScratch(parent: string): void {
  for (const name of namesIn(parent)) {
    const [, pid] = /^(\d+)-\w+$/.exec(name) ?? [];
    const folder = join(parent, name);
    if (pid !== undefined && !isAlive(Number(pid)) && ageOf(folder) > leftMs) removeScratchFolder(folder);
  }
}

/** Writes a program that may be run, by its owner alone. */
export function writeProgram(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o700 });
}

/** True if programs that lie in a folder can be started: some systems forbid it for temporary folders. */
export function runsPrograms(folder: string): boolean {
  const path = join(folder, "probe");
  writeProgram(path, "#!/bin/sh\nexit 7\n");
  const { status } = spawnSync(path, { stdio: "ignore" });
  rmSync(path, { force: true });
  return status === 7;
}

function usable(parent: string): string | null {
  try {
    makeFolders(parent, 0o700);
    accessSync(parent, constants.W_OK | constants.X_OK);
    return parent;
  } catch {
    return null;
  }
}

function removeAll(): void {
  for (const folder of [...open]) removeScratchFolder(folder);
}
