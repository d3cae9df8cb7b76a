import type { Event } from "../contract/event.ts";
import { isObject, type JsonObject } from "../contract/json.ts";

/** Folders of the machine whose files GenCode keeps from hooks, and the parts of them that are not the machine's. */
const closedFolders: readonly { readonly folder: string; readonly but: readonly string[] }[] = [
  { folder: "/etc", but: [] },
  { folder: "/var", but: ["/var/folders", "/var/tmp"] },
  { folder: "/sys", but: [] },
  { folder: "/proc", but: [] },
  { folder: "/dev", but: [] },
  // What the first two really are on macOS.
  { folder: "/private/etc", but: [] },
  { folder: "/private/var", but: ["/private/var/folders", "/private/var/tmp"] },
];

/** The path of the file that a tool works on as hooks get it, and what the person is told if they do not get it. */
export interface ShownPath {
  readonly shown: string;
  readonly note: string | null;
}

/** The tool's file without `..` in its path; empty, with a note, where it lies in a folder of the machine. */
export function filePath({ payload, tool }: Event, projectDir: string): ShownPath {
  const { tool_input: input, cwd } = payload;
  const names = tool && /^(?:read|write|edit)$/.test(tool.kind) ? (tool.path ?? []) : [];
  const given = isObject(input) ? pathIn(input, ["file_path", ...names]) : "";
  if (given === "") return { shown: "", note: null };
  const base = typeof cwd === "string" && cwd.startsWith("/") ? cwd : "/";
  const whole = resolved(given, base);
  const closed = closedFolder(whole, resolved(projectDir, "/"));
  if (closed !== null) {
    const note = `FILE_PATH is empty: ${whole} lies in ${closed}, whose files GenCode keeps from hooks; stdin has it`;
    return { shown: "", note };
  }
  // Whatever else is in it stays as it is, byte for byte.
  return { shown: given.split("/").includes("..") ? shortest(whole, given, base) : given, note: null };
}

function pathIn(input: JsonObject, names: readonly string[]): string {
  for (const name of names) {
    const value = input[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return "";
}

/** An absolute path without `.`, `..` and empty segments; links are not followed. */
function resolved(path: string, base: string): string {
  const kept: string[] = [];
  for (const segment of (path.startsWith("/") ? path : `${base}/${path}`).split("/")) {
    if (segment === "..") kept.pop();
    else if (segment !== "" && segment !== ".") kept.push(segment);
  }
  return `/${kept.join("/")}`;
}

/** The machine's folder that a path lies in; a project that lies in one itself keeps its own files. */
function closedFolder(path: string, project: string): string | null {
  for (const { folder, but } of closedFolders) {
    if (!isIn(path, folder) || but.some((open) => isIn(path, open))) continue;
    if (project !== folder && isIn(project, folder) && isIn(path, project)) continue;
    return folder;
  }
  return null;
}

/** A relative path that stays below its folder stays relative. */
function shortest(whole: string, given: string, base: string): string {
  const below = `${resolved(base, "/")}/`.replace("//", "/");
  const stays = !given.startsWith("/") && whole.startsWith(below) && whole !== below;
  return stays ? whole.slice(below.length) : whole;
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
