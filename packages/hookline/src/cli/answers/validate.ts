import { diagnosticAnswer } from "./decision.ts";
import { count, fields, list, text, yesNo } from "./schema.ts";

/** What `hookline validate --json` prints. */
export const validateAnswer = fields({
  files: list(fields({ file: text, dialect: text, hooks: count, readable: yesNo })),
  diagnostics: list(diagnosticAnswer),
  errors: count,
  warnings: count,
});
