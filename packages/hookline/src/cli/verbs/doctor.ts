import { createEngine } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { allChecks } from "../doctor/all.ts";
import { doctorAnswers } from "../doctor/answers.ts";
import type { Check } from "../doctor/check.ts";
import { examine, type Found } from "../doctor/examine.ts";
import { workingFolder } from "../folder.ts";
import { type Paint, paintFor } from "../render.ts";
import { shownText } from "../shown.ts";
import { collect, defineVerb, listOption, UsageError } from "../verb.ts";
import { visibleLine } from "../visible.ts";

/** `hookline doctor`: looks at everything that keeps hooks from doing their work, and says what mends it. */
export const doctorVerb = defineVerb({
  name: "doctor",
  summary: "look for what keeps hooks from working, and say what mends it",
  examples: [
    "hookline doctor                    (exit status 1 if there is an error)",
    "hookline doctor -v                 (also what is good to know, and what was looked at)",
    "hookline doctor --check programs   (one check; may be repeated)",
    "hookline doctor --json",
    "",
    `Checks: ${allChecks.map(({ name }) => name).join(", ")}.`,
    "A canary is an event that a guard must deny; only guards run, and nothing is remembered of it. Policies get those of their",
    "packs. A command may do more than judge: it is fired at only if it is approved, its event is PreToolUse, PermissionRequest",
    "or UserPromptSubmit, and a case in .hookline/tests/ that expects a deny reaches it; --canary fires the usual ones (rm -rf /)",
    "at every approved guard. A hook can tell by HOOKLINE_CANARY=1. The doctor runs in the project itself, hookline test in a copy.",
  ],
  answers: doctorAnswers,
  declare: (command) =>
    command
      .option("--check <name>", "only this check (may be repeated)", collect)
      .option("--canary", "fire the usual canaries at every approved guard")
      .option("--no-canary", "fire nothing")
      .option("--json", "print the findings as JSON"),
  async run(_args, options) {
    const checks = chosenChecks(listOption(options, "check"));
    const engine = await createEngine({ cwd: workingFolder(options) });
    try {
      const canary = options.canary === false ? "off" : options.canary === true ? "all" : "known";
      const found = await examine({ engine, systemRoot: "/", now: Date.now(), canary }, checks);
      const looked = {
        checks: checks.map(({ name }) => name),
        hooks: engine.hooks.length,
        proven: found.filter(({ proven }) => proven).length,
      };
      if (options.json === true)
        writeWhole(1, `${JSON.stringify({ ...looked, findings: found }, null, 2)}\n`);
      else if (options.quiet === true) writeWhole(1, errorLines(found, paintFor(1)));
      else writeWhole(1, render(found, looked, options.verbose === true, paintFor(1)));
      return found.some(({ severity }) => severity === "error") ? 1 : 0;
    } finally {
      await engine.close();
    }
  },
});

function chosenChecks(names: readonly string[] | undefined): readonly Check[] {
  if (!names) return allChecks;
  const known = allChecks.map(({ name }) => name);
  const wrong = names.find((name) => !known.includes(name));
  if (wrong !== undefined)
    throw new UsageError(`--check ${wrong}: there is no such check; write one of ${known.join(", ")}`);
  return allChecks.filter(({ name }) => names.includes(name));
}

interface Looked {
  readonly checks: readonly string[];
  readonly hooks: number;
  readonly proven: number;
}

/** All that is said with --quiet: an exit status of 1 without a word would leave people guessing. */
function errorLines(found: readonly Found[], paint: Paint): string {
  const errors = found.filter(({ severity }) => severity === "error");
  return errors.flatMap((one) => linesOf(one, paint).map((line) => `${line}\n`)).join("");
}

function linesOf({ severity, where, what, mend }: Found, paint: Paint): readonly string[] {
  const tint = severity === "error" ? paint.red : severity === "warning" ? paint.yellow : paint.dim;
  const head = `${tint(severity)}  ${shown(where)}: ${shown(what)}`;
  return mend === "" ? [head] : [head, `    ${paint.dim(shown(mend))}`];
}

function render(found: readonly Found[], looked: Looked, verbose: boolean, paint: Paint): string {
  const told = verbose ? found : found.filter(({ severity }) => severity !== "info");
  const lines = told.flatMap((one) => linesOf(one, paint));
  const hidden = found.length - told.length;
  const more = hidden === 0 ? "" : `; ${hidden} more to know (-v shows them)`;
  const count = (severity: Found["severity"], word: string) => {
    const number = found.filter((one) => one.severity === severity).length;
    return number === 0 ? [] : [`${number} ${word}${number === 1 ? "" : "s"}`];
  };
  const counts = [...count("error", "error"), ...count("warning", "warning")].join(", ");
  lines.push(`${counts === "" ? "nothing is wrong here" : counts}${more}`);
  if (verbose) {
    const number = (many: number, word: string) => `${many} ${word}${many === 1 ? "" : "s"}`;
    const proofs = looked.proven === 0 ? "" : `, ${number(looked.proven, "proof")} by a denied canary`;
    lines.push(
      paint.dim(
        `looked at: ${number(looked.checks.length, "check")}, ${number(looked.hooks, "hook")}${proofs}`,
      ),
    );
  }
  return `${lines.join("\n")}\n`;
}

const shown = (text: string) => visibleLine(shownText(text));
