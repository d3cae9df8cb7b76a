import { resolve } from "node:path";

/** A path as `resolve` gives it; one that is so already needs nothing to be loaded. */
export function plainPath(path: string): string {
  return isPlain(path) ? path : resolve(path);
}

function isPlain(path: string): boolean {
  if (!path.startsWith("/") || (path.endsWith("/") && path !== "/")) return false;
  return !["//", "/./", "/../"].some((odd) => `${path}/`.includes(odd));
}
