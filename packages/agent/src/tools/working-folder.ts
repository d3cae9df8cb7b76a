import { statSync } from "node:fs";
import { join, relative } from "node:path";
import type { ToolRun } from "./context.ts";
import { isInside, realTarget } from "./paths.ts";

/** True if a folder is there. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Makes the folder to which a command went the session's own, if it may be, and tells the hooks; gives what the model must know. */
export async function followFolder(run: ToolRun, ended: string | null): Promise<string | null> {
  const { facts } = run;
  if (ended === null || ended === realTarget(run.cwd)) return null;
  if (run.inSubagent)
    return `cd does not last in a sub-agent: the next command starts in ${facts.cwd} again.`;
  const place = placeOf(run, ended);
  await moveTo(run, place ?? facts.projectDir);
  return place === null ? `The working directory was set back to ${facts.projectDir}.` : null;
}

/** Makes a folder the session's own and tells the hooks, if it is another. */
export async function moveTo(run: ToolRun, next: string): Promise<void> {
  const { facts, tell } = run;
  const before = facts.cwd;
  if (next === before) return;
  facts.cwd = next;
  // It has happened, also if the turn was interrupted meanwhile: only the end of the session ends its hooks.
  const decision = await tell("CwdChanged", { old_cwd: before, new_cwd: next }, run.signal);
  await run.onCwd?.(decision);
}

/** A real folder as the session spells it; null if it is gone, or if the agent may not work there. */
function placeOf({ facts }: ToolRun, folder: string): string | null {
  if (!isFolder(folder)) return null;
  for (const place of [facts.projectDir, ...facts.directories]) {
    const real = realTarget(place);
    if (isInside(folder, real)) return join(place, relative(real, folder));
  }
  return null;
}
