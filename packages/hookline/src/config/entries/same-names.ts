import type { Diagnostic } from "../../contract/diagnostic.ts";
import type { Hook } from "../../contract/hook.ts";
import type { JudgedFile } from "./judge-file.ts";

/** Says where two different hooks have been given one id. */
export function sameNames(files: readonly JudgedFile[]): readonly Diagnostic[] {
  const first = new Map<string, Hook>();
  const found: Diagnostic[] = [];
  for (const { named, document, shown } of files) {
    for (const { hook, path } of named) {
      const other = first.get(hook.id);
      if (!other) {
        first.set(hook.id, hook);
      } else if (other.identity !== hook.identity) {
        const { line, column } = document.locate(path);
        const message = `the id "${hook.id}" is also that of the hook in ${other.source.text}`;
        const hint = "give each hook an id of its own";
        found.push({ severity: "warning", file: shown, line, column, message, hint });
      }
    }
  }
  return found;
}
