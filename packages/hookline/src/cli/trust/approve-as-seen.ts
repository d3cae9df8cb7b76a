import type { Engine, Hook } from "../../index.ts";
import { fileDigest } from "../../system/local-files.ts";
import { approvalOf } from "./changes.ts";

/** The files that an approval of a hook would cover, as they are now. */
export function seenNow(engine: Engine, hook: Hook): string {
  return textOf(engine.covers(hook).map((path) => ({ path, digest: fileDigest(path) })));
}

/** Approves a hook if its files are still what was shown to somebody; gives whether they were. What somebody else wrote meanwhile was not seen. */
export async function approveAsSeen(engine: Engine, hook: Hook, seen: string): Promise<boolean> {
  if (seenNow(engine, hook) !== seen) return false;
  await engine.approve([hook]);
  if (textOf(approvalOf(engine, hook)?.files ?? []) === seen) return true;
  await engine.revoke(hook.id);
  return false;
}

function textOf(files: readonly { readonly path: string; readonly digest: string | null }[]): string {
  return JSON.stringify(files.map(({ path, digest }) => [path, digest]).sort());
}
