import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "vite";

/** Makes one JavaScript file of the player and the room that it plays in, so that it can run as a process of its own. */
export async function bundlePlayer(): Promise<{ readonly file: string; readonly remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), "hookline-player-"));
  const engine = resolve(import.meta.dirname, "../../../hookline/dist/index.js");
  await build({
    configFile: false,
    logLevel: "silent",
    root: import.meta.dirname,
    build: {
      ssr: resolve(import.meta.dirname, "player.ts"),
      outDir: folder,
      minify: false,
      rollupOptions: {
        external: ["hookline"],
        output: { format: "es", entryFileNames: "player.mjs", paths: { hookline: engine } },
      },
    },
  });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { file: join(folder, "player.mjs"), remove };
}
