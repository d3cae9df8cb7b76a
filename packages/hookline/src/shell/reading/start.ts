import type { Function as FunctionNode } from "unbash";
import { quoted } from "../../contract/quoted.ts";
import { runBuiltin } from "./builtins.ts";
import { givenCode } from "./code.ts";
import { type Entry, isolated, partly, remember, settle } from "./environment.ts";
import { fieldOf } from "./fields.ts";
import { lineOf, list, programOf } from "./listing.ts";
import { computed, given } from "./marks.ts";
import { runStart } from "./run-start.ts";
import { startedBy } from "./started-by.ts";
import type { Starter } from "./starts.ts";
import type { Draft, Reader, Scope } from "./state.ts";
import { step, stop } from "./state.ts";

/** They print what the command prints that they run, and nothing else. */
const handsOn: ReadonlySet<string> = new Set(
  "command builtin exec eval env sudo doas nice timeout stdbuf setsid sh bash dash".split(" "),
);

/** Calls of functions inside each other that are looked at. */
const deepestCalls = 24;

const noFeeds: readonly number[] = [];

/** Lists a command, and reads whatever it starts; gives back what it would print. */
export function startCommand(reader: Reader, draft: Draft): string {
  step(reader, 2 + (draft.words.length >> 3));
  if (draft.scope.via.length > 60) stop(reader, "it is wrapped too deeply");
  const [name] = draft.words;
  const program = programOf(draft);
  if (!name) return onlySets(reader, draft);
  if (program === null) return startUnknown(reader, draft);
  let output: string | null = null;
  if (!draft.plain && !name.value.includes("/")) {
    const alias = reader.environment.entries.get(`a:${name.value}`);
    if (alias?.kind === "alias" && name.bare) output = callAlias(reader, draft, name.value, alias.texts);
    const entry = reader.environment.entries.get(`f:${name.value}`);
    if (entry?.kind === "function") {
      const call = () => callFunction(reader, draft, entry.nodes);
      if (entry.sure && output === null) return call();
      partly(reader.environment, call);
      output = computed;
    }
  }
  const printed = startProgram(reader, draft, program);
  return output === null ? printed : computed;
}

function onlySets(reader: Reader, draft: Draft): string {
  if (draft.assignments.length + draft.redirects.length > 0) {
    list(reader, draft, {
      program: "",
      line: { options: [], operands: [] },
      code: null,
      dynamic: false,
      feeds: [],
    });
  }
  return "";
}

function startUnknown(reader: Reader, draft: Draft): string {
  const line = lineOf("", draft.words.slice(1));
  const feeds = draft.words[0]?.feeds ?? [];
  list(reader, draft, { program: "", line, code: null, dynamic: true, feeds });
  noteBomb(reader, draft.scope, draft.words[0]?.text ?? "");
  const [name, next] = draft.words;
  // It may be nothing at all, as in `$SUDO rm x`.
  if (
    name &&
    next &&
    !name.glob &&
    /^[a-z][\w+-]*$/.test(next.value) &&
    /^\$\w+$|^\$\{\w+\}$/.test(name.text)
  ) {
    isolated(reader.environment, () => startCommand(reader, { ...draft, words: draft.words.slice(1) }));
  }
  return computed;
}

function startProgram(reader: Reader, draft: Draft, program: string): string {
  const { scope, words } = draft;
  const args = words.slice(1);
  const line = lineOf(program, args);
  const starter: Starter = { program, args, line, stdin: scope.stdin };
  const { code, starts } = givenCode(starter);
  const more = startedBy(starter);
  const all = starts.length === 0 ? more : [...starts, ...more];
  const feeds = all.length === 0 ? noFeeds : all.flatMap((start) => start.feeds ?? []);
  list(reader, draft, { program, line, code, dynamic: false, feeds });
  if (program.endsWith("sh") && /^[a-z]*sh$/.test(program)) noteBomb(reader, scope, args[0]?.text ?? "");
  let output: string | null = null;
  for (const start of all) output = (output ?? "") + runStart(reader, draft, program, start);
  return runBuiltin(reader, draft, program) ?? (handsOn.has(program) ? output : null) ?? computed;
}

