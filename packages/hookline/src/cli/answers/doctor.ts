import { fields, list, text, word } from "./schema.ts";

/** What `hookline doctor --json` prints. */
export const doctorAnswer = fields({
  checks: list(text),
  findings: list(
    fields({ check: text, severity: word("error", "warning", "info"), where: text, what: text, mend: text }),
  ),
});
