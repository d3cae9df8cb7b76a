import { type ChainGlance, glanceAt, type ShippingStatus, shippingStatus } from "../../audit/index.ts";
import { createEngine, type Engine } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { auditAnswer } from "../answers/audit.ts";
import { eraseVerb } from "../audit/erase.ts";
import { exportVerb } from "../audit/export.ts";
import { keysVerb } from "../audit/keys.ts";
import { localMoment } from "../audit/moments.ts";
import { noSuchVerb } from "../audit/no-such-verb.ts";
import { proveVerb } from "../audit/prove.ts";
import { queryVerb, renderFound } from "../audit/query.ts";
import { shipVerb } from "../audit/ship.ts";
import { showVerb } from "../audit/show.ts";
import { declareFolder, trailFolder } from "../audit/trail-folder.ts";
import { some } from "../audit/verification.ts";
import { verifyVerb } from "../audit/verify.ts";
import { workingFolder } from "../folder.ts";
import { type Paint, paintFor, renderDiagnostic } from "../render.ts";
import { defineVerb, textOption, type VerbOptions } from "../verb.ts";
import { visibleLine } from "../visible.ts";

const under = [verifyVerb, queryVerb, showVerb, exportVerb, proveVerb, keysVerb, eraseVerb, shipVerb];

/** `hookline audit`: how the audit trail is; the verbs under it read, check, export and tend it. */
export const auditVerb = defineVerb({
  name: "audit",
  summary: "the audit trail: its state, and verbs to check, read, export and prove it",
  examples: [
    "hookline audit",
    "hookline audit verify",
    "hookline audit query --verdict deny --since 2h",
    "hookline audit export --format html --output report.html",
  ],
  verbs: under,
  answers: auditAnswer,
  declare: (command) => declareFolder(command).option("--json", "print the state as JSON"),
  async run(args, options) {
    noSuchVerb(
      args,
      "audit",
      under.map(({ name }) => name),
    );
    const folder = trailFolder(options);
    const wanted = textOption(options, "folder") === undefined ? await wantedHere(options) : null;
    const chains = glanceAt(folder);
    const destinations = wanted?.audit ? shippingStatus(folder, wanted.audit.settings.destinations) : [];
    if (options.json === true) {
      const shown = { folder, on: wanted ? wanted.audit !== null : null, ...wanted?.audit };
      const rows = chains.map(({ last, ...chain }) => ({ ...chain, last: last?.record ?? null }));
      writeWhole(1, `${JSON.stringify({ ...shown, chains: rows, destinations }, null, 2)}\n`);
      return 0;
    }
    if (options.quiet === true) return 0;
    const paint = paintFor(1);
    const lines = [
      ...(wanted ? [switchLine(wanted.audit, paint)] : []),
      ...(chains.length === 0 ? [`nothing is recorded in ${visibleLine(folder)} yet`] : []),
      ...chains.flatMap((chain) => chainLines(chain, paint)),
      ...destinations.map((one) => destinationLine(one, paint)),
      ...(chains.length === 0
        ? []
        : [paint.dim(`in ${visibleLine(folder)}; "hookline audit verify" checks it`)]),
    ];
    writeWhole(1, `${lines.join("\n")}\n`);
    return 0;
  },
});

/** What the hook files here say about the audit; what is wrong with them is told. */
async function wantedHere(options: VerbOptions): Promise<Pick<Engine, "audit">> {
  const engine = await createEngine({ cwd: workingFolder(options) });
  for (const one of engine.diagnostics)
    if (one.severity === "error") writeWhole(2, `${renderDiagnostic(one)}\n`);
  const { audit } = engine;
  await engine.close();
  return { audit };
}

function switchLine(audit: Engine["audit"], paint: Paint): string {
  if (audit === null) return `${paint.yellow("off")}  no hook file here switches it on ("audit": true)`;
  const { required, payloads, onFailure } = audit.settings;
  const said = [
    required ? "required" : "",
    payloads === "full" ? "payloads are kept" : "payloads as digests",
    onFailure === "block" ? "what cannot be recorded is denied" : "what cannot be recorded is warned of",
  ].filter((text) => text !== "");
  return `${paint.green("on")}  by ${visibleLine(audit.files.join(", "))}: ${said.join(", ")}`;
}

function chainLines({ chain, records, files, last, checkpoint }: ChainGlance, paint: Paint): string[] {
  const signed =
    checkpoint === null
      ? "no checkpoint yet"
      : `last checkpoint ${localMoment(checkpoint.time)} over ${some(checkpoint.size, "record")}`;
  const line = `${chain}: ${some(records, "record")}, ${some(files, "file")}, ${signed}`;
  return [visibleLine(line), ...(last ? [`  last: ${renderFound(last, paint)}`] : [])];
}

function destinationLine({ name, chain, behind, attempts, error }: ShippingStatus, paint: Paint): string {
  const state = behind === 0 ? paint.green("all taken") : paint.yellow(`${some(behind, "record")} behind`);
  const why = attempts === 0 ? "" : `, ${some(attempts, "failure")} in a row: ${visibleLine(error)}`;
  return `to ${visibleLine(name)}: ${visibleLine(chain)}: ${state}${why}`;
}
