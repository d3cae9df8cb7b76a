import type { ScriptPiece } from "./script.ts";

/** Finds the file that a tool has changed; a file outside of the project, or none, ends the script. */
export const editedFile: ScriptPiece = {
  imports: { "node:fs": ["realpathSync", "statSync"], "node:path": ["relative", "resolve", "sep"] },
  code: `
/** The absolute path of the file that the tool has changed, links followed; what is not a file of this project is left alone. */
function editedFile() {
  const input = event.tool_input ?? {};
  const names = ["file_path", "filePath", "path", "absolute_path", "target_file", "notebook_path"];
  const named = names.map((name) => input[name]).find((value) => typeof value === "string" && value !== "");
  try {
    const file = realpathSync(resolve(event.cwd ?? project, named));
    const folders = relative(project, file).split(sep);
    const ours = file.startsWith(project + sep) && !folders.includes(".git") && !folders.includes("node_modules");
    if (ours && statSync(file).isFile()) return file;
  } catch {
    // It is gone already, or was never there.
  }
  process.exit(0);
}
`,
};
