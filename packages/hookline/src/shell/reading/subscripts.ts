import { baseName } from "../../contract/base-name.ts";
import { computed } from "./marks.ts";
import type { Field, Reader, Scope } from "./state.ts";

/** Builtins that take names of variables, or arithmetic, in which a subscript is expanded once more. */
const evaluating: ReadonlySet<string> = new Set(
  "let test [ read mapfile readarray unset declare typeset local export readonly wait".split(" "),
);

/** Reads the substitutions of a text that bash expands once more. */
export function readExpanded(reader: Reader, text: string, scope: Scope): void {
  if (!/\$[({[]|`/.test(text)) {
    if (text.includes(computed)) reader.unread ??= "it expands a text that only running it tells";
    return;
  }
  let end = "end_of_text";
  while (text.includes(end)) end += "_";
  reader.text(`: <<${end}\n${text}\n${end}`, { ...scope, depth: scope.depth + 1 });
}

/** Reads substitutions that hide in a quoted subscript, as in `x='a[$(rm y)]'; ((x))`: bash runs them when it evaluates the text. */
export function readSubscript(reader: Reader, text: string, scope: Scope): void {
  const at = text.search(/\w\[/);
  if (at >= 0 && /\$\(|`|\$\{.*@P/s.test(text.slice(at))) readExpanded(reader, text, scope);
}

/** Reads what hides in the words and assignments of a command, in the places that bash evaluates or expands once more. */
export function readSubscripts(
  reader: Reader,
  words: readonly Field[],
  assigned: readonly { readonly name: string; readonly value: { readonly value: string | null } }[],
  scope: Scope,
): void {
  const program = baseName(words[0]?.value ?? "");
  const evaluates = evaluating.has(program);
  for (let at = 1; at < words.length; at++) {
    const value = words[at]?.value ?? "";
    const named =
      program === "printf" && ((at > 1 && words[at - 1]?.value === "-v") || value.startsWith("-v"));
    if (named || evaluates) readSubscript(reader, value, scope);
    const equals = value.indexOf("=");
    if (equals > 0) readVariable(reader, value.slice(0, equals), value.slice(equals + 1), scope);
  }
  for (const { name, value } of assigned) {
    if (value.value === null) continue;
    readSubscript(reader, value.value, scope);
    readVariable(reader, name, value.value, scope);
  }
}

/** Prompts are expanded whenever they are shown, and functions can be handed on in variables. */
function readVariable(reader: Reader, name: string, value: string, scope: Scope): void {
  if (/^PS[0-4]\+?$/.test(name) && /\$\(|`/.test(value)) readExpanded(reader, value, scope);
  const [, called] = /^BASH_FUNC_([^\s%()=]+)(?:%%|\(\))$/.exec(name) ?? [];
  if (called === undefined) return;
  reader.text(`handed_on ${value}`, { ...scope, depth: scope.depth + 1 });
}
