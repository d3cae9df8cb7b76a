import { join } from "node:path";
import { z } from "zod";
import { defineCodingTool } from "./define.ts";
import { compileGlob } from "./glob-pattern.ts";
import { folderOf, searchMs, staysInside } from "./search-folder.ts";
import { walk } from "./walk.ts";

const mostFiles = 1_000;

/** Finds files by name. */
export const glob = defineCodingTool({
  name: "glob",
  description:
    "Finds files whose path fits a pattern: * ? [a-z] {a,b} and ** for any folders (**/*.ts finds them at every depth). " +
    "Leaves out .git, node_modules and what Git ignores.",
  schema: z.object({
    pattern: z.string().min(1).describe("The pattern, relative to the folder"),
    path: z.string().min(1).optional().describe("The folder to look in (default: the working directory)"),
  }),
  open:
    () =>
    async ({ pattern, path }, run) => {
      const began = performance.now();
      const target = folderOf(run, path);
      const fits = compileGlob(staysInside(pattern));
      const filenames: string[] = [];
      let reason = "";
      const limits = {
        until: began + searchMs,
        stop: run.stop,
        cut: () => {
          reason = `the search was ended after ${searchMs / 1000} seconds`;
        },
      };
      for await (const file of walk(target.real, limits)) {
        if (!fits(file.path)) continue;
        if (filenames.length === mostFiles) {
          reason = `only the first ${mostFiles} are shown`;
          break;
        }
        filenames.push(join(target.path, file.path));
      }
      const note = reason === "" ? [] : [`[${reason}: use a narrower pattern]`];
      return [
        filenames.length === 0 && reason === "" ? "No files found" : [...filenames, ...note].join("\n"),
        {
          filenames,
          numFiles: filenames.length,
          truncated: reason !== "",
          durationMs: Math.round(performance.now() - began),
        },
      ];
    },
});
