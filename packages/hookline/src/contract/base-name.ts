/** The last part of a path: what follows the last slash. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
