import { baseName } from "../../contract/base-name.ts";
import type { Field, Reader, Scope } from "./state.ts";

/** Builtins that take names of variables, or arithmetic, in which a subscript is expanded once more. */
const evaluating: ReadonlySet<string> = new Set(
  "let test [ printf read mapfile readarray unset declare typeset local export readonly wait".split(" "),
);
const hidden = /\[[^\]]*(?:\$\(|`)/;

/** Reads substitutions that hide in a quoted subscript, as in `x='a[$(rm y)]'; ((x))`: bash runs them when it evaluates the text. */
export function readSubscripts(
  reader: Reader,
  words: readonly Field[],
  assigned: readonly (string | null)[],
  scope: Scope,
): void {
  const [name] = words;
  const args = name && evaluating.has(baseName(name.value)) ? words.slice(1).map(({ value }) => value) : [];
  for (const text of [...args, ...assigned]) {
    if (text === null || !hidden.test(text) || text.includes("end_of_subscript")) continue;
    reader.text(`: <<end_of_subscript\n${text}\nend_of_subscript`, { ...scope, depth: scope.depth + 1 });
  }
}
