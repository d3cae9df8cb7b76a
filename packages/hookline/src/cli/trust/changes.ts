import { relative } from "node:path";
import type { JsonObject } from "../../contract/json.ts";
import type { Engine, Hook, KnownApproval } from "../../index.ts";
import { fileDigest } from "../../system/local-files.ts";
import { readWhole } from "../../system/whole-file.ts";

/** Something that an approval covers and that is not as it was: its entry, or one of its files. */
export interface Change {
  readonly of: "entry" | "file";
  readonly name: string;
  readonly how: "changed" | "new" | "gone";
  /** As it was approved, and as it is now; null if it was or is not there. */
  readonly before: string | null;
  readonly now: string | null;
  /** Why one of the two cannot be shown; null if both can. */
  readonly unshown: string | null;
}

/** The last approval of a hook; undefined if nothing of it was ever approved. */
export function approvalOf(engine: Engine, hook: Hook): KnownApproval | undefined {
  return engine.approvals().findLast((one) => one.hook === hook.id && one.source === hook.source.file);
}

/** What is different from what was approved, with both texts. */
export function changesOf(engine: Engine, hook: Hook, approval: KnownApproval): readonly Change[] {
  const changes: Change[] = [];
  const [before, now] = [entryText(approval.entry), entryText(hook.entry)];
  if (before !== now) {
    const large = Object.keys(approval.entry).length === 0;
    const unshown = large ? "the entry was too large to be kept" : null;
    const name = `the entry in ${hook.source.text}`;
    changes.push({ of: "entry", name, how: "changed", before, now, unshown });
  }
  const covered = engine.covers(hook);
  for (const path of new Set([...approval.files.map((file) => file.path), ...covered])) {
    const then = approval.files.find((file) => file.path === path);
    const digest = covered.includes(path) ? fileDigest(path) : null;
    if (then !== undefined && then.digest === digest) continue;
    changes.push(fileChange(shownPath(engine, path), path, then, digest));
  }
  return changes;
}

function fileChange(
  name: string,
  path: string,
  then: KnownApproval["files"][number] | undefined,
  digest: string | null,
): Change {
  const now = digest === null ? null : textOf(path);
  const was = then !== undefined && then.digest !== null;
  const before = was ? then.text() : null;
  const unshown =
    was && before === null
      ? "its text as it was approved is not kept: it was large, no text, or approved by an older version"
      : digest !== null && now === null
        ? "it is large, or no text"
        : null;
  const how = !was ? "new" : digest === null ? "gone" : "changed";
  return { of: "file", name, how, before, now, unshown };
}

/** The text of a file that people may look at; null if it is none, or too large to be read by anybody. */
export function textOf(path: string): string | null {
  const read = readWhole(path, 0, ({ size }) => size <= 65_536);
  return "error" in read || !read.valid || read.text.includes("\0") ? null : read.text;
}

/** A path as people know it: from the project's folder if it lies there. */
export function shownPath(engine: Engine, path: string): string {
  const way = relative(engine.projectDir, path);
  return way === "" || way.startsWith("..") ? path : way;
}

/** An entry as people read it. */
export function entryText(entry: JsonObject): string {
  return `${JSON.stringify(entry, null, 2)}\n`;
}
