import type { Assignment, Command } from "unbash";
import { remember } from "./environment.ts";
import { expandText, expandWord } from "./expansion.ts";
import { fieldOf } from "./fields.ts";
import { noteParenthesis } from "./leniency.ts";
import { computed, given } from "./marks.ts";
import { parameter } from "./parameters.ts";
import type { ReadCommand } from "./reading.ts";
import { outputAfter, readOutlets, readRedirects, withDescriptor } from "./redirects.ts";
import { type Field, place, type Reader, type Scope, type Stdin, since } from "./state.ts";
import { readSubscripts } from "./subscripts.ts";
import { type Expansion, effects } from "./substitution.ts";
import { readWord } from "./words.ts";

/** Reads one simple command with all that its words hold, and gives back what it would print. */
export function walkCommand(reader: Reader, node: Command, scope: Scope): string {
  const expansion: Expansion = { reader, scope, outlets: [] };
  forgetResult(reader);
  noteParenthesis(reader, node, scope.source);
  const written: Field[] = [];
  if (node.name) for (const field of expandWord(expansion, node.name)) written.push(field);
  for (const argument of node.args) {
    if (argument.type !== "Word") written.push(assignmentWord(expansion, argument));
    else for (const field of expandWord(expansion, argument)) written.push(field);
  }
  const redirected = readRedirects(expansion, node.redirects);
  const { others } = redirected;
  const words = others.size === 0 ? written : written.map((word) => withDescriptor(word, others));
  const assignments = [];
  for (const item of node.prefix) {
    if (item.type === "Assignment") assignments.push(assigned(expansion, item, words.length === 0));
  }
  readSubscripts(reader, words, assignments, scope);
  const from = place(reader);
  const feeds: number[] = [];
  for (const word of words) if (word.fed !== null) feeds.push(...word.feeds);
  const stdin = redirected.stdin ?? scope.stdin;
  const output = reader.start({
    words,
    redirects: redirected.redirects,
    assignments,
    plain: false,
    scope: withStdin(scope, feeds.length > 0 ? { ...stdin, input: [...stdin.input, ...feeds] } : stdin),
  });
  if (expansion.outlets.length > 0) {
    readOutlets(expansion, { input: since(reader, from), text: passedOn(words, stdin.text, output) });
  }
  // A substitution of nothing but a file gives what the file holds.
  const holds = words.length === 0 && redirected.redirects.some(({ access }) => access === "read");
  return outputAfter(node.redirects, holds ? computed : output);
}

function withStdin(scope: Scope, stdin: Stdin): Scope {
  return stdin === scope.stdin ? scope : { ...scope, stdin };
}

/** From here on, whether the last `cd` worked is told by nothing. */
function forgetResult({ environment }: Reader): void {
  const entry = environment.entries.get("/");
  if (entry?.kind !== "folders" || entry.ifDone === entry.folders) return;
  remember(environment, "/", { ...entry, ifDone: entry.folders });
}

/** `tee` hands on what it reads. */
const passedOn = ([name]: readonly Field[], read: string, output: string): string =>
  name?.value === "tee" ? read : output;

function assignmentWord(expansion: Expansion, assignment: Assignment): Field {
  const { name, append, value, index } = assignment;
  const sign = append ? "+=" : "=";
  if (index) effects(expansion, index);
  if (value.type === "ArrayValue") {
    const values = value.elements.flatMap((word) => expandWord(expansion, word));
    // Kept for `declare`: the first value stands for the list.
    return {
      ...fieldOf(`${name}${sign}${computed}`, assignment.text),
      feeds: values.flatMap(({ feeds }) => feeds),
    };
  }
  const field = expandText(expansion, value, "assignment");
  return {
    ...field,
    text: assignment.text,
    value: index ? computed : `${name}${sign}${field.value}`,
    bare: false,
  };
}

/** Reads an assignment and, if it stands alone, remembers it. */
function assigned(
  expansion: Expansion,
  assignment: Assignment,
  alone: boolean,
): ReadCommand["assignments"][number] {
  const { reader } = expansion;
  const { name, append, value, index } = assignment;
  const key = `v:${name}`;
  const entry = reader.environment.entries.get(key);
  const exported = (entry?.kind === "variable" && entry.exported) || reader.variables[name] !== undefined;
  if (index) effects(expansion, index);
  if (value.type === "ArrayValue") {
    const added = value.elements.flatMap((word) => expandWord(expansion, word));
    const odd = added.some(({ text }) => text.startsWith("["));
    const before = append && entry?.kind === "variable" ? entry.values : append && !entry ? [given] : [];
    const values = odd
      ? [computed]
      : [...before, ...added.map((field) => (field.glob ? computed : field.value))];
    if (alone) remember(reader.environment, key, { kind: "variable", values, exported });
    return { name, value: readWord(fieldOf(values.join(" "), assignment.text)) };
  }
  const field = expandText(expansion, value, "assignment");
  const before = append ? parameter(reader, name).values.join("") : "";
  const whole = { ...field, value: before + field.value };
  if (alone) {
    const values = index ? [computed] : [whole.value];
    remember(reader.environment, key, { kind: "variable", values, exported });
  }
  return { name, value: readWord(whole) };
}
