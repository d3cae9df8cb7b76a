import { constants, type Stats, statSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import { quoted as inQuotes } from "../contract/quoted.ts";
import { isThere, realPath } from "./local-files.ts";
import { noteLook } from "./looks.ts";
import { readWhole, type WholeFile } from "./whole-file.ts";

/** What a file must be like before anything that it says is believed. */
export interface SafetyRules {
  /** The numbers of the users who may own it; null where the system has no such numbers. */
  readonly owners: readonly number[] | null;
  /** Permissions that it must not have: `0o022` is for others to write it, `0o077` for others to do anything. */
  readonly barred: number;
  /** Whether a link may stand in its place. */
  readonly links: "followed" | "refused";
  /** The folder from which on downward its folders must be safe, too; null if they are not looked at. */
  readonly under: string | null;
}

/** Why a file is not believed: what follows its name in a sentence, and the command or the act that mends it. */
export interface Unsafe {
  readonly why: string;
  readonly mend: string;
}

/** A file that could be read and is safe, one that is not there, or why it is not believed. */
export type SafeReading =
  | { readonly kind: "read"; readonly file: WholeFile }
  | { readonly kind: "absent" }
  | ({ readonly kind: "unsafe" } & Unsafe);

/** The user that this process acts for, and the machine's own; null where the system has no numbers for users. */
export function ownAndRoot(): readonly number[] | null {
  const own = process.geteuid?.();
  return own === undefined ? null : [...new Set([own, 0])];
}

/** The owner of the folder that a machine is below, and the machine's own user: `/` is root's, but for images and tests. */
export function ownersOf(root: string): readonly number[] | null {
  if (process.geteuid === undefined) return null;
  noteLook(root, "identity");
  const owner = statSync(root, { throwIfNoEntry: false })?.uid ?? 0;
  return [...new Set([0, owner])];
}

/** Reads a file that is opened once: what was looked at is what is read. Never throws. */
export function readSafe(path: string, rules: SafetyRules): SafeReading {
  const refused = rules.links === "refused";
  let unsafe: Unsafe | null = null;
  const read = readWhole(path, refused ? constants.O_NOFOLLOW : 0, (stats) => {
    unsafe = problemOf(path, stats, rules);
    return unsafe === null;
  });
  if (!("error" in read)) {
    const folders = folderProblem(path, rules);
    return folders ? { kind: "unsafe", ...folders } : { kind: "read", file: read };
  }
  if (unsafe !== null) return { kind: "unsafe", ...(unsafe as Unsafe) };
  const { code, message } = read.error;
  if (code === "ENOTDIR" || (code === "ENOENT" && !isThere(path))) return { kind: "absent" };
  if (code === "ENOENT") return { kind: "unsafe", why: "is a link to nothing", mend: `rm ${quoted(path)}` };
  if (code === "ELOOP" && refused)
    return {
      kind: "unsafe",
      why: "is a link, which is not followed here",
      mend: "put the file itself there",
    };
  return { kind: "unsafe", why: message.replace(`${path} `, ""), mend: "make it a readable file" };
}

/** What is unsafe about the folders that a file lies in; null if nothing is, or if they are not looked at. */
export function folderProblem(path: string, rules: SafetyRules): Unsafe | null {
  if (rules.under === null) return null;
  const folder = dirname(resolve(path));
  const chains = [chain(folder, rules.under), chain(realPath(folder), realPath(rules.under))];
  for (const one of new Set(chains.flat())) {
    noteLook(one, "identity");
    const stats = statSync(one, { throwIfNoEntry: false });
    // In a folder with the sticky bit nobody can put another thing in the place of what is not theirs.
    const unsafe = stats && problemOf(one, stats, { ...rules, barred: stats.mode & 0o1000 ? 0 : 0o022 });
    if (unsafe) return { why: `lies in ${one}, which ${unsafe.why}`, mend: unsafe.mend };
  }
  return null;
}

/** What is wrong with the owner and the permissions of a file or folder; null if nothing is. */
export function problemOf(
  path: string,
  stats: Pick<Stats, "uid" | "mode">,
  { owners, barred }: SafetyRules,
): Unsafe | null {
  if (owners === null) return null;
  if (!owners.includes(stats.uid)) {
    const [first = 0] = owners;
    const names = owners.map((uid) => (uid === 0 ? "root" : `user ${uid}`)).join(" or ");
    return { why: `belongs to user ${stats.uid}, not to ${names}`, mend: `chown ${first} ${quoted(path)}` };
  }
  const open = stats.mode & barred;
  if (open === 0) return null;
  const mode = (stats.mode & 0o777).toString(8).padStart(4, "0");
  const who = open & 0o007 ? "everybody" : "its group";
  const what = open & 0o022 ? "written" : "read";
  const bits = barred === 0o002 ? "o-w" : barred === 0o022 ? "go-w" : "go=";
  return { why: `can be ${what} by ${who} (mode ${mode})`, mend: `chmod ${bits} ${quoted(path)}` };
}

/** A path as a shell takes it. */
export function quoted(path: string): string {
  return /^[\w./@%+,:=-]+$/.test(path) ? path : inQuotes(path);
}

/** The folders from one down to another, both included; the upper one alone if the other is not below it. */
function chain(folder: string, under: string): readonly string[] {
  const top = resolve(under);
  const way = relative(top, folder);
  if (way === "" || way === ".." || way.startsWith(`..${sep}`)) return way === "" ? [top] : [top, folder];
  const parts = way.split(sep);
  return [top, ...parts.map((_, index) => resolve(top, ...parts.slice(0, index + 1)))];
}
