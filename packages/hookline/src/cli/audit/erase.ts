import { erasePayload } from "../../audit/index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { auditEraseAnswer } from "../answers/audit.ts";
import { defineVerb, textOption, UsageError } from "../verb.ts";
import { visibleLine } from "../visible.ts";
import { namedRecord } from "./reference.ts";
import { declareTrail } from "./trail-folder.ts";

/** `hookline audit erase`: takes away the payload of a record; the record, and that it was erased, stay. */
export const eraseVerb = defineVerb({
  name: "erase",
  summary: "erase the payload of a record; the record stays, and a note says who erased it and why",
  examples: [
    'hookline audit erase 12 --reason "personal data, request 4711"',
    "hookline audit erase main.2/12 --reason GDPR-17 --json",
    "",
    "The trail still verifies: the record holds only a digest. What was sent to destinations is not called back.",
  ],
  answers: auditEraseAnswer,
  declare: (command) =>
    declareTrail(command.argument("<record>", "its number, its chain and number, or the id of its event"))
      .option("--reason <text>", "why; it is recorded, and must be given")
      .option("--json", "print { chain, seq, noteIn, reason } as JSON"),
  async run([name = ""], options) {
    const reason = (textOption(options, "reason") ?? "").trim();
    if (reason === "") throw new UsageError("--reason must say why; it is recorded");
    const { folder, found } = namedRecord(name, options);
    const { chain, record } = found;
    if (record.payload?.how !== "salted")
      throw new UsageError(
        `record ${chain}/${record.seq} has no payload beside it: only its digest was recorded`,
      );
    const erasure = erasePayload(folder, chain, record.seq, reason);
    const note = visibleLine(
      `erased the payload of ${chain}/${record.seq}; a note in ${erasure.noteIn} says so`,
    );
    if (options.json === true) writeWhole(1, `${JSON.stringify({ ...erasure, reason })}\n`);
    else if (options.quiet !== true) writeWhole(1, `${note}\n`);
    return 0;
  },
});
