import { delimiter, isAbsolute, join, resolve } from "node:path";
import type { Hook } from "../../contract/hook.ts";
import { canonicalJson, type JsonObject } from "../../contract/json.ts";
import type { Runner } from "../../contract/runner.ts";
import { sha256 } from "../../system/digest.ts";
import { fileDigest, fileStamp, findProgram, isFolder, realPath } from "../../system/local-files.ts";
import { isInside } from "../places.ts";
import { namedWords } from "./named-words.ts";

/** Says whether hooks may run. */
export interface Trust {
  /** Why a hook may not run, or null if it may; `cwd` is where it would start, and where its relative names would be looked for. */
  distrust(hook: Hook, cwd?: string): string | null;
  /** The program and the local files that an approval of a hook covers. */
  covers(hook: Hook): readonly string[];
  /** The digest that an approval covers: the entry, its program, and the bytes of each local file that it names. */
  digestOf(hook: Hook): string;
}

/** What trust is judged by: approvals that were stored, everything, or the host's own function. */
export type TrustRule =
  | "all"
  | { isApproved(digest: string): boolean }
  | ((hook: Hook, digest: string) => boolean);

/** Where the project is, and which environment programs are looked up in. */
export interface TrustPlace {
  readonly projectDir: string;
  readonly home: string;
  readonly path: string;
  runnerOf(hook: Hook): Runner | undefined;
}

/** Makes the judge of a project's hooks; hooks of the user's, the managed file and of code need no approval. */
export function createTrust(rule: TrustRule, place: TrustPlace): Trust {
  // By the entry itself: two hooks may have one id, and an approval must never pass from one to the other.
  const known = new WeakMap<JsonObject, { stamp: string; digest: string }>();
  const digestOf = (hook: Hook, cwd?: string): string => {
    const files = filesOf(hook, place, cwd);
    const stamp = files.map((path) => `${path}=${fileStamp(path)}`).join("\n");
    const before = known.get(hook.entry);
    if (before?.stamp === stamp) return before.digest;
    const bytes = files.map((path) => [path, fileDigest(path)]);
    const digest = sha256(
      canonicalJson({ project: realPath(place.projectDir), entry: hook.entry, files: bytes }),
    );
    known.set(hook.entry, { stamp, digest });
    return digest;
  };
  return {
    digestOf,
    covers: (hook) => filesOf(hook, place),
    distrust(hook, cwd) {
      if (rule === "all" || !isProjectHook(hook, place)) return null;
      const digest = attempt(() => digestOf(hook, cwd));
      // What one file names must not keep the hooks of the others from answering.
      if (digest === null) return `not approved: what ${hook.source.text} names cannot be looked at`;
      return isApproved(rule, hook, digest)
        ? null
        : `not approved: look at ${hook.source.text}, then run "hookline trust ${hook.id}"`;
    },
  };
}

function attempt(digest: () => string): string | null {
  try {
    return digest();
  } catch {
    return null;
  }
}

/** Only a plain yes is one: a function that throws, or promises an answer for later, has not approved anything. */
function isApproved(rule: Exclude<TrustRule, "all">, hook: Hook, digest: string): boolean {
  try {
    return (typeof rule === "function" ? rule(hook, digest) : rule.isApproved(digest)) === true;
  } catch {
    return false;
  }
}

/** True for a hook of a file under the project, whatever layer it claims: only its owner's folder is above suspicion. */
export function isProjectHook(hook: Hook, place: Pick<TrustPlace, "projectDir" | "home">): boolean {
  const { layer, file } = hook.source;
  if (layer === "code" || layer === "managed") return false;
  if (layer !== "user") return true;
  const project = realPath(place.projectDir);
  return project !== realPath(place.home) && isInside(project, realPath(file));
}

/** The program and the local files that an entry names; a word that names nothing on this machine is not a file. */
function filesOf(hook: Hook, place: TrustPlace, cwd = place.projectDir): string[] {
  const texts = place.runnerOf(hook)?.names?.(hook.fields) ?? [];
  const start = hook.cwd === null ? cwd : resolve(place.projectDir, hook.cwd);
  const words = namedWords(texts, place.projectDir, hook.env, start);
  // A command may go to a folder that it names (`cd hooks && ./x.sh`) before it names a file there.
  const named = words.map(({ text }) => resolve(start, text)).filter((path) => isFolder(path));
  const folders = [...new Set([start, place.projectDir, ...named])];
  const path = [...named, place.path].join(delimiter);
  const found = new Set<string>();
  for (const { text, program } of words) {
    const paths = isAbsolute(text) ? [text] : folders.map((folder) => join(folder, text));
    for (const one of paths) if (fileStamp(one) !== null) found.add(realPath(one));
    const resolved = program ? findProgram(text, start, path) : null;
    if (resolved) found.add(realPath(resolved));
  }
  return [...found].sort();
}
