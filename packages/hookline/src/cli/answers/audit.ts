import type { JsonObject } from "../../contract/json.ts";
import { anyObject, anything, count, fields, list, number, orNull, text, word, yesNo } from "./schema.ts";

/** A record of the trail: where it stands, and what was recorded, which differs by `kind`. */
export const auditRecordAnswer = fields(
  {
    v: { const: 1 },
    chain: text,
    seq: count,
    prev: text,
    time: text,
    mono: number,
    boot: text,
    payload: orNull(fields({ how: word("salted", "keyed"), digest: text, size: count })),
    kind: word("decision", "execution", "note"),
    actor: fields({ user: text, host: text, pid: count, agents: list(fields({ id: text, type: text })) }),
  },
  { additionalProperties: true },
);

const perLine = (schema: JsonObject): JsonObject => ({ description: "One such object a line.", ...schema });

/** What `hookline audit query --json` and `hookline audit export --json` print: one record a line. */
export const auditLinesAnswer = perLine(auditRecordAnswer);

const status = word("unreadable", "tampered", "torn", "intact");

const problemAnswer = fields({ what: text, where: text, seq: orNull(count), detail: text });

const chainAnswer = fields({
  chain: text,
  status,
  records: count,
  files: count,
  bytes: count,
  firstTime: text,
  lastTime: text,
  problems: list(problemAnswer),
  moreProblems: count,
  remarks: list(fields({ note: text, seq: count, time: text, detail: text })),
  checkpoints: count,
  lastCheckpoint: orNull(fields({ size: count, time: text, key: text })),
  unsigned: count,
  keys: list(fields({ key: text, fromSeq: count, known: yesNo })),
  headChecked: yesNo,
  lost: count,
  payloads: count,
  erased: count,
});

/** What `hookline audit verify --json` prints. */
export const auditVerifyAnswer = fields({
  folder: text,
  status,
  chains: list(chainAnswer),
  problems: list(problemAnswer),
  "untold?": count,
});

/** What `hookline audit --json` prints; `on` is null where only a folder was looked at. */
export const auditAnswer = fields({
  folder: text,
  on: orNull(yesNo),
  "settings?": anyObject,
  "files?": list(text),
  "redact?": list(text),
  chains: list(
    fields({
      chain: text,
      records: count,
      files: count,
      last: orNull(auditRecordAnswer),
      checkpoint: orNull(fields({ size: count, time: text })),
    }),
  ),
  destinations: list(
    fields({
      chain: text,
      name: text,
      type: text,
      seq: count,
      behind: count,
      attempts: count,
      error: text,
      retryAt: number,
      delivered: text,
    }),
  ),
});

const keptAnswer: JsonObject = {
  anyOf: [
    fields({ state: { const: "kept" }, payload: anything }),
    fields({ state: { const: "erased" }, seq: count, time: text, reason: text }),
    fields({ state: word("missing", "changed", "not-kept") }),
  ],
};

/** What `hookline audit show --json` prints. */
export const auditShowAnswer = fields({
  record: auditRecordAnswer,
  where: text,
  hash: text,
  payload: keptAnswer,
  other: orNull(auditRecordAnswer),
  proof: fields({ holds: yesNo, text }),
});

/** What `hookline audit prove` prints: a proof, or with `--check --json` what it shows. */
export const auditProveAnswer: JsonObject = {
  anyOf: [
    fields({
      format: { const: "hookline/proof@1" },
      record: text,
      index: count,
      size: count,
      hashes: list(text),
      checkpoint: text,
    }),
    fields({ holds: yesNo, fits: yesNo, detail: text, origin: text, record: orNull(auditRecordAnswer) }),
  ],
};

/** What `hookline audit keys --json` prints, and `hookline audit keys rotate --json`. */
export const auditKeysAnswer = list(fields({ key: text, since: text, current: yesNo }));

/** What `hookline audit erase --json` prints. */
export const auditEraseAnswer = fields({ chain: text, seq: count, noteIn: text, reason: text });

/** What `hookline audit ship --json` prints. */
export const auditShipAnswer = list(
  fields({
    chain: text,
    name: text,
    type: text,
    state: word("done", "failed", "waiting", "busy", "stopped"),
    sent: count,
    retryInMs: number,
    error: text,
  }),
);
