import { delimiter, isAbsolute } from "node:path";
import { folderFacts } from "../../system/folders.ts";
import { isThere } from "../../system/local-files.ts";
import { quoted } from "../../system/safe-file.ts";
import { defineCheck, type Finding } from "./check.ts";

/** PATH: where the programs of hooks come from, and who could put others in their place. */
export const pathCheck = defineCheck({
  name: "path",
  summary: "PATH, where hooks find their programs",
  run({ engine, env = process.env }) {
    const { PATH: path } = env;
    if (path === undefined || path === "") {
      const what = "PATH is empty: hooks find no program by its name";
      return [{ severity: "error", where: "PATH", what, mend: "export PATH=/usr/local/bin:/usr/bin:/bin" }];
    }
    const parts = [...new Set(path.split(delimiter))];
    return parts.flatMap((part) => partFindings(part, engine.projectDir));
  },
});

function partFindings(part: string, projectDir: string): readonly Finding[] {
  const tell = (severity: Finding["severity"], what: string, mend: string): readonly Finding[] => [
    { severity, where: "PATH", what, mend },
  ];
  if (part === "")
    return tell(
      "warning",
      "it has an empty entry, which means the folder where a hook starts: a file there may run in place of a program",
      'export PATH="$(printf %s "$PATH" | tr -s : | sed "s/^://; s/:$//")"',
    );
  if (!isAbsolute(part))
    return tell(
      "warning",
      `${part} is relative: it means another folder wherever a hook starts (from here ${projectDir}/${part})`,
      `write its whole path into PATH, or take it out`,
    );
  const facts = folderFacts(part);
  if (facts === null)
    return isThere(part)
      ? tell("info", `${part} is no folder, or may not be looked into`, "take it out of PATH")
      : tell("info", `${part} does not exist`, "take it out of PATH");
  const writable = (facts.mode & 0o002) !== 0;
  return writable
    ? tell(
        "error",
        `everybody can put programs into ${part} (mode ${facts.mode.toString(8)})`,
        `chmod o-w ${quoted(part)}`,
      )
    : [];
}
