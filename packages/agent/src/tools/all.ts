import type { DynamicStructuredTool } from "langchain";
import { commandExecute } from "./command-execute.ts";
import type { ToolContext } from "./context.ts";
import type { CodingTool } from "./define.ts";
import { editFile } from "./edit-file.ts";
import { glob } from "./glob.ts";
import { grep } from "./grep.ts";
import { ls } from "./ls.ts";
import { readFile } from "./read-file.ts";
import { createSeenFiles } from "./seen-files.ts";
import { todo } from "./todo.ts";
import { writeFile } from "./write-file.ts";

const all: readonly CodingTool[] = [readFile, writeFile, editFile, ls, glob, grep, commandExecute, todo];

/** The names of the tools, without a session. */
export const codingToolNames: readonly string[] = all.map(({ name }) => name);

/** The tools of one session; what they remember (files that were read, the list) lives as long as they do. */
export function codingTools(context: ToolContext): readonly DynamicStructuredTool[] {
  const seen = createSeenFiles();
  return all.map((one) => one.bind(context, seen));
}
