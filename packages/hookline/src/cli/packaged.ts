import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The path of a file of this package, wherever it is installed: `helpers/hookline.py`, `dist/schema/hooks.schema.json`. */
export function packagedFile(path: string): string {
  return join(dirname(createRequire(import.meta.url).resolve("hookline/package.json")), path);
}
