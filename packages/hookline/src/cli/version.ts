import { createRequire } from "node:module";

interface About {
  readonly version: string;
  readonly engines: { readonly node: string };
}

function about(): About {
  return createRequire(import.meta.url)("hookline/package.json");
}

/** The version of the package. */
export function version(): string {
  return about().version;
}

/** The oldest version of Node that the package runs on: `20.20`. */
export function oldestNode(): string {
  return about().engines.node.replace(/^>=\s*/, "");
}
