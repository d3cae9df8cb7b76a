import { join } from "node:path";
import { isHeld } from "../system/lock.ts";
import { keyFault, listKeys, privateKey } from "./keys.ts";
import { listFiles } from "./places.ts";
import type { ChainReport } from "./report.ts";
import type { CheckpointWalk } from "./verify-checkpoints.ts";
import type { ChainView } from "./verify-records.ts";

/** What is known of the keys when a chain is verified. */
export interface KnownKeys {
  /** Public keys that were given; undefined if those beside the trail are asked. */
  readonly given: readonly string[] | undefined;
  /** Whether the key of the heads is here. */
  readonly headKey: boolean;
}

/** A chain must be signed with keys that are known: all of them here, or those that were given and those that they vouch for. */
export function judgeKeys(view: ChainView, checkpoints: CheckpointWalk, known: KnownKeys): void {
  const { chain, findings, keys } = view;
  const { given } = known;
  if (!judgePresence(view, known) || view.records === 0) return;
  // What is missing before the first record that can be read is named already.
  if (view.blind) return;
  if (keys.length === 0) {
    findings.add("key-unknown", chain, 1, "its first record does not say which key signs it");
    return;
  }
  const sealed = isSealed(view, checkpoints, known);
  if (given && !isVouched(checkpoints, given)) {
    const named = keys.some(({ key }) => given.includes(key));
    if (!named) {
      const text = `it is signed with ${keys[0]?.key}, and not with the key that was given`;
      findings.add("key-unknown", chain, null, text);
    } else if (!sealed) {
      const text = "it names the key that was given, and no checkpoint that holds is signed with it";
      findings.add("unsigned", chain, null, text);
    }
  }
  const here = given ?? listKeys(view.folder).map(({ key }) => key);
  if (!given)
    for (const { key, fromSeq } of keys.filter((one) => !here.includes(one.key)))
      findings.add(
        "key-unknown",
        chain,
        fromSeq,
        `it is signed with ${key}, which is no key of this machine`,
      );
  judgeUnsigned(view, checkpoints, sealed);
}

/** The keys themselves must be here, unless one was given; whatever stands in their place is named. */
function judgePresence({ folder, findings }: ChainView, { given, headKey }: KnownKeys): boolean {
  const advice = "for a copy without its keys, --key names the one that you know";
  const absent = { "public.json": listKeys(folder).length === 0, "head.key": !headKey };
  for (const name of ["public.json", "head.key"] as const) {
    const fault = keyFault(folder, name);
    if (!absent[name] || (given && fault === null)) continue;
    const what = name === "head.key" ? "the head" : "who signed this trail";
    const why = fault === null ? "is not there, or holds no key" : fault;
    findings.add("no-key", `keys/${name}`, null, `it ${why}: ${what} cannot be checked; ${advice}`);
  }
  return given !== undefined || !absent["public.json"];
}

/** Whether the seals say something: anybody can make a folder of keys, but not one that holds the private key of a known one. */
function isSealed(view: ChainView, checkpoints: CheckpointWalk, { given, headKey }: KnownKeys): boolean {
  if (!headKey || !given) return headKey;
  return [...given, ...(isVouched(checkpoints, given) ? checkpoints.signers : [])].some(
    (key) => privateKey(view.folder, key) !== null,
  );
}

function isVouched({ signers }: CheckpointWalk, given: readonly string[]): boolean {
  return given.some((key) => signers.has(key));
}

/** What no checkpoint covers is vouched for by the head alone. */
function judgeUnsigned(view: ChainView, checkpoints: CheckpointWalk, sealed: boolean): void {
  const { chain, findings, oldKeys, seq } = view;
  const first = (checkpoints.last?.size ?? 0) + 1;
  if (first <= seq && !sealed) {
    const which = first === seq ? `record ${seq} is` : `records ${first} to ${seq} are`;
    const text = `${which} covered by no checkpoint, and the head cannot be checked: anybody may have written that`;
    findings.add("unsigned", chain, first, text);
  }
  const [old] = oldKeys;
  if (old === undefined || (sealed && isHeld(join(view.folder, chain, "lock")))) return;
  const where = `${chain}/checkpoints`;
  if (sealed)
    findings.add(
      "torn-checkpoint",
      where,
      null,
      "the key was changed, and its writer died before both keys signed it",
    );
  else
    findings.add(
      "key-change-unsigned",
      where,
      null,
      `the key was changed, and the one before (${old}) did not sign it`,
    );
}

/** What the verification of a chain came to. */
export function reportOf(
  view: ChainView,
  checkpoints: CheckpointWalk | null,
  { given, headKey }: KnownKeys,
): ChainReport {
  const { findings, chain, records, bytes, firstTime, lastTime, remarks, lost, payloads } = view;
  const trusted = given ?? listKeys(view.folder).map(({ key }) => key);
  const vouched = given !== undefined && checkpoints !== null && isVouched(checkpoints, given);
  const isKnown = (key: string) => trusted.includes(key) || (vouched && checkpoints.signers.has(key));
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
    keys: view.keys.map(({ key, fromSeq }) => ({ key, fromSeq, known: isKnown(key) })),
    headChecked: headKey,
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
