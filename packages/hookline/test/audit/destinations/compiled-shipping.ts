import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../../../src", import.meta.url));
const compiler = fileURLToPath(new URL("../../../../../node_modules/.bin/tsc", import.meta.url));

/** Compiles the destinations into a folder that has no packages beside it, for processes of their own. */
export function compileShipping(): { readonly folder: string; script(text: string): string } {
  const folder = mkdtempSync(join(tmpdir(), "hookline-shipping-"));
  const options =
    "--ignoreConfig --noCheck --target es2023 --lib es2023 --module nodenext --types node --rewriteRelativeImportExtensions";
  const files = ["--outDir", folder, "--rootDir", source, join(source, "audit/destinations/ship-all.ts")];
  execFileSync(compiler, [...options.split(" "), ...files], { stdio: "inherit", cwd: source });
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  let count = 0;
  return {
    folder,
    /** Writes a module that sees `shipAll` and `startShipping`, and gives its path. */
    script(text) {
      const path = join(folder, `script-${++count}.js`);
      writeFileSync(
        path,
        `import { shipAll } from "./audit/destinations/ship-all.js";
import { startShipping } from "./audit/destinations/start-shipping.js";
${text}`,
      );
      return path;
    },
  };
}
