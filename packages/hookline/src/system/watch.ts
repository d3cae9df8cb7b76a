import { dirname, sep } from "node:path";
import { isThere } from "./local-files.ts";

/** Tells of every change to these paths, also of those that do not exist yet, until the function that it gives is called. */
export async function watchPaths(
  paths: readonly string[],
  onChange: (path: string) => void,
  onProblem: (text: string) => void,
): Promise<() => Promise<void>> {
  const { watch } = await import("chokidar");
  const wanted = new Set(paths);
  const leadsThere = (path: string) => wanted.has(path) || paths.some((wish) => wish.startsWith(path + sep));
  const folders = [...new Set(paths.map(nearestFolder))];
  const watcher = watch(folders, {
    // Nothing but the files and the folders on the way to them: a project may be large.
    ignored: (path) => !folders.includes(path) && !leadsThere(path),
    ignoreInitial: true,
    persistent: false,
  });
  watcher.on("all", (_event, path) => {
    if (wanted.has(path)) onChange(path);
  });
  watcher.on("error", (error) => {
    onProblem(
      `changes to hook files may not be seen: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  await new Promise<void>((ready) => watcher.once("ready", ready));
  return () => watcher.close();
}

/** The nearest folder above a path that exists now. */
function nearestFolder(path: string): string {
  const folder = dirname(path);
  return folder === path || isThere(folder) ? folder : nearestFolder(folder);
}
