import { homeFolder } from "../../system/home-folder.ts";
import { unreadFiles } from "../explain/unread-files.ts";
import { defineCheck } from "./check.ts";

/** What is wrong in the hook files: what cannot be read or lacks entries, whose owner is wrong, which rule has expired. */
export const hookFilesCheck = defineCheck({
  name: "hook-files",
  summary: "hook files and what is wrong in them",
  run: ({ engine, env = process.env }) => [
    ...[...engine.diagnostics, ...engine.twoMeanings()].map(
      ({ severity, file, line, column, message, hint }) => ({
        severity,
        where: `${file}:${line}:${column}`,
        what: message,
        mend: hint,
      }),
    ),
    // Guards in a file that nobody reads let everything through, in silence.
    ...unreadFiles(engine, engine.projectDir, homeFolder(env)).map(({ path, why, mend }) => ({
      severity: "warning" as const,
      where: path,
      what: `this hook file is not read: ${why}`,
      mend,
    })),
  ],
});
