import { checkpointIn, publicKeyFrom, type TrailReport, verifyAll, verifyChain } from "../../audit/index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { auditVerifyAnswer } from "../answers/audit.ts";
import { paintFor } from "../render.ts";
import { defineVerb, textOption, UsageError, type VerbOptions } from "../verb.ts";
import { visibleLine } from "../visible.ts";
import { givenFile } from "./given-file.ts";
import { declareTrail, trailFolder, trailOf } from "./trail-folder.ts";
import { verificationLines } from "./verification.ts";

/** The exit statuses of CONTRACTS §9. */
const statuses = { intact: 0, unreadable: 1, tampered: 2, torn: 3 } as const;

/** `hookline audit verify`: is the trail as it was written? */
export const verifyVerb = defineVerb({
  name: "verify",
  summary: "check that no record was changed, added, moved or taken away",
  examples: [
    "hookline audit verify",
    "hookline audit verify --json",
    "hookline audit verify --folder ./copy --key KEY --checkpoint ./kept-checkpoints",
    "",
    "Exit status: 0 intact; 2 tampered, with what and where; 3 nothing but a torn last line; 1 cannot be read.",
    "A copy of the file of checkpoints that was kept elsewhere (--checkpoint) shows that nothing before it was written anew.",
  ],
  answers: auditVerifyAnswer,
  declare: (command) =>
    declareTrail(command)
      .option("--checkpoint <file>", "a checkpoint that was kept elsewhere; the trail must continue it")
      .option("--key <public>", "the public key that must have signed (hookline audit keys)")
      .option("--json", "print the report as JSON"),
  async run(_args, options) {
    const folder = trailFolder(options);
    const report = verifyWith(folder, options);
    if (report.status === "unreadable" && report.chains.length === 0) trailOf(options);
    if (options.json === true) writeWhole(1, `${JSON.stringify({ folder, ...report }, null, 2)}\n`);
    else if (options.quiet !== true || report.status !== "intact") {
      const [answer = "", ...more] = verificationLines(report).map(visibleLine);
      const paint = paintFor(1);
      const tint = { intact: paint.green, torn: paint.yellow, tampered: paint.red, unreadable: paint.red };
      writeWhole(1, `${[tint[report.status](answer), ...more].join("\n")}\n`);
    }
    return statuses[report.status];
  },
});

function verifyWith(folder: string, options: VerbOptions): TrailReport {
  const [chain, key, checkpoint] = [
    textOption(options, "chain"),
    givenKey(options),
    givenCheckpoint(options),
  ];
  const known = {
    ...(key !== undefined && { keys: [key] }),
    ...(checkpoint !== undefined && { checkpoint }),
  };
  if (chain === undefined) return verifyAll(folder, known);
  trailOf(options);
  const report = verifyChain(folder, chain, known);
  return { status: report.status, chains: [report], problems: [] };
}

/** The public key of `--key`, as `hookline audit keys` shows it or as tools for signed notes write it. */
export function givenKey(options: VerbOptions): string | undefined {
  const text = textOption(options, "key");
  if (text === undefined) return undefined;
  const key = publicKeyFrom(text);
  if (key === null)
    throw new UsageError('that is no public key (--key); "hookline audit keys" shows those of a trail');
  return key;
}

function givenCheckpoint(options: VerbOptions): string | undefined {
  const text = givenFile(options, "checkpoint");
  if (text === undefined) return undefined;
  const checkpoint = checkpointIn(text);
  if (checkpoint !== null) return checkpoint;
  throw new UsageError(`--checkpoint ${textOption(options, "checkpoint")}: no signed checkpoint is in it`);
}
