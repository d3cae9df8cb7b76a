import { z } from "zod";
import { defineCodingTool } from "./define.ts";
import { FileError } from "./file-error.ts";
import { structuredPatch } from "./patch.ts";
import { targetOf } from "./paths.ts";
import { replaceFile } from "./replace-file.ts";
import { replaceText } from "./replace-text.ts";
import { readBytes, textOf } from "./text-file.ts";

/** Replaces text in a file; line ends, the mark at its beginning and the mode stay. */
export const editFile = defineCodingTool({
  name: "edit_file",
  description:
    "Replaces text in a file. old_string must be there exactly as written, and only once unless replace_all is true: " +
    "take in lines around it to make it unique.",
  schema: z.object({
    file_path: z.string().min(1).describe("The file; relative paths start at the working directory"),
    old_string: z.string().describe("The text to replace, without line numbers"),
    new_string: z.string().describe("The text to put there"),
    replace_all: z.boolean().optional().describe("Replace it everywhere (default false)"),
  }),
  open: () => async (input, run) => {
    const { old_string: oldString, new_string: newString, replace_all: replaceAll = false } = input;
    const target = targetOf(run, input.file_path);
    // From here to the end nothing else of this process comes in between, so edits of one file never lose each other.
    const old = readBytes(target);
    run.seen.check(target, old.bytes);
    const { text, bom } = textOf(old.bytes, target.path);
    const result = replaceText(text, oldString, newString, replaceAll);
    if ("problem" in result) throw new FileError(`${result.problem}: ${target.path}`);
    const bytes = Buffer.from(bom + result.text);
    replaceFile(target, bytes, old);
    run.seen.note(target, bytes);
    run.onRead?.(target.path);
    const [before, after] = [text, result.text].map((one) => one.replaceAll("\r\n", "\n"));
    return [
      `${result.count === 1 ? "One place was" : `${result.count} places were`} changed: ${target.path}`,
      {
        filePath: target.path,
        oldString,
        newString,
        originalFile: text,
        structuredPatch: structuredPatch(before ?? "", after ?? ""),
        userModified: false,
        replaceAll,
      },
    ];
  },
});
