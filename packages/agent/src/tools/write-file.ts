import { existsSync } from "node:fs";
import { z } from "zod";
import { defineCodingTool } from "./define.ts";
import { structuredPatch } from "./patch.ts";
import { targetOf } from "./paths.ts";
import { replaceFile } from "./replace-file.ts";
import { readBytes } from "./text-file.ts";

/** Writes a whole file; folders that are missing are made. */
export const writeFile = defineCodingTool({
  name: "write_file",
  description:
    "Writes a file as a whole, a new one or over an old one. For a change in a file use edit_file.",
  schema: z.object({
    file_path: z.string().min(1).describe("The file; relative paths start at the working directory"),
    content: z.string().describe("All that the file will hold"),
  }),
  open:
    () =>
    async ({ file_path, content }, run) => {
      const target = targetOf(run, file_path);
      const old = existsSync(target.real) ? readBytes(target) : null;
      if (old) run.seen.check(target, old.bytes);
      const bytes = Buffer.from(content);
      replaceFile(target, bytes, old);
      run.seen.note(target, bytes);
      run.onRead?.(target.path);
      const originalFile = old === null ? null : old.bytes.toString("utf8");
      return [
        old ? `The file was written over: ${target.path}` : `The file was created: ${target.path}`,
        {
          type: old ? "update" : "create",
          filePath: target.path,
          content,
          structuredPatch: originalFile === null ? [] : structuredPatch(originalFile, content),
          originalFile,
          userModified: false,
        },
      ];
    },
});
