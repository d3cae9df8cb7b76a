import { dirname, resolve } from "node:path";
import { importHookFile } from "../../index.ts";
import { makeFolder, writeAtomically } from "../../system/files.ts";
import { isThere } from "../../system/local-files.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { importAnswer } from "../answers/import.ts";
import { workingFolder } from "../folder.ts";
import { renderDiagnostic } from "../render.ts";
import { defineVerb, textOption, UsageError } from "../verb.ts";
import { visible } from "../visible.ts";

/** `hookline import`: says another agent's hook file in Hookline's own words. */
export const importVerb = defineVerb({
  name: "import",
  summary: "write the native form of another agent's hook file",
  examples: [
    "hookline import .wingman/wingman.config.json",
    "hookline import .claude/settings.json --output .hookline/hooks.json",
    "hookline import my-hooks.json --dialect forge",
    "",
    "The native file goes to stdout, or to --output. What could not be carried over is listed on stderr; a hook that",
    'would do something else than before is written with "enabled": false.',
  ],
  answers: importAnswer,
  declare: (command) =>
    command
      .argument("<file>", "the hook file")
      .option("--dialect <name>", "whose file it is, if its path does not tell")
      .option("--output <file>", "write the native file here instead of printing it; never over another one")
      .option("--json", "print { dialect, file, hooks, diagnostics, notCarried } instead"),
  async run([file = ""], options) {
    const cwd = workingFolder(options);
    const imported = await importHookFile({ file, cwd, dialect: textOption(options, "dialect") });
    if (options.json === true) {
      writeWhole(1, `${JSON.stringify(imported, null, 2)}\n`);
      return imported.file === null ? 1 : 0;
    }
    for (const diagnostic of imported.diagnostics) writeWhole(2, `${renderDiagnostic(diagnostic)}\n`);
    if (imported.file === null) return 1;
    // Inside of JSON texts what is made visible says the same.
    const text = `${visible(JSON.stringify(imported.file, null, 2))}\n`;
    const output = textOption(options, "output");
    if (output === undefined) writeWhole(1, text);
    else keep(resolve(cwd, output), output, text);
    for (const diagnostic of imported.notCarried) writeWhole(2, `${renderDiagnostic(diagnostic)}\n`);
    if (options.quiet !== true) {
      writeWhole(2, `${summary(imported.hooks, imported.notCarried.length)}\n`);
      writeWhole(
        2,
        `Once the native file is in use, remove the hooks from ${file}: as long as both are read, both run.\n`,
      );
    }
    return 0;
  },
});

/** Another file's hooks must not be lost: what is there stays. */
function keep(path: string, shown: string, text: string): void {
  if (isThere(path)) {
    throw new UsageError(`--output ${shown}: there is a file already; print it and put the two together`);
  }
  makeFolder(dirname(path));
  writeAtomically(path, text, 0o644);
}

function summary(hooks: number, notCarried: number): string {
  const count = hooks === 1 ? "1 hook" : `${hooks} hooks`;
  return notCarried === 0
    ? `${count} carried over; nothing is lost`
    : `${count}; ${notCarried} ${notCarried === 1 ? "thing" : "things"} could not be carried over, listed above`;
}
