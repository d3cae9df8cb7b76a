import type { Engine } from "../index.ts";
import { visible } from "./visible.ts";

/** Follows the hooks that nobody waits for; asked when they have ended, it tells of those that failed or complained, one line each. */
export function followBackground(engine: Engine): () => Promise<readonly string[]> {
  const lines: string[] = [];
  const end = engine.listen((notice) => {
    if (notice.type !== "response" || !notice.background) return;
    const { hook, source, fault, reason } = notice.report;
    if (fault !== null || reason !== "")
      lines.push(
        visible(
          `${source}: in the background, ${hook}: ${fault === null ? "" : `${fault}: `}${engine.redactor.text(reason)}`,
        ),
      );
  });
  return async () => {
    // Listeners are told after the engine's own work.
    await new Promise((resolve) => setImmediate(resolve));
    end();
    return lines;
  };
}
