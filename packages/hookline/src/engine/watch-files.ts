import { type EngineState, reloadState } from "./state.ts";

/** Reads the hook files again whenever one of them changes; what watches is loaded only by those who ask for it. */
export async function watchHookFiles(state: EngineState): Promise<() => Promise<void>> {
  const { watchFiles } = await import("../config/watch.ts");
  const paths = state.configuration.files.map(({ path }) => path);
  return watchFiles(paths, () => void reloadState(state));
}
