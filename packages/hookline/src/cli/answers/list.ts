import { anything, count, fields, list, number, orNull, text, word, yesNo } from "./schema.ts";

const healthAnswer = fields({
  faults: count,
  failedOpen: count,
  since: text,
  last: fields({ event: text, fault: text, detail: text, failedOpen: yesNo, at: text }),
});

const originAnswer = fields({
  name: word("matcher", "timeout", "onFailure", "mode", "environment", "passEnv", "cwd", "background"),
  value: anything,
  from: word(
    "entry",
    "group",
    "defaults",
    "managed",
    "variable",
    "type",
    "dialect",
    "event",
    "layer",
    "code",
    "built-in",
  ),
  where: text,
});

/** What `hookline list --json` prints; what `--effective` and `--show-origin` add may be missing. */
export const listAnswer = list(
  fields({
    id: text,
    event: text,
    matcher: orNull(text),
    meaning: text,
    type: text,
    source: text,
    dialect: text,
    state: word("active", "disabled", "paused", "untrusted"),
    onFailure: word("continue", "block"),
    mode: word("enforce", "warn", "shadow"),
    trust: word("own", "managed", "trusted", "untrusted", "modified"),
    health: orNull(healthAnswer),
    "order?": count,
    "timeoutMs?": number,
    "groupTimeoutMs?": orNull(number),
    "environment?": word("whole", "scrubbed", "strict"),
    "passEnv?": list(text),
    "cwd?": orNull(text),
    "background?": yesNo,
    "standsFor?": list(text),
    "origins?": list(originAnswer),
  }),
);
