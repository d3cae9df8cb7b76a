import { join } from "node:path";
import { HooklineError } from "../../contract/errors.ts";
import { newKey } from "../../system/digest.ts";
import { writeAtomically } from "../../system/files.ts";
import { folderObstacle, unwritable } from "../../system/folder-obstacle.ts";
import { fileStamp, realPath } from "../../system/local-files.ts";
import { withLock } from "../../system/lock.ts";
import { realTarget } from "../../system/real-target.ts";
import { ownAndRoot, quoted, readSafe, type SafetyRules, type Unsafe } from "../../system/safe-file.ts";
import { privateFolder } from "../../system/state-folder.ts";
import { isInside } from "../places.ts";
import { type Approval, type HookIdentity, readApprovals, writeApprovals } from "./approvals.ts";
import { forgetTexts, keepTexts } from "./approved-texts.ts";
import { readTrustKey, trustKeyPath, writeTrustKeys } from "./trust-key.ts";

/** The approvals of one user, outside every project. */
export interface TrustStore {
  isApproved(digest: string): boolean;
  /** What was approved last of a hook; undefined if nothing was. */
  last(identity: HookIdentity): Approval | undefined;
  /** What was approved in a project, the last one last. */
  approvalsOf(project: string): readonly Approval[];
  /** Why nothing in the store counts, and what to do; null if it is as it should be. */
  problem(): Unsafe | null;
  /** Adds approvals; two agents may do so at once. */
  approve(approvals: readonly Approval[]): Promise<void>;
  /** Takes approvals back, for good: also an older copy of the store does not count any more. Gives how many. */
  revoke(which: (approval: Approval) => boolean): Promise<number>;
}

/** How many states of one hook stay approved: people go back and forth between branches. */
const kept = 20;

/** How many approvals one project has at most: none may take the room of the others. */
const most = 1_000;

/** No more is read, and so no more is written. */
const largest = 8 * 1024 * 1024;
const tooLarge =
  'approve fewer hooks, or run "hookline trust --revoke --all" in projects that you do not need any more';
const tooMany = `a project may have ${most} approvals: nothing was approved; approve fewer hooks, or run "hookline trust --revoke --all" first`;

interface Contents {
  readonly approvals: readonly Approval[];
  readonly digests: ReadonlySet<string>;
  readonly problem: Unsafe | null;
  /** Whether approvals may be added all the same: none of what is there counts, and nobody loses anything. */
  readonly replaceable: boolean;
}

/** Opens the store in the state folder; it is read anew when its file or the key changed. A store that is not believed approves nothing. */
export function openTrustStore(
  folder: string,
  place: { readonly projectDir: string; readonly home: string } | null = null,
): TrustStore {
  const path = join(folder, "trust.json");
  let stamp: string | null = null;
  let contents: Contents = nothing;
  const now = (): Contents => {
    const seen = `${fileStamp(path)} ${fileStamp(trustKeyPath(folder))}`;
    if (seen === stamp) return contents;
    contents = isOfProject(folder, place) ? ofProject(folder) : readStore(folder);
    stamp = seen;
    return contents;
  };
  const change = async <T>(action: (before: readonly Approval[], keys: readonly string[]) => T) => {
    if (isOfProject(folder, place)) throw unreadable(ofProject(folder).problem);
    const shut = unwritable(privateFolder(folder));
    if (shut) throw unreadable(shut);
    return withLock(`${path}.lock`, () => {
      const { approvals, problem, replaceable } = readStore(folder);
      if (problem && !replaceable) throw unreadable(problem);
      const found = readTrustKey(folder);
      return action(approvals, found.kind === "keys" ? found.keys : []);
    });
  };
  const write = (approvals: readonly Approval[], key: string) => {
    const text = writeApprovals(approvals, key);
    if (Buffer.byteLength(text) > largest)
      throw new HooklineError("unreadable-store", `${path} would be too large; ${tooLarge}`);
    writeAtomically(path, text, 0o600);
  };
  return {
    isApproved: (digest) => now().digests.has(digest),
    last: (identity) => now().approvals.findLast((approval) => isSame(approval, identity)),
    approvalsOf: (project) => now().approvals.filter((one) => one.project === project),
    problem: () => now().problem,
    approve: (added) =>
      change((before, [key = newKey(), ...older]) => {
        const digests = new Set(added.map(({ digest }) => digest));
        const all = [...before.filter(({ digest }) => !digests.has(digest)), ...added];
        const left = bounded(all);
        for (const project of new Set(added.map((one) => one.project))) {
          if (left.filter((one) => one.project === project).length > most)
            throw new HooklineError("unreadable-store", `${project}: ${tooMany}`);
        }
        if (readTrustKey(folder).kind === "absent") writeTrustKeys(folder, [key]);
        write(left, key);
        if (older.length > 0) writeTrustKeys(folder, [key]);
        forgetTexts(folder, left);
        keepTexts(folder, added);
      }),
    revoke: (which) =>
      change((before, [key]) => {
        const left = before.filter((approval) => !which(approval));
        if (left.length === before.length || key === undefined) return 0;
        // With the key of before, somebody could put back the store of before. Both count until all is sealed anew.
        const next = newKey();
        writeTrustKeys(folder, [next, key]);
        write(left, next);
        writeTrustKeys(folder, [next]);
        forgetTexts(folder, left);
        return before.length - left.length;
      }),
  };
}

