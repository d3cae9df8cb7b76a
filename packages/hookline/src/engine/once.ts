import { join } from "node:path";
import { isObject, jsonOf } from "../contract/json.ts";
import { sha256 } from "../system/digest.ts";
import { writeAtomically } from "../system/files.ts";
import { withLock } from "../system/lock.ts";
import { privateFolder } from "../system/state-folder.ts";
import { readWhole } from "../system/whole-file.ts";

/** Which `once` hooks have succeeded in which session: also across processes, since each `hookline fire` is one. */
export interface OnceBook {
  isDone(sessionId: string, name: string): boolean;
  /** `lasting`: also for other processes of the session. */
  done(sessionId: string, name: string, lasting: boolean): Promise<void>;
}

/** Opens the book in the state folder; nothing is read or written before a `once` hook is met. Without a folder it is one that nobody keeps. */
export function openOnceBook(folder: string | null): OnceBook {
  const seen = new Map<string, Set<string>>();
  const pathOf = (sessionId: string) =>
    join(folder ?? "", "sessions", `${sha256(sessionId).slice(0, 32)}.json`);
  const session = (sessionId: string) => {
    const ids = seen.get(sessionId) ?? new Set(folder === null ? [] : readIds(pathOf(sessionId)));
    seen.set(sessionId, ids);
    return ids;
  };
  return {
    isDone: (sessionId, name) => session(sessionId).has(name),
    async done(sessionId, name, lasting) {
      session(sessionId).add(name);
      if (!lasting || folder === null) return;
      privateFolder(join(folder, "sessions"));
      const path = pathOf(sessionId);
      await withLock(
        `${path}.lock`,
        async () => {
          const once = [...new Set([...readIds(path), name])];
          writeAtomically(path, `${JSON.stringify({ once })}\n`, 0o600);
        },
        { waitMs: 500 },
      );
    },
  };
}

function readIds(path: string): readonly string[] {
  const read = readWhole(path);
  if (!("text" in read)) return [];
  const value = jsonOf(read.text);
  const ids = isObject(value) ? value.once : [];
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}
