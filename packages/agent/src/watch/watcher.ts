import { existsSync } from "node:fs";
import { dirname, sep } from "node:path";
import { isCovered, isPassedOver } from "./snapshot.ts";

/** Tells that something may have changed at these paths, also at those that are not there yet; does not keep the program alive. */
export async function openWatcher(
  paths: readonly string[],
  onStir: () => void,
  onProblem: (text: string) => void,
): Promise<() => Promise<void>> {
  if (paths.length === 0) return async () => {};
  const { watch } = await import("chokidar");
  const starts = [...new Set(paths.map(nearestFolder))];
  const isWanted = (path: string) =>
    starts.includes(path) ||
    paths.some((wish) => wish.startsWith(path + sep)) ||
    paths.some((wish) => isCovered([wish], path) && !isPassedOver(wish, path));
  const watcher = watch(starts, {
    // Nothing but what was asked for and the way to it: a project may be large.
    ignored: (path) => !isWanted(path),
    ignoreInitial: true,
    persistent: false,
  });
  watcher.on("all", (_event, path) => {
    if (isCovered(paths, path)) onStir();
  });
  watcher.on("error", (error) => onProblem(error instanceof Error ? error.message : String(error)));
  // What happened until now was not seen.
  watcher.once("ready", onStir);
  return () => watcher.close();
}

/** The nearest folder above a path that exists now. */
function nearestFolder(path: string): string {
  const folder = dirname(path);
  return folder === path || existsSync(folder) ? folder : nearestFolder(folder);
}
