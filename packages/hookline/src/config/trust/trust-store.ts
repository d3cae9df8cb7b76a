import { join } from "node:path";
import { HooklineError } from "../../contract/errors.ts";
import { isObject, type JsonObject } from "../../contract/json.ts";
import { readWhole, withLock, writeAtomically } from "../../system/files.ts";
import { fileStamp } from "../../system/local-files.ts";
import { privateFolder } from "../../system/state-folder.ts";

/** What was approved, as the store keeps it. */
export interface Approval {
  readonly digest: string;
  readonly hook: string;
  readonly source: string;
  readonly project: string;
}

/** The approvals of one user, outside every project. */
export interface TrustStore {
  isApproved(digest: string): boolean;
  /** Adds approvals; two agents may do so at once. */
  approve(approvals: readonly Approval[]): Promise<void>;
}

/** Opens the store in the state folder; it is read anew when its file changed. A store that cannot be read approves nothing. */
export function openTrustStore(folder: string): TrustStore {
  const path = join(folder, "trust.json");
  let stamp: string | null = null;
  let approved: JsonObject = {};
  const refresh = () => {
    const now = fileStamp(path);
    if (now === stamp) return;
    approved = readApprovals(path) ?? {};
    stamp = now;
  };
  return {
    isApproved(digest) {
      refresh();
      return Object.hasOwn(approved, digest);
    },
    async approve(approvals) {
      privateFolder(folder);
      await withLock(`${path}.lock`, async () => {
        const at = new Date().toISOString();
        const added = approvals.map(({ digest, ...rest }) => [digest, { ...rest, at }]);
        const before = readApprovals(path);
        if (before === null)
          throw new HooklineError("unreadable-store", `${path} cannot be read: mend it or move it away`);
        const all = { ...before, ...Object.fromEntries(added) };
        writeAtomically(path, `${JSON.stringify({ version: 1, approved: all }, null, 2)}\n`, 0o600);
      });
    },
  };
}

/** The stored approvals; empty if there is no store yet, null if it is not one. */
function readApprovals(path: string): JsonObject | null {
  if (fileStamp(path) === null) return {};
  const read = readWhole(path);
  if (!("text" in read)) return null;
  try {
    const value: unknown = JSON.parse(read.text);
    return isObject(value) && isObject(value.approved) ? value.approved : null;
  } catch {
    return null;
  }
}
