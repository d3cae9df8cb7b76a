import { diagnosticAnswer } from "./decision.ts";
import { anyObject, count, fields, list, orNull, text } from "./schema.ts";

/** What `hookline import --json` prints. */
export const importAnswer = fields({
  dialect: text,
  file: orNull(anyObject),
  hooks: count,
  diagnostics: list(diagnosticAnswer),
  notCarried: list(diagnosticAnswer),
});
