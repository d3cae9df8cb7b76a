import { join } from "node:path";
import { errorCode } from "../system/error-code.ts";
import { folderNames } from "../system/folders.ts";
import { judgeErasures } from "./erasures.ts";
import { newFindings, worst } from "./findings.ts";
import { knownCheckpoints } from "./known-checkpoints.ts";
import { chainOrigin, firstRecords } from "./origin.ts";
import { listChains, listFiles, recordsName } from "./places.ts";
import type { ChainReport, TrailReport, VerifyProblem } from "./report.ts";
import { parseCheckpoint } from "./signed-note.ts";
import { type CheckpointWalk, walkCheckpoints } from "./verify-checkpoints.ts";
import { judgeFiles } from "./verify-end.ts";
import { judgeKeys, reportOf } from "./verify-keys.ts";
import { newView } from "./verify-records.ts";
import { walkChain } from "./verify-walk.ts";

/** What a verification may know from outside. */
export interface VerifyOptions {
  /** Public keys (32 bytes, base64) of which a chain must have one; without it, the list beside the trail is asked. */
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
  let checkpoints: CheckpointWalk | null = null;
  let headChecked = false;
  try {
    judgeFiles(view, listFiles(folder, chain), firstRecords(folder, chain));
    checkpoints = walkCheckpoints(view, knownCheckpoints(view, options.checkpoint));
    headChecked = walkChain(view, checkpoints);
    judgeKeys(view, options.keys);
    judgeErasures(view);
    if (view.seq < (options.records ?? 0))
      findings.add(
        "cut",
        chain,
        view.seq + 1,
        `${options.records} records were expected, ${view.seq} are there`,
      );
  } catch (error) {
    const [what, detail] = unreadable(error);
    findings.add(what, `${chain}/${recordsName(view.file)}`, null, detail);
  }
  return reportOf(view, checkpoints, { headChecked, ...options });
}

/** Verifies every chain of an audit folder. */
export function verifyAll(folder: string, options: VerifyOptions = {}): TrailReport {
  const { checkpoint, ...rest } = options;
  const problems: VerifyProblem[] = [];
  let names: readonly string[] = [];
  try {
    names = listChains(folder);
    const marked = folderNames(join(folder, "keys", "marks")).filter((name) => !name.endsWith(".tmp"));
    for (const chain of marked.filter((name) => !names.includes(name)))
      problems.push({
        what: "chain-missing",
        where: chain,
        seq: null,
        detail: `the chain ${chain} was signed and is gone`,
      });
    if (names.length === 0 && problems.length === 0)
      problems.push({
        what: "unreadable",
        where: folder,
        seq: null,
        detail: `there is no audit trail in ${folder}`,
      });
  } catch (error) {
    problems.push({ what: "unreadable", where: folder, seq: null, detail: String(error) });
  }
  const origin = checkpoint === undefined ? null : (parseCheckpoint(checkpoint)?.origin ?? "");
  let used = origin === null;
  const chains = names.map((chain) => {
    const mine = origin !== null && (origin === chainOrigin(folder, chain) || names.length === 1);
    used ||= mine;
    return verifyChain(folder, chain, mine && checkpoint !== undefined ? { ...rest, checkpoint } : rest);
  });
  if (!used && names.length > 0) {
    const detail = `no chain here is the one that the checkpoint speaks of (${origin})`;
    problems.push({ what: "known-checkpoint", where: folder, seq: null, detail });
  }
  const own = problems.map(({ what }) => (what === "unreadable" ? "unreadable" : "tampered"));
  return { status: worst([...own, ...chains.map(({ status }) => status)]), chains, problems };
}

/** A link or a device in the place of a file was put there; anything else only keeps us from reading. */
function unreadable(error: unknown): ["unreadable" | "missing-file", string] {
  const text = error instanceof Error ? error.message : String(error);
  if (errorCode(error) === "ELOOP") return ["missing-file", `a link stands in the place of a file: ${text}`];
  return errorCode(error) === "EUNKNOWN"
    ? ["missing-file", text]
    : ["unreadable", `it cannot be read: ${text}`];
}
