/** An empty name, `.` or `..` in a path from the root. */
const odd = /\/\.{0,2}(?:\/|$)/;

/** A path without `.`, `..` and doubled slashes; it stays relative if it is. */
export function normalPath(path: string): string {
  const whole = path.startsWith("/");
  // Most paths are written as they should be.
  if (whole && !odd.test(path)) return path;
  const kept: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else if (part !== ".." || !whole) kept.push(part);
  }
  return whole ? `/${kept.join("/")}` : kept.join("/");
}

/** A path from the root: a leading `~` is the home, everything else that is relative starts at `base`. */
export function absolutePath(path: string, base: string, home: string): string {
  if (path === "~" || path.startsWith("~/")) return normalPath(`${home}/${path.slice(1)}`);
  return normalPath(path.startsWith("/") ? path : `${base}/${path}`);
}

/** A path with `..` after a name, as the system would follow it: if that name is a link, it leaves another folder. Undefined for every other path. */
export function wayOf(path: string, base: string, home: string): string | undefined {
  if (!/[^/.][^/]*\/+(?:\.\/+)*\.\.(?:\/|$)/.test(path)) return undefined;
  if (path.startsWith("~/")) return `${home}/${path.slice(2)}`;
  return path.startsWith("/") ? path : `${base}/${path}`;
}

/** The folder that a path stands in. */
export function folderOf(path: string): string {
  const at = path.lastIndexOf("/");
  return at <= 0 ? "/" : path.slice(0, at);
}

/** True for a path that is a folder or lies below it. */
export function isUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}
