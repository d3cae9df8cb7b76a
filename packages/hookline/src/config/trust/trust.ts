import type { Hook } from "../../contract/hook.ts";
import { canonicalJson, type JsonObject } from "../../contract/json.ts";
import type { HookTrust } from "../../contract/trust.ts";
import { sha256 } from "../../system/digest.ts";
import { fileDigest, fileStamp, isSettled, realPath } from "../../system/local-files.ts";
import { isInside } from "../places.ts";
import type { Approval, CoveredFile } from "./approvals.ts";
import { changesSince } from "./changes.ts";
import { namedThings, type TrustPlace } from "./named-files.ts";
import type { TrustStore } from "./trust-store.ts";

/** Says whether hooks may run. */
export interface Trust {
  /** Why a hook may not run, or null if it may; `cwd` is where it would start, and where its relative names would be looked for. */
  distrust(hook: Hook, cwd?: string): string | null;
  /** The same for a hook that was trusted a moment ago, and is about to start: only what it names is looked at again. */
  distrustNow(hook: Hook, cwd: string): string | null;
  /** Whether a hook is trusted, why not, and what has changed since it was. */
  trustOf(hook: Hook): HookTrust;
  /** The program and the local files that an approval of a hook covers. */
  covers(hook: Hook, cwd?: string): readonly string[];
  /** The commands of a hook that run files which an approval cannot cover: only running tells which. */
  uncovered(hook: Hook): readonly string[];
  /** The digest that an approval covers: the entry, its program, and the bytes of each local file that it names. */
  digestOf(hook: Hook): string;
  /** What an approval of a hook as it is now would hold. */
  approvalOf(hook: Hook): Approval;
}

/** What trust is judged by: approvals that were stored, everything, or the host's own function. */
export type TrustRule =
  | "all"
  | Pick<TrustStore, "isApproved" | "last" | "problem">
  | ((hook: Hook, digest: string) => boolean);

/** What was seen of the files of a hook. */
interface Look {
  readonly cwd: string | undefined;
  readonly stamp: string;
  readonly digest: string;
  readonly files: readonly CoveredFile[];
}

/** The largest entry that an approval holds as it was, in characters. */
const largestEntry = 65_536;

/** Makes the judge of a project's hooks; hooks of the user's, the managed file and of code need no approval. */
export function createTrust(rule: TrustRule, place: TrustPlace): Trust {
  // By the entry itself: two hooks may have one id, and an approval must never pass from one to the other.
  const known = new WeakMap<JsonObject, Look>();
  const digestAt = fileDigests();
  const project = realPath(place.projectDir);
  const look = (hook: Hook, cwd?: string): Look => {
    const { files: named } = namedThings(hook, place, cwd);
    const stamps = named.map(({ path }) => fileStamp(path));
    const stamp = stampOf(named, stamps);
    const before = known.get(hook.entry);
    if (before?.stamp === stamp && before.cwd === cwd) return before;
    const files = named.map(({ path, program }, index) => {
      return { path, program, digest: digestAt(path, stamps[index] ?? null) };
    });
    const bytes = files.map(({ path, digest }) => [path, digest]);
    const digest = sha256(canonicalJson({ project, entry: hook.entry, files: bytes }));
    const now = { cwd, stamp, digest, files };
    if (stamps.every(isSettled)) known.set(hook.entry, now);
    return now;
  };
  const approvalOf = (hook: Hook, cwd?: string): Approval => {
    const { digest, files } = look(hook, cwd);
    const { id, source } = hook;
    // The digest covers it whatever its size; it is kept only to say later what has changed.
    const entry = canonicalJson(hook.entry).length > largestEntry ? {} : hook.entry;
    return { project, source: source.file, hook: id, digest, entry, files, at: new Date().toISOString() };
  };
  const judge = (hook: Hook, cwd?: string): HookTrust => {
    const owner = ownerOf(hook, place);
    if (owner !== null) return { state: owner, why: null, changes: [] };
    if (rule === "all") return trusted;
    const seen = attempt(() => look(hook, cwd));
    // What one file names must not keep the hooks of the others from answering.
    if (seen === null) return untrusted(`not approved: what ${hook.source.text} names cannot be looked at`);
    if (isApproved(rule, hook, seen.digest)) return trusted;
    const todo = `look at ${hook.source.text}, then run "hookline trust ${hook.id}"`;
    if (typeof rule === "function") return untrusted(`not approved: ${todo}`);
    const problem = rule.problem();
    if (problem) return untrusted(`not approved: ${problem.why}; ${problem.mend}`);
    const now = approvalOf(hook, cwd);
    const last = rule.last(now);
    if (!last) return untrusted(`not approved: ${todo}`);
    const changes = changesSince(last, now, project);
    const why = `modified since it was approved: ${changes.join(", ")}; ${todo}`;
    return { state: "modified", why, changes };
  };
  return {
    digestOf: (hook) => look(hook).digest,
    covers: (hook, cwd) => namedThings(hook, place, cwd).files.map(({ path }) => path),
    uncovered: (hook) => namedThings(hook, place).uncovered,
    approvalOf: (hook) => approvalOf(hook),
    trustOf: (hook) => judge(hook),
    distrust: (hook, cwd) => judge(hook, cwd).why,
    distrustNow(hook, cwd) {
      if (rule === "all" || ownerOf(hook, place) !== null) return null;
      const seen = known.get(hook.entry);
      const same = seen?.cwd === cwd && seen.stamp === stampOf(seen.files);
      return same && isApproved(rule, hook, seen.digest) ? null : judge(hook, cwd).why;
    },
  };
}

/** How many digests of files are kept for the next hook that names the same. */
const keptDigests = 1_000;

/** Digests of files, worked out once for each state of a file: nearly every hook names the same shell. */
function fileDigests(): (path: string, stamp: string | null) => string | null {
  const kept = new Map<string, { readonly stamp: string; readonly digest: string | null }>();
  return (path, stamp) => {
    const before = kept.get(path);
    if (before && before.stamp === stamp) return before.digest;
    const digest = fileDigest(path);
    if (stamp !== null && isSettled(stamp)) {
      if (kept.size >= keptDigests) kept.clear();
      kept.set(path, { stamp, digest });
    }
    return digest;
  };
}

function stampOf(
  files: readonly { readonly path: string }[],
  stamps: readonly (string | null)[] = files.map(({ path }) => fileStamp(path)),
): string {
  return files.map(({ path }, index) => `${path}=${stamps[index]}`).join("\n");
}

const trusted: HookTrust = Object.freeze({ state: "trusted", why: null, changes: [] });

function untrusted(why: string): HookTrust {
  return { state: "untrusted", why, changes: [] };
}

function attempt<T>(action: () => T): T | null {
  try {
    return action();
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

/** Who answers for a hook without an approval; null for a hook of a file under the project, whatever layer it claims: only its owner's folder is above suspicion. */
function ownerOf(hook: Hook, place: TrustPlace): "own" | "managed" | null {
  const { layer, file } = hook.source;
  if (layer === "managed") return "managed";
  if (layer === "code") return "own";
  if (layer !== "user") return null;
  const project = realPath(place.projectDir);
  return project !== realPath(place.home) && isInside(project, realPath(file)) ? null : "own";
}
