import type { Template } from "../../contract/template.ts";
import { compileTemplate } from "../../shell/template.ts";
import { report } from "./file-judge.ts";
import { entryPath, type JudgedEntry, type JudgedGroup } from "./judged-entry.ts";

/** Makes references of the placeholders in a command; `refused` if one of them stands where a value could become code. */
export function judgeTemplate(
  group: JudgedGroup,
  given: JudgedEntry["given"],
  index: number,
): Template | null | "refused" {
  const { file } = group;
  const { template: grammar } = file.place.dialect;
  const { command } = given;
  if (grammar === null || typeof command !== "string") return null;
  // What has neither sign in it has no placeholder.
  if (!command.includes(grammar.form === "braces" ? "{{" : "$")) return null;
  const { template, problems } = compileTemplate(command, grammar);
  const path = [...entryPath(group, index), "command"];
  for (const { severity, message, hint } of problems) {
    const instead = severity === "error" ? "; the hook is left out" : "";
    report(file, severity, { path }, `${message}${instead}`, hint);
  }
  return problems.some(({ severity }) => severity === "error") ? "refused" : template;
}
