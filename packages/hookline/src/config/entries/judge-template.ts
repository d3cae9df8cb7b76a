import type { Json } from "../../contract/json.ts";
import type { Template, TemplateGrammar } from "../../contract/template.ts";
import { findPlaceholders } from "../../shell/placeholder-grammar.ts";
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
  const { template: grammar, entry } = file.place.dialect;
  const { command, args } = given;
  if (grammar === null || typeof command !== "string") return null;
  if (Array.isArray(args)) return judgeArguments(group, [command, ...args], grammar, index);
  // What has neither sign in it has no placeholder.
  if (!command.includes(grammar.form === "braces" ? "{{" : "$")) return null;
  const bash = (given.shell ?? entry.shell) === "bash";
  const { template, problems } = compileTemplate(command, grammar, bash);
  const path = [...entryPath(group, index), "command"];
  for (const { severity, message, hint } of problems) {
    const instead = severity === "error" ? "; the hook is left out" : "";
    report(file, severity, { path }, `${message}${instead}`, hint);
  }
  return problems.some(({ severity }) => severity === "error") ? "refused" : template;
}

/** Without a shell nothing fills a placeholder in: a program would get its bare text. */
function judgeArguments(
  group: JudgedGroup,
  words: readonly Json[],
  grammar: TemplateGrammar,
  index: number,
): null | "refused" {
  const found = words.flatMap((word) => (typeof word === "string" ? findPlaceholders(word, grammar) : []));
  const [first] = found;
  if (!first) return null;
  const message = `${first.text} is not filled in beside "args"; the hook is left out`;
  const path = [...entryPath(group, index), "args"];
  report(group.file, "error", { path }, message, 'write one shell command, without "args"');
  return "refused";
}
