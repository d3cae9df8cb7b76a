// A stand-in until the real one (see the scanner brief) replaces this file as a whole.
import type { Template, TemplateGrammar, TemplateProblem } from "../contract/template.ts";

/** Compiles a command. */
export function compileTemplate(
  _command: string,
  _grammar: TemplateGrammar,
): { readonly template: Template | null; readonly problems: readonly TemplateProblem[] } {
  return { template: null, problems: [] };
}

/** The lines to put before a command for values that lie in files. */
export function filePrelude(
  _variables: readonly { readonly variable: string; readonly pathVariable: string }[],
): string {
  return "";
}
