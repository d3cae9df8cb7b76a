import { createRequire } from "node:module";

/** The version of the package. */
export function version(): string {
  const about: { version: string } = createRequire(import.meta.url)("hookline/package.json");
  return about.version;
}
