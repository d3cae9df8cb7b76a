import {
  checkProof,
  listKeys,
  parseProof,
  proveRecord,
  recordIn,
  recordSentence,
} from "../../audit/index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { auditProveAnswer } from "../answers/audit.ts";
import { paintFor } from "../render.ts";
import { defineVerb, textOption, UsageError, type VerbOptions } from "../verb.ts";
import { visible, visibleLine } from "../visible.ts";
import { givenFile } from "./given-file.ts";
import { localMoment } from "./moments.ts";
import { toOutlet } from "./outlets.ts";
import { namedRecord } from "./reference.ts";
import { declareTrail, trailFolder } from "./trail-folder.ts";
import { givenKey } from "./verify.ts";

/** `hookline audit prove`: shows one record to somebody who has not the trail. */
export const proveVerb = defineVerb({
  name: "prove",
  summary: "write the proof that a record is in the trail, or check such a proof without the trail",
  examples: [
    "hookline audit prove 12 --output proof.json",
    "hookline audit prove --check proof.json --key KEY",
    "",
    "Exit status of --check: 0 the proof holds; 2 it does not; 1 it cannot be read, or no key is here to check it with.",
    "Without --key, one of the keys of this machine's trail must have signed it.",
  ],
  answers: auditProveAnswer,
  declare: (command) =>
    declareTrail(command.argument("[record]", "its number, its chain and number, or the id of its event"))
      .option("--output <file>", "write the proof to this file instead of standard output")
      .option("--force", "replace the file if there is one")
      .option("--check <file>", "check the proof in this file; the trail is not needed")
      .option("--key <public>", "the public key that must have signed it")
      .option("--json", "with --check: print what was found as JSON; a proof is JSON in any case"),
  async run([name], options) {
    const file = textOption(options, "check");
    if (file !== undefined) {
      if (name !== undefined) throw new UsageError("give a record or --check, not both");
      return check(file, options);
    }
    if (name === undefined) throw new UsageError("which record? Give its number, or --check a proof");
    const { folder, found } = namedRecord(name, options);
    const proof = proveRecord(folder, found.chain, found.record.seq);
    toOutlet(options, (out) => out.write(`${JSON.stringify(proof, null, 2)}\n`));
    return 0;
  },
});

function check(file: string, options: VerbOptions): number {
  const proof = parseProof(givenFile(options, "check") ?? "");
  if (proof === null)
    throw new UsageError(`--check ${file}: it holds no proof that "hookline audit prove" wrote`);
  const given = givenKey(options);
  const keys = given === undefined ? listKeys(trailFolder(options)).map(({ key }) => key) : [given];
  const found = checkProof(proof, keys);
  const unknown = found.fits && keys.length === 0;
  const record = recordIn(proof.record);
  if (options.json === true) writeWhole(1, `${JSON.stringify({ ...found, record }, null, 2)}\n`);
  else if (options.quiet !== true) {
    const paint = paintFor(1);
    const answer = found.holds
      ? paint.green("It holds")
      : paint.red(unknown ? "It cannot be checked" : "It does not hold");
    const advice = found.fits && !found.holds && given === undefined ? adviceOf(keys.length) : "";
    const said = record && found.holds ? `${localMoment(record.time)} ${recordSentence(record)}\n` : "";
    writeWhole(1, `${answer}: ${visibleLine(`${found.detail}${advice}`)}\n${visible(said)}`);
  }
  return found.holds ? 0 : unknown ? 1 : 2;
}

function adviceOf(keys: number): string {
  const why = keys === 0 ? "no key is here" : "those are the keys of this machine";
  return ` (${why}; if it comes from elsewhere, --key names the key that you know)`;
}
