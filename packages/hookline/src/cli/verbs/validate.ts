import { type Diagnostic, type Validation, validateHookFiles } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { validateAnswer } from "../answers/validate.ts";
import { workingFolder } from "../folder.ts";
import { type Paint, paintFor } from "../render.ts";
import { shownText } from "../shown.ts";
import { defineVerb, textOption, UsageError } from "../verb.ts";
import { visibleLine } from "../visible.ts";

/** `hookline validate`: judges hook files and says what is wrong in them, for people, editors and CI. */
export const validateVerb = defineVerb({
  name: "validate",
  summary: "check hook files: file:line:column, what is wrong, what to write",
  examples: [
    "hookline validate                              (all that hold in this project)",
    "hookline validate .hookline/hooks.json --strict",
    "hookline validate .claude/settings.json --json",
    "hookline validate my-hooks.json --dialect forge",
    "",
    "Exit status: 1 an error, or with --strict a warning; 0 otherwise. Nothing of a hook is run.",
  ],
  answers: validateAnswer,
  declare: (command) =>
    command
      .argument("[file...]", "the hook files; whose they are, their paths tell (native if they do not)")
      .option("--dialect <name>", "read them as files of this dialect")
      .option("--strict", "exit with 1 for warnings, too")
      .option("--json", "print { files, diagnostics, errors, warnings } as JSON"),
  async run(files, options) {
    if (files.includes("-")) throw new UsageError("- : a hook file has a path; name the file");
    const found = await validateHookFiles({
      cwd: workingFolder(options),
      dialect: textOption(options, "dialect"),
      ...(files.length > 0 && { files: [...new Set(files)] }),
    });
    const errors = countOf(found, "error");
    const warnings = countOf(found, "warning");
    if (options.json === true) writeWhole(1, `${JSON.stringify({ ...found, errors, warnings }, null, 2)}\n`);
    else {
      const paint = paintFor(1);
      for (const one of found.diagnostics)
        if (one.severity !== "info" || options.verbose === true) writeWhole(1, `${line(one, paint)}\n`);
      if (options.quiet !== true) writeWhole(1, `${summary(found, errors, warnings, paint)}\n`);
    }
    return errors > 0 || (options.strict === true && warnings > 0) ? 1 : 0;
  },
});

function countOf({ diagnostics }: Validation, severity: Diagnostic["severity"]): number {
  return diagnostics.filter((one) => one.severity === severity).length;
}

function line({ file, line: row, column, severity, message, hint }: Diagnostic, paint: Paint): string {
  const tint = severity === "error" ? paint.red : severity === "warning" ? paint.yellow : paint.dim;
  const said = visibleLine(shownText(hint === "" ? message : `${message}; ${hint}`));
  return `${visibleLine(file)}:${row}:${column}: ${tint(severity)}: ${said}`;
}

function summary({ files }: Validation, errors: number, warnings: number, paint: Paint): string {
  if (files.length === 0) return "no hook file is here";
  const hooks = files.reduce((sum, file) => sum + file.hooks, 0);
  const what = `${some(hooks, "hook")} in ${some(files.length, "file")}`;
  if (errors + warnings === 0) return paint.green(`${what}, nothing wrong`);
  const wrong = [
    ...(errors > 0 ? [some(errors, "error")] : []),
    ...(warnings > 0 ? [some(warnings, "warning")] : []),
  ];
  return `${what}, ${(errors > 0 ? paint.red : paint.yellow)(wrong.join(", "))}`;
}

function some(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
