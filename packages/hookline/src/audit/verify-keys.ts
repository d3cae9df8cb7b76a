import { listKeys } from "./keys.ts";
import { listFiles } from "./places.ts";
import type { ChainReport } from "./report.ts";
import type { CheckpointWalk } from "./verify-checkpoints.ts";
import type { ChainView } from "./verify-records.ts";

/** A chain must be signed with keys that are known: all of them here, or one of those that were given. */
export function judgeKeys(view: ChainView, given: readonly string[] | undefined): void {
  const { chain, findings, keys } = view;
  if (view.records === 0) return;
  if (keys.length === 0) {
    findings.add("key-unknown", chain, 1, "its first record does not say which key signs it");
    return;
  }
  const here = listKeys(view.folder).map(({ key }) => key);
  if (given && !keys.some(({ key }) => given.includes(key)))
    findings.add(
      "key-unknown",
      chain,
      null,
      `it is signed with ${keys[0]?.key}, and not with the key that was given`,
    );
  if (given || here.length === 0) return;
  for (const { key, fromSeq } of keys.filter((one) => !here.includes(one.key)))
    findings.add("key-unknown", chain, fromSeq, `it is signed with ${key}, which is no key of this machine`);
}

/** What the verification of a chain came to. */
export function reportOf(
  view: ChainView,
  checkpoints: CheckpointWalk | null,
  { headChecked, keys }: { readonly headChecked: boolean; readonly keys?: readonly string[] },
): ChainReport {
  const { findings, chain, records, bytes, firstTime, lastTime, remarks, lost, payloads } = view;
  const known = keys ?? listKeys(view.folder).map(({ key }) => key);
  const last = checkpoints?.last ?? null;
  return {
    chain,
    status: findings.status(),
    records,
    files: countFiles(view),
    bytes,
    firstTime,
    lastTime,
    problems: findings.problems,
    moreProblems: findings.more,
    remarks,
    checkpoints: checkpoints?.count ?? 0,
    lastCheckpoint: last,
    unsigned: Math.max(0, view.seq - (last?.size ?? 0)),
    keys: view.keys.map(({ key, fromSeq }) => ({ key, fromSeq, known: known.includes(key) })),
    headChecked,
    lost,
    payloads,
    erased: view.erased.size,
  };
}

function countFiles({ folder, chain }: ChainView): number {
  try {
    return listFiles(folder, chain).length;
  } catch {
    return 0;
  }
}
