import { listKeys, rotateKey } from "../../audit/index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { auditKeysAnswer } from "../answers/audit.ts";
import { paintFor } from "../render.ts";
import { defineVerb, UsageError, type VerbOptions } from "../verb.ts";
import { visibleLine } from "../visible.ts";
import { localMoment } from "./moments.ts";
import { noSuchVerb } from "./no-such-verb.ts";
import { declareFolder, trailFolder, trailOf } from "./trail-folder.ts";

const rotateVerb = defineVerb({
  name: "rotate",
  summary: "make a new key; a record in each chain, signed by the old and the new one, says so",
  examples: ["hookline audit keys rotate", "hookline audit keys rotate --json"],
  answers: auditKeysAnswer,
  declare: (command) => declareFolder(command).option("--json", "print the keys as JSON"),
  async run(_args, options) {
    const { folder } = trailOf(options);
    const { later, refused } = rotateKey(folder);
    for (const chain of later)
      writeWhole(
        2,
        visibleLine(`${chain}: a process writes it now; it changes the key at its next checkpoint`).concat(
          "\n",
        ),
      );
    for (const { chain, why } of refused)
      writeWhole(2, visibleLine(`${chain}: left as it is: ${why}`).concat("\n"));
    return printKeys(folder, options);
  },
});

/** `hookline audit keys`: the public keys that checkpoints are signed with. */
export const keysVerb = defineVerb({
  name: "keys",
  summary: "show the public keys; `keys rotate` makes a new one",
  examples: [
    "hookline audit keys",
    "hookline audit keys --json",
    "hookline audit keys rotate",
    "",
    "Keep a copy of the public keys elsewhere: with --key, a trail can be checked against what you know.",
  ],
  verbs: [rotateVerb],
  answers: auditKeysAnswer,
  declare: (command) => declareFolder(command).option("--json", "print the keys as JSON"),
  async run(args, options) {
    noSuchVerb(args, "audit keys", ["rotate"]);
    return printKeys(trailFolder(options), options);
  },
});

function printKeys(folder: string, options: VerbOptions): number {
  const keys = listKeys(folder);
  if (options.json === true) {
    writeWhole(1, `${JSON.stringify(keys, null, 2)}\n`);
    return 0;
  }
  if (keys.length === 0) throw new UsageError(`no keys are in ${folder} yet; the first record makes one`);
  const paint = paintFor(1);
  for (const { key, since, current } of keys) {
    const state = current ? paint.green("signs") : paint.dim("signed before");
    writeWhole(1, `${visibleLine(key)}  ${state}  since ${visibleLine(localMoment(since))}\n`);
  }
  return 0;
}
