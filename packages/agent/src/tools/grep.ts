import { statSync } from "node:fs";
import { join } from "node:path";
import { RE2JS } from "re2js";
import { z } from "zod";
import type { ToolRun } from "./context.ts";
import { defineCodingTool, type ToolAnswer } from "./define.ts";
import { FileError, onFile, TooLargeError } from "./file-error.ts";
import { compileGlob } from "./glob-pattern.ts";
import { type FileMatches, matchesIn } from "./grep-file.ts";
import { targetOf } from "./paths.ts";
import { searchMs, staysInside } from "./search-folder.ts";
import { readBytes } from "./text-file.ts";
import { type WalkLimits, walk } from "./walk.ts";

const modes = ["files_with_matches", "content", "count"] as const;
const mostResults = 500;
const mostCharacters = 30_000;
const mostNotes = 10;

const schema = z.object({
  pattern: z.string().min(1).describe("A regular expression (RE2: no look-around, no back references)"),
  path: z.string().min(1).optional().describe("A file or folder (default: the working directory)"),
  glob: z.string().min(1).optional().describe("Only files that fit, such as *.ts or src/**/*.{js,jsx}"),
  output_mode: z.enum(modes).optional().describe("files_with_matches (default), content or count"),
  "-i": z.boolean().optional().describe("Ignore case"),
  "-C": z.number().int().min(0).max(50).optional().describe("Lines to show around each (content mode)"),
  head_limit: z.number().int().positive().optional().describe("At most so many lines of answer"),
});

/** Finds lines of files; whatever the pattern, it takes time in proportion to the text and ends after a while. */
export const grep = defineCodingTool({
  name: "grep",
  description:
    "Finds lines that fit a regular expression. Leaves out .git, node_modules, what Git ignores and binary files.",
  schema,
  open: () => async (input, run) => {
    const regex = compile(input.pattern, input["-i"] ?? false);
    const found: FileMatches[] = [];
    const notes = new Set<string>();
    const limits: WalkLimits = {
      until: performance.now() + searchMs,
      stop: run.stop,
      cut: () => notes.add(`the search was ended after ${searchMs / 1000} seconds`),
    };
    const most = Math.min(input.head_limit ?? mostResults, mostResults);
    let lines = 0;
    for await (const file of filesOf(run, input, limits)) {
      const matches = await matchesIn(file, regex, input["-C"] ?? 0, limits).catch((error: unknown) => {
        if (!(error instanceof TooLargeError)) throw error;
        notes.add(`${file.path} is too large`);
        return null;
      });
      if (!matches) continue;
      found.push(matches);
      lines += input.output_mode === "content" ? matches.lines.length : 1;
      if (lines > most) break;
    }
    return answer(input.output_mode ?? "files_with_matches", found, most, [...notes].slice(0, mostNotes));
  },
});

function compile(pattern: string, ignoreCase: boolean): RE2JS {
  try {
    return RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    const why = error instanceof Error ? error.message : "it cannot be read";
    throw new FileError(`The pattern is no regular expression (${why}): ${pattern}`);
  }
}

/** The files to look into: as shown, and as opened. */
async function* filesOf(run: ToolRun, { path, glob }: z.infer<typeof schema>, limits: WalkLimits) {
  const target = targetOf(run, path ?? ".");
  const mayRead = run.mayRead ?? (() => true);
  if (!onFile(target.path, () => statSync(target.real)).isDirectory()) {
    if (!mayRead(target.real)) throw new FileError(`A rule keeps this file from being read: ${target.path}`);
    readBytes(target);
    yield target;
    return;
  }
  const wanted = glob === undefined ? "**" : staysInside(glob);
  const fits = compileGlob(wanted.includes("/") || wanted === "**" ? wanted : `**/${wanted}`);
  for await (const file of walk(target.real, limits)) {
    const real = join(target.real, file.path);
    if (file.regular && fits(file.path) && mayRead(real)) yield { path: join(target.path, file.path), real };
  }
}

function answer(
  mode: (typeof modes)[number],
  found: readonly FileMatches[],
  most: number,
  told: readonly string[],
): ToolAnswer {
  const all =
    mode === "content"
      ? found.flatMap(({ path, lines }) => lines.map((line) => `${path}:${line}`))
      : found.map(({ path, count }) => (mode === "count" ? `${path}:${count}` : path));
  const shown = all.slice(0, most);
  const joined = shown.join("\n");
  const content = joined.slice(0, mostCharacters);
  const notes = [
    ...(content.length < joined.length || shown.length < all.length ? ["there are more than are shown"] : []),
    ...told,
  ];
  const note =
    notes.length === 0 ? "" : `${content === "" ? "" : "\n"}[${notes.join(", ")}: search for less]`;
  const filenames = found.map(({ path }) => path).slice(0, most);
  const artifact = { mode, numFiles: filenames.length, filenames, truncated: notes.length > 0 };
  const counted = { ...artifact, numMatches: found.reduce((sum, { count }) => sum + count, 0) };
  if (mode === "files_with_matches") return [content + note || "No files found", artifact];
  return [
    content + note || "No matches found",
    mode === "content" ? { ...artifact, content, numLines: shown.length } : { ...counted, content },
  ];
}