const nothing: Contents = { approvals: [], digests: new Set(), problem: null, replaceable: true };

function readStore(folder: string): Contents {
  const path = join(folder, "trust.json");
  const rules: SafetyRules = { owners: ownAndRoot(), barred: 0o022, links: "refused", under: folder };
  const read = readSafe(path, rules);
  const key = readTrustKey(folder);
  if (key.kind === "unsafe") return refused(key);
  if (read.kind === "absent") {
    const obstacle = folderObstacle(folder);
    return obstacle ? refused(obstacle) : nothing;
  }
  if (read.kind === "unsafe") return refused({ ...read, why: `${path} ${read.why}` });
  const found = readApprovals(read.file.text, key.kind === "keys" ? key.keys : []);
  if (found.kind === "approvals") {
    const { approvals } = found;
    return { ...nothing, approvals, digests: new Set(approvals.map(({ digest }) => digest)) };
  }
  const mend = `rm ${quoted(path)}, then approve again with "hookline trust"`;
  if (found.kind === "old") {
    const why = `${path} is of an older version, whose approvals were not sealed and do not count any more`;
    return { ...refused({ why, mend: 'approve again with "hookline trust"' }), replaceable: true };
  }
  if (found.kind === "broken") return refused({ why: `${path} cannot be read: it is no trust store`, mend });
  const why =
    key.kind === "keys"
      ? `${path} holds an approval that was not written with your key: somebody else has changed it`
      : `${path} cannot be checked, since the key ${trustKeyPath(folder)} is gone`;
  return refused({ why, mend });
}

function refused({ why, mend }: Unsafe): Contents {
  return { ...nothing, problem: { why, mend }, replaceable: false };
}

function ofProject(folder: string): Contents {
  const why = `${folder} lies in the project, which must not approve itself`;
  return refused({ why, mend: "let XDG_STATE_HOME name a folder outside the project" });
}

/** True if the project could have brought the store: home alone may hold both. */
function isOfProject(folder: string, place: Parameters<typeof openTrustStore>[1]): boolean {
  if (place === null || place === undefined) return false;
  const project = realPath(place.projectDir);
  return project !== realPath(place.home) && isInside(project, realTarget(folder));
}

function isSame(one: HookIdentity, other: HookIdentity): boolean {
  return one.project === other.project && one.source === other.source && one.hook === other.hook;
}

/** The last approvals of each hook, in their order. */
function bounded(approvals: readonly Approval[]): readonly Approval[] {
  const counts = new Map<string, number>();
  const isRecent = ({ project, source, hook }: Approval) => {
    const name = [project, source, hook].join("\0");
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count <= kept;
  };
  return approvals.toReversed().filter(isRecent).toReversed();
}

function unreadable(problem: Unsafe | null): HooklineError {
  return new HooklineError("unreadable-store", `${problem?.why}; ${problem?.mend}`);
}
