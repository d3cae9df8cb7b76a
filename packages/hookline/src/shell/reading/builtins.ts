import { blurVariables, remember } from "./environment.ts";
import { changeFolder } from "./folders.ts";
import { beginning, computed, given, isKnown } from "./marks.ts";
import { echoed, formatted } from "./printed-text.ts";
import type { Draft, Reader } from "./state.ts";

type Builtin = (reader: Reader, args: readonly string[], draft: Draft) => string | null;

const silent = (): string => "";

function assign(reader: Reader, name: string, value: string, exported = false): void {
  remember(reader.environment, `v:${name}`, { kind: "variable", values: [value], exported });
}

/** `export a=b`, `declare -x a`: names and values in the arguments. */
const declare: (always: boolean) => Builtin = (always) => (reader, args, draft) => {
  const options = args.filter((arg) => /^[-+]/.test(arg)).join("");
  // A reference, a number or other letters: what is assigned later is not what it will hold.
  const strange = /-\w*[nilu]/.test(options);
  if (/-\w*n/.test(options) && !always) {
    reader.environment.fixed.add("v:*");
    blurVariables(reader.environment);
  }
  for (const arg of args) {
    const match = /^([A-Za-z_]\w*)(\+?=)?/.exec(arg);
    if (!match) continue;
    const [whole, name = "", sign] = match;
    const entry = reader.environment.entries.get(`v:${name}`);
    if (!always && !/-\w*g/.test(options) && reader.locals && !reader.locals.has(name))
      reader.locals.set(name, entry);
    const exported = always || /-\w*x/.test(options) || (entry?.kind === "variable" && entry.exported);
    if (strange && !always) assign(reader, name, computed, exported);
    else if (sign === "=") assign(reader, name, arg.slice(whole.length), exported);
    else if (sign) assign(reader, name, computed, exported);
    else if (!always && reader.locals?.has(name))
      remember(reader.environment, `v:${name}`, { kind: "unset" });
    else if (entry?.kind === "variable") remember(reader.environment, `v:${name}`, { ...entry, exported });
    if (draft.words[0]?.value === "readonly" || /-\w*r/.test(options))
      reader.environment.fixed.add(`v:${name}`);
  }
  return "";
};

const readNames: Builtin = (reader, args) => {
  for (const arg of ["REPLY", "MAPFILE", ...args]) {
    const [name] = /^[A-Za-z_]\w*/.exec(arg) ?? [];
    if (name) assign(reader, name, computed);
    else if (!isKnown(arg) && beginning(arg) === "") blurVariables(reader.environment);
  }
  return "";
};

const setWords: Builtin = (reader, args) => {
  const entry = reader.environment.entries.get("@");
  const zero = entry?.kind === "words" ? (entry.words?.[0] ?? computed) : computed;
  const dashes = args.indexOf("--");
  const at = dashes >= 0 ? dashes + 1 : args.findIndex((arg) => !/^[-+]/.test(arg));
  if (at < 0 || (dashes < 0 && /^[-+]\w*o$/.test(args[at - 1] ?? ""))) return null;
  remember(reader.environment, "@", { kind: "words", words: [zero, ...args.slice(at)] });
  return "";
};

const shift: Builtin = (reader, args) => {
  const entry = reader.environment.entries.get("@");
  const [zero = computed, ...words] = entry?.kind === "words" ? (entry.words ?? []) : [];
  const count = Number(args[0] ?? "1");
  const known = entry?.kind !== "words" || entry.words !== null;
  const left =
    known && Number.isInteger(count) ? [zero, ...(count > words.length ? words : words.slice(count))] : null;
  remember(reader.environment, "@", { kind: "words", words: left });
  return "";
};

const unset: Builtin = (reader, args) => {
  const functions = args[0] === "-f";
  for (const name of args.filter((arg) => !arg.startsWith("-"))) {
    const existing = reader.environment.entries.get(`f:${name}`);
    if (!functions) remember(reader.environment, `v:${name}`, { kind: "unset" });
    if (existing?.kind === "function")
      remember(reader.environment, `f:${name}`, functions ? undefined : { ...existing, sure: false });
  }
  return "";
};

const alias: Builtin = (reader, args) => {
  for (const arg of args) {
    const at = arg.indexOf("=");
    if (at > 0)
      remember(reader.environment, `a:${arg.slice(0, at)}`, { kind: "alias", texts: [arg.slice(at + 1)] });
  }
  return null;
};

const unalias: Builtin = (reader, args) => {
  for (const name of args) remember(reader.environment, `a:${name}`, undefined);
  return "";
};

/** `hash -p /bin/rm x`: from here on `x` is that program. */
const hash: Builtin = (reader, args) => {
  const [option, path, name] = args;
  if (option === "-p" && path && name)
    remember(reader.environment, `a:${name}`, { kind: "alias", texts: [path] });
  return "";
};

const jump: Builtin = (reader) => {
  reader.jumps += 1;
  return "";
};

const forget: Builtin = (reader) => {
  blurVariables(reader.environment);
  return null;
};

const print: Builtin = (reader, args, draft) => {
  if (!args[0]?.startsWith("-v")) return formatted(args);
  return readNames(reader, [args[0] === "-v" ? (args[1] ?? "") : args[0].slice(2)], draft);
};

const letNames: Builtin = (reader, args, draft) =>
  readNames(
    reader,
    args.flatMap((arg) => arg.match(/[A-Za-z_]\w*/g) ?? [computed]),
    draft,
  );

const pass: Builtin = (_, args, draft) =>
  args.every((arg) => arg === "-") ? draft.scope.stdin.text || null : null;

/** Prints something that nobody chooses, so that it holds no commands. */
const harmless: Builtin = (_, args) => (args.every((arg) => /^[\w%:+-]*$/.test(arg)) ? given : null);

const effects: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  [":", silent],
  ["true", silent],
  ["false", silent],
  ["cd", changeFolder],
  ["pushd", changeFolder],
  ["popd", changeFolder],
  ["export", declare(true)],
  ["declare", declare(false)],
  ["typeset", declare(false)],
  ["local", declare(false)],
  ["readonly", declare(false)],
  ["read", readNames],
  ["mapfile", readNames],
  ["readarray", readNames],
  ["getopts", readNames],
  ["let", letNames],
  ["set", setWords],
  ["shift", shift],
  ["unset", unset],
  ["alias", alias],
  ["unalias", unalias],
  ["hash", hash],
  ["break", jump],
  ["continue", jump],
  ["return", jump],
  ["exit", jump],
  ["source", forget],
  [".", forget],
]);
const printers: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ["echo", (_, args) => echoed(args)],
  ["printf", print],
  ["cat", pass],
  ["tee", (_, _args, draft) => draft.scope.stdin.text || null],
  ...["pwd", "nproc", "whoami", "hostname", "uname", "mktemp", "id", "arch", "date", "logname", "tty"].map(
    (name): [string, Builtin] => [name, harmless],
  ),
]);

/** What a command changes in the shell itself; gives back what it prints, or null if that is not known. */
export function runBuiltin(reader: Reader, draft: Draft, program: string): string | null {
  const called = draft.words[0]?.value ?? "";
  const builtin = printers.get(program) ?? (called === program ? effects.get(program) : undefined);
  return builtin
    ? builtin(
        reader,
        draft.words.slice(1).map(({ value }) => value),
        draft,
      )
    : null;
}
