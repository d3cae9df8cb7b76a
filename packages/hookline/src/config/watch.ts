import { watchPaths } from "../system/watch.ts";

/** How long the files must be quiet: editors write in several steps. */
const quietMs = 50;

/** Calls back after changes to any of these files, once for changes that come together, until the function that it gives is called; a watch does not keep the program alive. */
export async function watchFiles(
  paths: readonly string[],
  onChange: () => void,
  onProblem: (text: string) => void = () => {},
): Promise<() => Promise<void>> {
  let timer: NodeJS.Timeout | undefined;
  let open = true;
  const changed = () => {
    clearTimeout(timer);
    if (open) timer = setTimeout(onChange, quietMs).unref();
  };
  const close = await watchPaths(paths, changed, onProblem);
  return () => {
    open = false;
    clearTimeout(timer);
    return close();
  };
}
