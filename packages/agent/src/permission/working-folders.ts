import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { allDialects, type Dialect } from "hookline";
import { isInside } from "../tools/paths.ts";
import { type Grounds, type JudgedCall, realFolder } from "./call.ts";

/** The absolute path of a folder that somebody added: relative ones start at the project, `~` is the home folder. */
export function folderPath(folder: string, projectDir: string, home: string): string {
  return folder === "~" || folder.startsWith("~/")
    ? join(home, folder.slice(1))
    : resolve(projectDir, folder);
}

/** True if the place is in the project or one of the folders that were added. */
export function isWorkingPlace(real: string | null, { facts, home }: Grounds): boolean {
  if (real === null) return false;
  return [facts.projectDir, ...facts.directories].some((folder) =>
    isInside(real, realFolder(folderPath(folder, facts.projectDir, home))),
  );
}

/** True if all that a call names lies where the session works; a call that names nothing does not. */
export function staysInside(call: JudgedCall, grounds: Grounds): boolean {
  if (call.paths.length === 0 || leadsOut(call)) return false;
  return call.paths.every(({ real }) => isWorkingPlace(real, grounds));
}

/** A pattern for files can lead out of the folder that it starts in. */
function leadsOut({ kind, canonical, input }: JudgedCall): boolean {
  if (kind !== "search") return false;
  const patterns = [canonical === "Glob" ? input.pattern : undefined, input.glob];
  return patterns.some(
    (pattern) =>
      typeof pattern === "string" && (isAbsolute(pattern) || /^~|(?:^|[/{},])\.\.(?:[/{},]|$)/.test(pattern)),
  );
}

/** Folders and files from which something is run later: hooks of agents and of Git, servers, tasks of editors. */
const guarded: readonly (readonly string[])[] = [
  ...new Set([
    ...[".git", ".hookline", ".claude", ".husky", ".vscode", ".idea", ".mcp.json", "node_modules/.bin"],
    // What shells, Git, npm and the desktop read by themselves, and who may come in.
    ...[".bashrc", ".bash_profile", ".profile", ".zshrc", ".zprofile", ".envrc", ".config/autostart"],
    ...[".gitconfig", ".npmrc", ".netrc", ".ssh"],
    ...allDialects.flatMap(({ files }) => files.flatMap(hookFolder)),
  ]),
].map((path) => path.toLowerCase().split("/"));

/** The folder that hook files of a place lie in, in front of any `*`. */
function hookFolder({ base, path }: Dialect["files"][number]): readonly string[] {
  if (base === "system") return [];
  const fixed = path.split("*")[0] ?? "";
  const end = fixed.lastIndexOf("/");
  const folder = end === -1 ? path : fixed.slice(0, end);
  return [base === "config" ? `.config/${folder}` : folder];
}

/** Which guarded folder or file a call would write to; null if none. */
export function guardedPlace(
  { kind, paths }: JudgedCall,
  { facts, stateFolder, guarded: files = () => [] }: Grounds,
): string | null {
  if (kind !== "write" && kind !== "edit") return null;
  const run = new Set(files().map((path) => path.toLowerCase()));
  for (const { given, real } of paths) {
    for (const path of [given, ...(real === null ? [] : [real])]) {
      if (isInside(path, realFolder(stateFolder))) return realFolder(stateFolder);
      // Some file systems do not heed case.
      const segments = path.toLowerCase().split(sep);
      const found = guarded.find((names) =>
        segments.some((_, at) => names.every((name, index) => segments[at + index] === name)),
      );
      if (found) return found.join("/");
      if (run.has(path.toLowerCase())) return relative(realFolder(facts.projectDir), path).toLowerCase();
    }
  }
  return null;
}

/** True if a rule names a guarded place, and does not merely cover it. */
export function namesPlace(rule: string, place: string): boolean {
  const [, ...written] = rule.toLowerCase().split("(");
  const segments = written.join("(").split(/[/()]/).filter(Boolean);
  const names = place.toLowerCase().split(sep).filter(Boolean);
  return segments.some((_, at) => names.every((name, index) => segments[at + index] === name));
}
