import { diagnosticAnswer } from "./decision.ts";
import { anyObject, anything, fields, list, map, orNull, text, word, yesNo } from "./schema.ts";

const ruleVerdict = word("deny", "ask", "allow", "redact");
const severity = word("low", "medium", "high", "critical");
const each = word("event", "command", "path", "host", "text");

const ruleAnswer = fields({
  id: text,
  pack: orNull(text),
  verdict: ruleVerdict,
  each,
  severity,
  owner: orNull(text),
  expires: orNull(text),
  reason: text,
  when: text,
  problem: orNull(text),
});

const sayingAnswer = fields({
  policy: orNull(text),
  id: text,
  verdict: ruleVerdict,
  says: word("fits", "no", "excepted", "expired", "aside", "error", "unsure"),
  about: text,
  detail: text,
});

const caseAnswer = fields({
  name: text,
  event: text,
  kind: orNull(text),
  verdict: word("pass", "allow", "ask", "deny"),
  reason: text,
  faults: list(text),
  rules: list(sayingAnswer),
  redactions: list(anyObject),
});

/** What `hookline policy check --json` prints. */
export const policyCheckAnswer = fields({
  problems: list(diagnosticAnswer),
  policies: list(
    fields({
      id: orNull(text),
      source: text,
      event: orNull(text),
      matcher: orNull(text),
      rules: list(ruleAnswer),
    }),
  ),
  cases: list(caseAnswer),
});

const packRuleAnswer = fields({
  id: text,
  verdict: ruleVerdict,
  when: text,
  reason: text,
  "each?": each,
  "kinds?": list(text),
  "programs?": list(text),
  "events?": list(text),
  "severity?": severity,
  "owner?": text,
  "expires?": text,
  "except?": list(fields({ when: text, reason: text, "owner?": text, "expires?": text })),
});

/** What `hookline policy packs --json` prints. */
export const policyPacksAnswer = list(
  fields({
    name: text,
    summary: text,
    rules: list(packRuleAnswer),
    "settings?": map(fields({ summary: text, default: anything, "patterns?": yesNo })),
  }),
);

/** A command as the reading of a shell text gives it: more may be said of it. */
const commandAnswer = fields(
  {
    program: text,
    called: text,
    args: list(anyObject),
    via: list(text),
    dynamic: yesNo,
    folder: orNull(text),
    remote: yesNo,
  },
  { additionalProperties: true },
);

/** What `hookline policy read --json` prints. */
export const policyReadAnswer = fields({
  unread: orNull(text),
  forkBomb: yesNo,
  commands: list(commandAnswer),
  paths: list(
    fields({
      text,
      path: text,
      "way?": text,
      real: text,
      access: text,
      recursive: yesNo,
      glob: yesNo,
      known: yesNo,
      by: text,
    }),
  ),
  hosts: list(fields({ name: text, url: text, known: yesNo, upload: yesNo, by: text })),
});
