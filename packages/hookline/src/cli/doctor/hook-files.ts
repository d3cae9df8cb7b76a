import { defineCheck } from "./check.ts";

/** What is wrong in the hook files: what cannot be read or lacks entries, whose owner is wrong, which rule has expired. */
export const hookFilesCheck = defineCheck({
  name: "hook-files",
  summary: "hook files and what is wrong in them",
  run: ({ engine }) =>
    [...engine.diagnostics, ...engine.twoMeanings()].map(
      ({ severity, file, line, column, message, hint }) => ({
        severity,
        where: `${file}:${line}:${column}`,
        what: message,
        mend: hint,
      }),
    ),
});
