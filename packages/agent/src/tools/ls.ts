import { type Dirent, readdirSync } from "node:fs";
import { z } from "zod";
import { defineCodingTool } from "./define.ts";
import { onFile } from "./file-error.ts";
import { folderOf } from "./search-folder.ts";

const mostEntries = 1_000;

/** Lists a folder. */
export const ls = defineCodingTool({
  name: "ls",
  description: "Lists what is in a folder; folders end with /, links with @.",
  schema: z.object({
    path: z.string().min(1).optional().describe("The folder (default: the working directory)"),
  }),
  open:
    () =>
    async ({ path }, run) => {
      const target = folderOf(run, path);
      const names = onFile(target.path, () => readdirSync(target.real, { withFileTypes: true }))
        .map((entry) => entry.name + mark(entry))
        .sort();
      const entries = names.slice(0, mostEntries);
      const more =
        names.length > mostEntries ? [`[${names.length - mostEntries} more are not shown: use glob]`] : [];
      return [
        names.length === 0 ? `The folder is empty: ${target.path}` : [...entries, ...more].join("\n"),
        { path: target.path, entries, numEntries: names.length, truncated: more.length > 0 },
      ];
    },
});

function mark(entry: Dirent): string {
  return entry.isDirectory() ? "/" : entry.isSymbolicLink() ? "@" : "";
}
