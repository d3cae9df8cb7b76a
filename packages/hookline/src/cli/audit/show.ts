import {
  type AuditRecord,
  checkProof,
  type KeptPayload,
  leafHash,
  listKeys,
  proveRecord,
  readPayload,
} from "../../audit/index.ts";
import type { AuditedHook } from "../../contract/audit.ts";
import { HooklineError } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { auditShowAnswer } from "../answers/audit.ts";
import { type Paint, paintFor } from "../render.ts";
import { defineVerb } from "../verb.ts";
import { visible, visibleLine } from "../visible.ts";
import { localMoment } from "./moments.ts";
import { renderFound } from "./query.ts";
import { type NamedRecord, namedRecord, otherHalf } from "./reference.ts";
import { declareTrail } from "./trail-folder.ts";
import { shortKey } from "./verification.ts";

/** `hookline audit show`: one record with all that is known of it. */
export const showVerb = defineVerb({
  name: "show",
  summary: "show one record in full, its payload if it was kept, and what then happened",
  examples: [
    "hookline audit show 12",
    "hookline audit show main.2/12",
    "hookline audit show 0198c0de-7e57-7000-8000-000000000000 --json",
  ],
  answers: auditShowAnswer,
  declare: (command) =>
    declareTrail(
      command.argument("<record>", "its number, its chain and number, or the id of its event"),
    ).option("--json", "print { record, where, hash, payload, other, proof } as JSON"),
  async run([name = ""], options) {
    const named = namedRecord(name, options);
    const { folder, found } = named;
    const { chain, record, line, where } = found;
    const payload = readPayload(folder, chain, record.payload);
    const [other, proof] = [otherHalf(named), proofOf(named)];
    if (options.json === true) {
      const shown = { record, where, hash: leafHash(line), payload, other: other?.record ?? null, proof };
      writeWhole(1, `${JSON.stringify(shown, null, 2)}\n`);
      return 0;
    }
    const paint = paintFor(1);
    const lines = [
      renderFound(found, paint),
      ...facts(record).map(([fact, text]) => `  ${paint.dim(fact.padEnd(13))} ${visibleLine(text)}`),
      ...(record.kind === "decision" ? record.hooks.flatMap((hook) => hookLines(hook, paint)) : []),
      ...payloadLines(payload, paint),
      ...(other
        ? [`  ${paint.dim(record.kind === "decision" ? "then" : "decided")}: ${renderFound(other, paint)}`]
        : []),
      `  ${paint.dim("stands in")}     ${visibleLine(where)}`,
      `  ${paint.dim("leaf hash")}     ${leafHash(line)}`,
      `  ${paint.dim("proof")}         ${visibleLine(proof.text)}`,
    ];
    writeWhole(1, `${lines.join("\n")}\n`);
    return 0;
  },
});

function facts(record: AuditRecord): readonly (readonly [string, string])[] {
  const { actor } = record;
  const agents = actor.agents.map(({ id, type }) => (type === "" ? id : `${type} (${id})`)).join(" > ");
  const who = `${actor.user} on ${actor.host}, process ${actor.pid}${agents === "" ? "" : `, agent ${agents}`}`;
  if (record.kind === "note")
    return [
      ["who", who],
      ["detail", JSON.stringify(record.detail)],
    ];
  const { tool } = record;
  const common: readonly (readonly [string, string])[] = [
    ["event", `${record.event} ${record.eventId}`],
    [
      "tool",
      tool === null ? "" : `${tool.name} (${tool.kind})${tool.useId === "" ? "" : `, call ${tool.useId}`}`,
    ],
    ["reason", record.kind === "decision" ? record.reason : record.error],
    ["faults", record.kind === "decision" ? record.faults.join("; ") : ""],
    ["who", who],
    ["session", record.session],
    ["project", record.project],
    ["took", `${Math.round(record.durationMs)} ms`],
    ["input", sha(record.inputDigest)],
    ["output", record.kind === "execution" ? sha(record.outputDigest) : ""],
    ["configuration", sha(record.configuration)],
  ];
  return common.filter(([, text]) => text !== "");
}

function sha(digest: string): string {
  return digest === "" ? "" : `sha256:${digest}`;
}

function hookLines(hook: AuditedHook, paint: Paint): string[] {
  const { id, type, mode, verdict, fault, failedOpen, reason, source, durationMs, digest } = hook;
  const said = [verdict, mode === "enforce" ? "" : mode, fault ?? "", failedOpen ? "failed open" : ""];
  const line = `hook ${id}  ${type}  ${said.filter((word) => word !== "").join(", ")}  ${Math.round(durationMs)} ms  ${source}`;
  return [
    `  ${visibleLine(line)}`,
    ...(reason === "" ? [] : [`      ${visibleLine(reason)}`]),
    ...(digest === "" ? [] : [paint.dim(visibleLine(`      sha256:${digest}`))]),
  ];
}

function payloadLines(kept: KeptPayload, paint: Paint): string[] {
  const head = (text: string) => [`  ${paint.dim("payload")}       ${visibleLine(text)}`];
  switch (kept.state) {
    case "kept": {
      const text = visible(JSON.stringify(kept.payload, null, 2));
      return [...head("kept, and as it was:"), ...text.split("\n").map((line) => `    ${line}`)];
    }
    case "erased":
      return head(`erased ${localMoment(kept.time)}: ${kept.reason}`);
    case "missing":
      return head("missing: it was kept, and nobody erased it as it should be done");
    case "changed":
      return head("changed: what is there is not what was recorded");
    case "not-kept":
      return head("not kept; only its digest was recorded");
  }
}

/** What a signed checkpoint says for the record, or why none does yet. */
function proofOf({ folder, found: { chain, record } }: NamedRecord): {
  readonly holds: boolean;
  readonly text: string;
} {
  try {
    const proof = proveRecord(folder, chain, record.seq);
    const signer = listKeys(folder).find(({ key }) => checkProof(proof, key).holds);
    const by = signer ? `signed with key ${shortKey(signer.key)}` : "the key that signed it is not here";
    return { holds: signer !== undefined, text: `${checkProof(proof, signer?.key).detail}, ${by}` };
  } catch (error) {
    if (!(error instanceof HooklineError)) throw error;
    return { holds: false, text: error.message };
  }
}