/** `$0 &` starts the text once more beside itself. */
function noteBomb(reader: Reader, scope: Scope, text: string): void {
  if ((scope.behind || scope.piped) && /^"?\$(?:0|\{0\}|\{?BASH_SOURCE\b)/.test(text)) reader.forkBomb = true;
}

function callAlias(reader: Reader, draft: Draft, name: string, texts: readonly string[]): string {
  const { scope } = draft;
  if (scope.aliases.includes(name)) return "";
  const rest = draft.words.slice(1).map(({ value }) => quoted(value));
  for (const text of texts) {
    isolated(reader.environment, () =>
      reader.text([text, ...rest].join(" "), {
        ...scope,
        depth: scope.depth + 1,
        aliases: [...scope.aliases, name],
      }),
    );
  }
  return computed;
}

function callFunction(reader: Reader, draft: Draft, nodes: readonly FunctionNode[]): string {
  const { scope } = draft;
  const { environment } = reader;
  if (scope.calls.length >= deepestCalls) return computed;
  const words = [given, ...draft.words.slice(1).map(({ value }) => value)];
  const before = environment.entries.get("@");
  if (draft.redirects.length > 0) onlySets(reader, { ...draft, words: [], assignments: [] });
  const moment = environment.log.length;
  for (const { name: variable, value } of draft.assignments) {
    remember(environment, `v:${variable}`, {
      kind: "variable",
      values: [value.value ?? computed],
      exported: true,
    });
  }
  let output = nodes.length === 1 ? "" : computed;
  for (const node of nodes) {
    if (noteRecursion(reader, scope, node)) output = computed;
    else {
      const jumps = reader.jumps;
      remember(environment, "@", { kind: "words", words });
      output += enter(reader, scope, node);
      if (reader.jumps === jumps) continue;
      settle(environment, moment);
      output = computed;
    }
  }
  remember(environment, "@", before);
  for (const { name: variable } of draft.assignments) {
    remember(environment, `v:${variable}`, { kind: "variable", values: [computed], exported: true });
  }
  return output;
}

function enter(reader: Reader, scope: Scope, node: FunctionNode): string {
  const { piped, behind, conditional } = scope;
  const { locals } = reader;
  const own = new Map<string, Entry | undefined>();
  reader.entered.add(node);
  reader.locals = own;
  const output = reader.body(node, {
    ...scope,
    depth: scope.depth + 1,
    calls: [...scope.calls, { node, piped, behind, conditional }],
    piped: false,
    behind: false,
    conditional: false,
  });
  reader.locals = locals;
  for (const [name, entry] of own) remember(reader.environment, `v:${name}`, entry);
  return output;
}

/** True if the function is being read already; a call beside its caller is a fork bomb. */
function noteRecursion(reader: Reader, scope: Scope, node: FunctionNode): boolean {
  const at = scope.calls.findIndex((call) => call.node === node);
  if (at < 0) return false;
  reader.recursions += 1;
  const way = [...scope.calls.slice(at + 1), scope];
  if (way.some(({ behind }) => behind)) reader.forkBomb = true;
  if (way.some(({ piped }) => piped) && !way.some(({ conditional }) => conditional)) reader.forkBomb = true;
  return true;
}

/** Reads the functions that were defined and never called: something may call them later. */
export function readUncalled(reader: Reader, scope: Scope): void {
  for (const [node, name] of reader.defined) {
    if (reader.entered.has(node)) continue;
    const draft: Draft = { words: [fieldOf(name)], redirects: [], assignments: [], plain: false, scope };
    isolated(reader.environment, () => {
      callFunction(reader, draft, [node]);
    });
  }
}
