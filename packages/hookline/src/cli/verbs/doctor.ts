import { createEngine } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { allChecks } from "../doctor/all.ts";
import { examine, type Found } from "../doctor/examine.ts";
import { workingFolder } from "../folder.ts";
import { type Paint, paintFor } from "../render.ts";
import { defineVerb } from "../verb.ts";
import { visibleLine } from "../visible.ts";

/** `hookline doctor`: looks at everything that keeps hooks from doing their work, and says what mends it. */
export const doctorVerb = defineVerb({
  name: "doctor",
  summary: "look for what keeps hooks from working, and say what mends it",
  examples: [
    "hookline doctor            (exit status 1 if there is an error)",
    "hookline doctor -v         (also what is good to know)",
    "hookline doctor --json",
  ],
  declare: (command) => command.option("--json", "print the findings as JSON"),
  async run(_args, options) {
    const engine = await createEngine({ cwd: workingFolder(options) });
    try {
      const found = examine({ engine, systemRoot: "/", now: Date.now() });
      const checks = allChecks.map(({ name }) => name);
      if (options.json === true) writeWhole(1, `${JSON.stringify({ checks, findings: found }, null, 2)}\n`);
      else if (options.quiet !== true) writeWhole(1, render(found, options.verbose === true, paintFor(1)));
      return found.some(({ severity }) => severity === "error") ? 1 : 0;
    } finally {
      await engine.close();
    }
  },
});

function render(found: readonly Found[], verbose: boolean, paint: Paint): string {
  const shown = verbose ? found : found.filter(({ severity }) => severity !== "info");
  const lines = shown.flatMap(({ severity, where, what, mend }) => {
    const tint = severity === "error" ? paint.red : severity === "warning" ? paint.yellow : paint.dim;
    const head = `${tint(severity)}  ${visibleLine(where)}: ${visibleLine(what)}`;
    return mend === "" ? [head] : [head, `    ${paint.dim(visibleLine(mend))}`];
  });
  const hidden = found.length - shown.length;
  const more = hidden === 0 ? "" : `; ${hidden} more to know (-v shows them)`;
  const count = (severity: Found["severity"], word: string) => {
    const number = found.filter((one) => one.severity === severity).length;
    return number === 0 ? [] : [`${number} ${word}${number === 1 ? "" : "s"}`];
  };
  const counts = [...count("error", "error"), ...count("warning", "warning")].join(", ");
  lines.push(`${counts === "" ? "nothing is wrong here" : counts}${more}`);
  return `${lines.join("\n")}\n`;
}
