import { suggest } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { readWhole } from "../../system/whole-file.ts";
import { workingFolder } from "../folder.ts";
import { writeOut } from "../out-file.ts";
import { packagedFile } from "../packaged.ts";
import { defineVerb, textOption, UsageError } from "../verb.ts";

/** The one-file helpers by their language. */
const helpers: { readonly [language: string]: string } = {
  python: "helpers/hookline.py",
  bash: "helpers/hookline.sh",
};

/** `hookline helper`: prints or writes the one-file helper with which a hook is five lines of Python or shell. */
export const helperVerb = defineVerb({
  name: "helper",
  summary: "print the one-file helper for hooks in Python or bash",
  examples: [
    "hookline helper python --out .hookline/scripts/hookline.py",
    "hookline helper bash --out .hookline/scripts/hookline.sh",
    "hookline helper bash | less",
    "",
    "Put it beside your hook; the first lines of the file show a hook that uses it. For JavaScript and TypeScript, import defineHook",
    "from hookline/hook. Exit status: 0, or 1 if the file cannot be written.",
  ],
  completes: { language: Object.keys(helpers) },
  declare: (command) =>
    command
      .argument("<language>", "python or bash")
      .option("--out <file>", "write it to this file instead of printing it")
      .option("--force", "write over a file that is there"),
  async run([language = ""], options) {
    const file = Object.hasOwn(helpers, language) ? helpers[language] : undefined;
    if (file === undefined) throw new UsageError(unknown(language));
    const read = readWhole(packagedFile(file));
    if ("error" in read) throw new UsageError(`${read.error.message}: install hookline again`);
    const out = textOption(options, "out");
    if (out === undefined) {
      writeWhole(1, read.text);
      return 0;
    }
    writeOut(workingFolder(options), out, read.text, 0o644, options.force === true);
    if (options.quiet !== true) writeWhole(2, `written to ${out}\n`);
    return 0;
  },
});

function unknown(language: string): string {
  if (/^(?:typescript|javascript|ts|js|node)$/i.test(language))
    return `${language} needs no helper: import { defineHook } from "hookline/hook"`;
  if (/^(?:sh|shell|zsh|dash)$/i.test(language))
    return 'the helper for every shell is "hookline helper bash"';
  const meant = suggest(language, Object.keys(helpers));
  return `there is no helper for "${language}"; ${meant ? `did you mean ${meant}?` : `there are ${Object.keys(helpers).join(" and ")}`}`;
}
