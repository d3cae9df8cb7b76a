import { resolve } from "node:path";
import { readWhole } from "../../system/whole-file.ts";
import { workingFolder } from "../folder.ts";
import { textOption, UsageError, type VerbOptions } from "../verb.ts";

/** The text of the file that an option names, if it was given. */
export function givenFile(options: VerbOptions, name: string): string | undefined {
  const file = textOption(options, name);
  if (file === undefined) return undefined;
  const read = readWhole(resolve(workingFolder(options), file));
  if ("error" in read) throw new UsageError(`--${name} ${file}: ${read.error.message}`);
  return read.text;
}
