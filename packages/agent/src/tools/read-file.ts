import { z } from "zod";
import { defineCodingTool } from "./define.ts";
import { FileError } from "./file-error.ts";
import { targetOf } from "./paths.ts";
import { readBytes, textOf } from "./text-file.ts";

const mostLines = 2_000;
const longestLine = 2_000;
const mostCharacters = 100_000;

/** Shows a part of a text file with line numbers. */
export const readFile = defineCodingTool({
  name: "read_file",
  description:
    `Reads a text file. Lines come with their numbers; at most ${mostLines} of them, unless limit says otherwise. ` +
    "Use offset (first line, from 1) and limit for a part of a long file.",
  schema: z.object({
    file_path: z.string().min(1).describe("The file; relative paths start at the working directory"),
    offset: z.number().int().min(0).optional().describe("The first line to show, from 1"),
    limit: z.number().int().positive().optional().describe("How many lines to show"),
  }),
  open: () => async (input, run) => {
    const target = targetOf(run, input.file_path);
    const { bytes } = readBytes(target);
    const { text } = textOf(bytes, target.path);
    run.seen.note(target, bytes);
    run.onRead?.(target.path);
    // A line end after the last line begins one more, empty line: so Claude Code counts.
    const all = text.replaceAll("\r\n", "\n").split("\n");
    const startLine = Math.max(1, input.offset ?? 1);
    if (startLine > all.length)
      throw new FileError(
        `The file has only ${all.length} lines, there is no line ${startLine}: ${target.path}`,
      );
    const shown = withinBounds(all.slice(startLine - 1, startLine - 1 + (input.limit ?? mostLines)));
    const end = startLine - 1 + shown.length;
    const file = {
      filePath: target.path,
      content: shown.join("\n"),
      numLines: shown.length,
      startLine,
      totalLines: all.length,
    };
    return [
      text === "" ? `The file is empty: ${target.path}` : numbered(shown, startLine) + rest(end, all.length),
      { type: "text", file },
    ];
  },
});

/** As many lines as fit; always one. */
function withinBounds(lines: readonly string[]): readonly string[] {
  let characters = 0;
  const end = lines.findIndex((line, index) => {
    characters += Math.min(line.length, longestLine) + 1;
    return index > 0 && characters > mostCharacters;
  });
  return end < 0 ? lines : lines.slice(0, end);
}

function numbered(lines: readonly string[], first: number): string {
  // The empty line after the last line end is of no use to a model.
  const useful = lines.length > 1 && lines.at(-1) === "" ? lines.slice(0, -1) : lines;
  return useful.map((line, index) => `${String(first + index).padStart(6)}\t${shortened(line)}`).join("\n");
}

function shortened(line: string): string {
  return line.length <= longestLine
    ? line
    : `${line.slice(0, longestLine)} [… ${line.length - longestLine} characters left out …]`;
}

function rest(end: number, total: number): string {
  return end < total ? `\n[lines ${end + 1} to ${total} are not shown: go on with offset ${end + 1}]` : "";
}
