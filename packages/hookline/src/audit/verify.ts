import { judgeErasures } from "./erasures.ts";
import { type Findings, newFindings, worst } from "./findings.ts";
import { secretOf } from "./keys.ts";
import { knownCheckpoints } from "./known-checkpoints.ts";
import { untoldLosses } from "./lost-file.ts";
import { markedChains, readMark } from "./mark.ts";
import { chainOrigin } from "./origin.ts";
import { listChains, recordsName } from "./places.ts";
import type { ChainReport, TrailReport, VerifyProblem } from "./report.ts";
import { makeSeal, type Seal } from "./seal.ts";
import { parseCheckpoint } from "./signed-note.ts";
import { type CheckpointWalk, walkCheckpoints } from "./verify-checkpoints.ts";
import { judgeFiles } from "./verify-files.ts";
import { judgeKeys, reportOf } from "./verify-keys.ts";
import { type ChainView, newView } from "./verify-records.ts";
import { walkChain } from "./verify-walk.ts";

/** What a verification may know from outside. */
export interface VerifyOptions {
  /** Public keys (32 bytes, base64): a chain must be signed with one of them, or one that they vouch for; without it, the list beside the trail is asked. */
  readonly keys?: readonly string[];
  /** A checkpoint that was kept elsewhere: the chain must still be the one that it speaks of. */
  readonly checkpoint?: string;
  /** So many records there must be at the least. */
  readonly records?: number;
}

/** Verifies one chain, reading each record once, in flat memory; never throws for what it finds. */
export function verifyChain(folder: string, chain: string, options: VerifyOptions = {}): ChainReport {
  const findings = newFindings();
  const view = newView(folder, chain, findings);
  const seal = headSeal(folder);
  const known = { given: options.keys, headKey: seal !== null };
  let checkpoints: CheckpointWalk | null = null;
  try {
    // Before the head: by then that has got at least as far.
    view.mark = lookAtMark(view, seal);
    judgeFiles(view);
    checkpoints = walkCheckpoints(view, knownCheckpoints(view, options.checkpoint));
    walkChain(view, checkpoints, seal);
    judgeKeys(view, checkpoints, known);
    attempt(findings, `${chain}/payloads`, () => judgeErasures(view));
    if (view.seq < (options.records ?? 0))
      findings.add(
        "cut",
        chain,
        view.seq + 1,
        `${options.records} records were expected, ${view.seq} are there`,
      );
  } catch (error) {
    findings.unread(`${chain}/${recordsName(view.file)}`, error);
  }
  return reportOf(view, checkpoints, known);
}

function headSeal(folder: string): Seal | null {
  const secret = secretOf(folder, "head");
  return secret && makeSeal(secret);
}

function lookAtMark({ folder, chain, findings }: ChainView, seal: Seal | null): ChainView["mark"] {
  return attempt(findings, `keys/marks/${chain}`, () => readMark(folder, chain, seal)) ?? null;
}

function attempt<T>(findings: Findings, where: string, look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    findings.unread(where, error);
    return undefined;
  }
}

/** Verifies every chain of an audit folder. */
export function verifyAll(folder: string, options: VerifyOptions = {}): TrailReport {
  const { checkpoint, ...rest } = options;
  const problems: VerifyProblem[] = [];
  const add = (what: VerifyProblem["what"], where: string, detail: string) =>
    problems.push({ what, where, seq: null, detail });
  let names: readonly string[] = [];
  try {
    // The marks first: a chain that is begun meanwhile is not missed.
    const marked = markedChains(folder).filter((chain) => saysRecords(folder, chain));
    names = listChains(folder);
    for (const chain of marked.filter((name) => !names.includes(name)))
      add("chain-missing", chain, `the chain ${chain} was written, as keys/marks/${chain} says, and is gone`);
    if (names.length === 0 && problems.length === 0)
      add("unreadable", folder, `there is no audit trail in ${folder}`);
  } catch (error) {
    add("unreadable", folder, String(error));
  }
  const origin = checkpoint === undefined ? null : (parseCheckpoint(checkpoint)?.origin ?? "");
  let used = origin === null;
  const verify = (chain: string, keys: readonly string[] | undefined) => {
    const mine = origin !== null && (names.length === 1 || origin === originOf(folder, chain));
    used ||= mine;
    return verifyChain(folder, chain, {
      ...rest,
      ...(keys && { keys }),
      ...(mine && checkpoint !== undefined && { checkpoint }),
    });
  };
  const chains = options.keys
    ? verifyByKeys(names, options.keys, verify)
    : names.map((chain) => verify(chain, undefined));
  if (!used && names.length > 0)
    add("known-checkpoint", folder, `no chain here is the one that the checkpoint speaks of (${origin})`);
  const own = problems.map(({ what }) => (what === "unreadable" ? "unreadable" : "tampered"));
  const status = worst([...own, ...chains.map((one) => one.status)]);
  return { status, chains, problems, untold: untoldLosses(folder) };
}

/** A key may vouch for another one in one chain, and that one may have signed the next. */
function verifyByKeys(
  names: readonly string[],
  given: readonly string[],
  verify: (chain: string, keys: readonly string[]) => ChainReport,
): readonly ChainReport[] {
  let keys = given;
  let chains = names.map((chain) => verify(chain, keys));
  for (;;) {
    const sound = chains.filter(({ status }) => status === "intact" || status === "torn");
    const vouched = sound.flatMap((one) => one.keys).filter(({ key, known }) => known && !keys.includes(key));
    if (vouched.length === 0) return chains;
    keys = [...new Set([...keys, ...vouched.map(({ key }) => key)])];
    chains = chains.map((one) => (sound.includes(one) ? one : verify(one.chain, keys)));
  }
}

function saysRecords(folder: string, chain: string): boolean {
  try {
    const mark = readMark(folder, chain, headSeal(folder));
    return mark.state !== "missing" && (mark.state !== "found" || mark.slot.seq > 0);
  } catch {
    return true;
  }
}

function originOf(folder: string, chain: string): string {
  try {
    return chainOrigin(folder, chain);
  } catch {
    return "";
  }
}
