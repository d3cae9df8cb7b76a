import type { Template, TemplateGrammar, TemplateProblem, TemplateValue } from "../contract/template.ts";
import { nameHint, type Placeholder } from "./placeholder-grammar.ts";
import { isQuotedThroughout, type Placement, placementsIn } from "./placements.ts";

/**
 * Compiles a command; null if it has no placeholder that must be replaced. `problems` with severity error mean: it must not run. With
 * `bash`, what only bash understands may be in it.
 */
export function compileTemplate(
  command: string,
  grammar: TemplateGrammar,
  bash = false,
): { readonly template: Template | null; readonly problems: readonly TemplateProblem[] } {
  const { found, assigned, split } = placementsIn(command, grammar, bash);
  const problems = [...found.flatMap((placement) => problemsOf(placement, grammar)), ...split.map(splitting)];
  if (found.length === 0 || problems.some(({ severity }) => severity === "error")) {
    return { template: null, problems };
  }
  const values = new Map<string, TemplateValue>();
  let text = "";
  let at = 0;
  let references = 0;
  for (const { placeholder, quoting } of found) {
    const { name } = placeholder;
    const before = command.slice(at, placeholder.start);
    at = placeholder.end;
    // What the command sets itself is no longer the value that came from outside.
    const own = grammar.form === "dollar" && assigned.has(name);
    const variable = own ? name : `HOOKLINE_VALUE_${[...values.keys(), name].indexOf(name)}`;
    if (!own) values.set(name, { variable, name });
    if (!own) references += 1;
    const escaped = (/\\*$/.exec(before)?.[0].length ?? 0) % 2 === 1;
    if (quoting === "bare") text += `${escaped ? before.slice(0, -1) : before}"$${variable}"`;
    else if (quoting === "single") text += `${before}'"$${variable}"'`;
    else text += `${before}${escaped ? "\\" : ""}\${${variable}}`;
  }
  text += command.slice(at);
  if (!isQuotedThroughout(text, references)) {
    const offset = found[0]?.placeholder.start ?? 0;
    const problem = { reason: "nobody knows what is quoted", hint: "put the commands in a script" };
    return {
      template: null,
      problems: [...problems, refused(command.slice(offset, offset + 40), offset, problem)],
    };
  }
  return { template: { command: text, values: [...values.values()] }, problems };
}

function problemsOf(
  { placeholder, refusal }: Placement,
  grammar: TemplateGrammar,
): readonly TemplateProblem[] {
  const { start, text, name } = placeholder;
  const problems: TemplateProblem[] = [];
  if (refusal) problems.push(refused(text, start, refusal));
  if (grammar.form === "braces" && !isKnown(placeholder, grammar)) {
    const message = `there is no {{${name}}}; it is empty`;
    problems.push({ severity: "warning", offset: start, message, hint: nameHint(name, grammar) });
  }
  return problems;
}

const splitting = ({ text, start }: Placeholder): TemplateProblem => ({
  severity: "warning",
  offset: start,
  message: `the shell makes several words of ${text} if its value has spaces, and one may be an option`,
  hint: "put it in double quotes",
});

const isKnown = ({ name }: Placeholder, grammar: TemplateGrammar): boolean =>
  grammar.names.includes(name.split(".", 1)[0] ?? "");

const refused = (
  text: string,
  offset: number,
  { reason, hint }: { readonly reason: string; readonly hint: string },
): TemplateProblem => ({
  severity: "error",
  offset,
  message: `${text} cannot be used here: ${reason}`,
  hint,
});

/** The lines to put before a command for values that lie in files: `files` maps a private variable to the variable that holds the path. */
export function filePrelude(
  variables: readonly { readonly variable: string; readonly pathVariable: string }[],
): string {
  // The dot keeps newlines at the end, which `$(…)` would take away.
  return variables
    .map(
      ({ variable, pathVariable }) =>
        `${variable}=$(cat <"$${pathVariable}" && printf .) || exit 126; ${variable}=\${${variable}%.}\n`,
    )
    .join("");
}
