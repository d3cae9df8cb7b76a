import { type JudgedFile, judgeFile } from "../config/entries/judge-file.ts";
import { matcherCompiler } from "../config/entries/matchers.ts";
import type { Dialect } from "../contract/dialect.ts";
import { HooklineError } from "../contract/errors.ts";
import type { Hook, Matcher, Scope } from "../contract/hook.ts";
import { isObject, type Json, type JsonObject } from "../contract/json.ts";
import type { HookFunction } from "../contract/runner.ts";
import { native } from "../dialects/native.ts";
import { type EngineState, reindex } from "./state.ts";

/** Hooks that a host registers in the words and under the rules of a dialect. */
export interface Registration {
  /** Hookline's own by default. */
  readonly dialect?: string;
  /** The event, as the dialect calls it. */
  readonly event: string;
  /** As the dialect's files write it, or an expression that is looked for in the name. */
  readonly matcher?: string | RegExp;
  /** In the dialect's unit: of the group where the dialect counts so, else of each hook that names none. */
  readonly timeout?: number;
  /** Functions, and entries as they stand in the dialect's files. */
  readonly hooks: readonly (HookFunction | JsonObject)[];
  /** The entries stand without a group, in a dialect whose files have such: some words mean more there. */
  readonly bare?: boolean;
  /** Where alone they hold. */
  readonly scope?: { readonly of: Scope["of"]; readonly name: string };
}

/** No file has so high a number: hooks of code come after those of files. */
const firstOrder = 100_000;

let count = 0;

/** Registers hooks; gives back the function that removes them. Throws for what a file would be reported for. */
export function registerHooks(state: EngineState, registration: Registration): () => void {
  const { dialect: name = native.name, hooks: given, matcher } = registration;
  const dialect = state.allDialects.find((one) => one.name === name);
  if (!dialect) {
    const known = state.allDialects.map((one) => one.name).join(", ");
    throw new HooklineError("invalid-option", `there is no dialect "${name}"; known are: ${known}`);
  }
  const order = firstOrder + ++count;
  const judged = judgeInCode(state, dialect, registration, order);
  const hooks = matcher instanceof RegExp ? judged.hooks.map((one) => found(one, matcher)) : judged.hooks;
  for (const hook of hooks) {
    const run = given.find((one, index) => typeof one === "function" && hook.id === functionId(order, index));
    state.functions.add(hook, typeof run === "function" ? run : null);
  }
  reindex(state);
  return () => {
    for (const hook of hooks) state.functions.remove(hook);
    reindex(state);
  };
}

/** The same hook for the names in which an expression is found. */
function found(hook: Hook, { source, flags }: RegExp): Hook {
  // With these two an expression remembers where it was.
  const expression = new RegExp(source, flags.replace(/[gy]/g, ""));
  const matcher: Matcher = {
    pattern: String(expression),
    meaning: `names that contain a match of ${expression}`,
    native: expression.flags === "" ? `(?:${source})` : null,
    test: ({ name, canonical }) => expression.test(name) || expression.test(canonical),
  };
  const made: Hook = Object.create(hook, { matcher: { value: matcher, enumerable: true } });
  return Object.freeze(made);
}

/** Judges what code registers as if it stood in a file of the dialect. */
function judgeInCode(
  state: EngineState,
  dialect: Dialect,
  registration: Registration,
  order: number,
): JudgedFile {
  const { scope } = registration;
  const value = fileOf(dialect, registration, order);
  const document = { value, problems: [], recheck: null, locate: () => ({ line: 1, column: 1 }) };
  const place = {
    path: "",
    layer: "code" as const,
    dialect,
    ...(scope && { of: scope.of, label: scope.name }),
  };
  const { catalog, runners, env, home, configuration, onLimit } = state;
  const { projectDir } = configuration;
  const compileMatcher = matcherCompiler(catalog, onLimit);
  const basis = { catalog, runners, env, home, projectDir, managedOnFailure: null, compileMatcher };
  const judged = judgeFile({ place, order, text: "", document, value }, basis);
  const wrong = judged.diagnostics.find(({ severity }) => severity === "error");
  if (wrong) throw new HooklineError("invalid-option", `${wrong.message}; ${wrong.hint}`);
  if (judged.wants.size > 0) {
    throw new HooklineError("invalid-option", '"if" and "when" are for files: a function can look itself');
  }
  const doubts = judged.diagnostics.map(({ message, hint }) => `${message}; ${hint}`);
  if (doubts.length > 0) {
    state.carry.put({ context: null, messages: doubts.map((text) => ({ level: "warn", text, hook: "" })) });
  }
  return judged;
}

/** A registration as a file of its dialect would say it. */
function fileOf(dialect: Dialect, registration: Registration, order: number): JsonObject {
  const { event, matcher, timeout, hooks, bare = false } = registration;
  const [top = "hooks"] = dialect.hooksAt;
  const ofGroup = dialect.timeout.scope === "group";
  const entries = hooks.map((hook, index) => entryOf(hook, order, index, ofGroup ? undefined : timeout));
  if (dialect.shape === "list") {
    if (matcher !== undefined) {
      const text = `${dialect.title} has no matchers: write the tool into the event, as in "${event}:${matcher}"`;
      throw new HooklineError("invalid-option", text);
    }
    return { [top]: entries.map((entry) => ({ event, ...entry })) };
  }
  const written = typeof matcher === "string" ? { matcher } : {};
  if (bare && dialect.shape === "groups-or-hooks") {
    return { [top]: { [event]: entries.map((entry) => ({ ...entry, ...written })) } };
  }
  const group: { [name: string]: Json | undefined } = { ...written, hooks: entries };
  if (ofGroup && timeout !== undefined) group.timeout = timeout;
  return { [top]: { [event]: [group] } };
}

function entryOf(
  hook: HookFunction | JsonObject,
  order: number,
  index: number,
  timeout: number | undefined,
): JsonObject {
  const own = typeof hook === "function" ? { id: functionId(order, index), type: "function" } : hook;
  if (!isObject(own))
    throw new HooklineError("invalid-option", "a hook is a function or an entry as in a file");
  return timeout === undefined || own.timeout !== undefined ? own : { ...own, timeout };
}

/** A function has no text to make a name of. */
function functionId(order: number, index: number): string {
  return `function-${order - firstOrder}-${index + 1}`;
}
