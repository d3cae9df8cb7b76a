import type { HereDoc, Redirection } from "unbash";
import { expandText, expandWord } from "./expansion.ts";
import { fieldOf } from "./fields.ts";
import { noteDelimiter } from "./leniency.ts";
import { computed } from "./marks.ts";
import type { ReadRedirect, RedirectAccess } from "./reading.ts";
import type { Field, Stdin } from "./state.ts";
import { inSubshell } from "./subshell.ts";
import type { Expansion } from "./substitution.ts";
import { readWord } from "./words.ts";

/** The redirections of a command, and what it then reads. */
export interface Redirected {
  readonly redirects: readonly ReadRedirect[];
  readonly stdin: Stdin | null;
  /** What other descriptors than standard input hold. */
  readonly others: ReadonlyMap<string, Stdin>;
}

const accesses: Readonly<Record<string, RedirectAccess>> = {
  "<": "read",
  "<>": "write",
  ">": "write",
  ">|": "write",
  ">&": "write",
  "&>": "write",
  ">>": "append",
  "&>>": "append",
};

const unchanged: Redirected = { redirects: [], stdin: null, others: new Map() };

/** Reads redirections from left to right. */
export function readRedirects(expansion: Expansion, list: readonly Redirection[]): Redirected {
  if (list.length === 0) return unchanged;
  const redirects: ReadRedirect[] = [];
  const others = new Map<string, Stdin>();
  let stdin: Stdin | null = null;
  for (const redirection of list) {
    const { operator, descriptor } = redirection;
    const target = targetOf(expansion, redirection);
    if (!target) continue;
    const toInput =
      descriptor === undefined || (descriptor.type === "FileDescriptor" && descriptor.value === 0);
    const text = redirection.type !== "Redirect";
    if (text || operator === "<" || operator === "<>") {
      const held = { input: target.feeds, text: text ? target.value : (target.fed ?? computed) };
      if (toInput) stdin = held;
      else if (descriptor?.type === "FileDescriptor") others.set(String(descriptor.value), held);
    } else if (toInput && operator === "<&") stdin = others.get(target.value.replace(/-$/, "")) ?? stdin;
    const access = text ? "text" : accesses[operator];
    const copies = (operator === ">&" || operator === "<&") && /^(\d+|-|\d+-)$/.test(target.value);
    if (access && !copies) redirects.push({ operator, access, target: readWord(target) });
  }
  return { redirects, stdin, others };
}

/** A word that names a descriptor leads to what that holds. */
export function withDescriptor(word: Field, others: ReadonlyMap<string, Stdin>): Field {
  const [, number = ""] = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(word.value) ?? [];
  const held = others.get(number);
  return held ? { ...word, fed: held.text, feeds: held.input } : word;
}

function targetOf(expansion: Expansion, redirection: Redirection): Field | null {
  if (redirection.type === "HereDoc") {
    noteDelimiter(expansion.reader, redirection);
    return hereDocument(expansion, redirection);
  }
  if (!redirection.target) return null;
  if (redirection.type === "HereString") {
    const field = expandText(expansion, redirection.target);
    return { ...field, value: `${field.value}\n` };
  }
  const fields = expandWord(expansion, redirection.target);
  return fields.length === 1 ? (fields[0] ?? null) : fieldOf(computed, redirection.target.text);
}

function hereDocument(expansion: Expansion, { body, delimiter, operator }: HereDoc): Field {
  const literal = delimiter?.quoted === true;
  const unescaped = (text: string) =>
    text.replace(/\\([\\$`\n])/g, (_, sign: string) => (sign === "\n" ? "" : sign));
  const field =
    literal || !body.parts
      ? fieldOf(literal ? body.text : unescaped(body.text), body.text)
      : expandText(expansion, { text: body.text, value: body.text, parts: body.parts });
  return operator === "<<-" ? { ...field, value: field.value.replace(/^\t+/gm, "") } : field;
}

/** What is left of a command's output for a pipe or a substitution around it. */
export function outputAfter(list: readonly Redirection[], output: string): string {
  let left = output;
  for (const redirection of list) {
    if (redirection.type !== "Redirect" || redirection.operator.startsWith("<")) continue;
    const { descriptor, operator } = redirection;
    const standard =
      descriptor === undefined || (descriptor.type === "FileDescriptor" && descriptor.value === 1);
    // Copies of descriptors may lead anywhere.
    if (operator === ">&") left = standard ? computed : left;
    else if (standard) left = "";
  }
  return left;
}

/** Reads the scripts in `>(…)`: they get what the command prints. */
export function readOutlets({ reader, scope, outlets }: Expansion, stdin: Stdin): void {
  for (const { script } of outlets) {
    inSubshell(reader, () => reader.script(script, { ...scope, stdin, depth: scope.depth + 1, piped: true }));
  }
}
