import { type JudgedFile, judgeFile } from "../config/entries/judge-file.ts";
import { matcherCompiler } from "../config/entries/matchers.ts";
import type { Dialect } from "../contract/dialect.ts";
import { HooklineError } from "../contract/errors.ts";
import type { Hook, Matcher } from "../contract/hook.ts";
import { isObject } from "../contract/json.ts";
import { native } from "../dialects/native.ts";
import { checkRegistration, fileOf, type Registration } from "./registration.ts";
import { type EngineState, reindex } from "./state.ts";

/** No file has so high a number: hooks of code come after those of files. */
const firstOrder = 100_000;

let count = 0;

/** Registers hooks; gives back the function that removes them. Throws for what a file would be reported for. */
export function registerHooks(state: EngineState, registration: Registration): () => void {
  if (state.closing.isAborted())
    throw new HooklineError("engine-closed", "the engine was closed; create a new one");
  if (!isObject(registration))
    throw new HooklineError("invalid-option", "register() takes an object: { event, hooks, … }");
  const dialect = dialectOf(state, registration);
  checkRegistration(registration, dialect);
  const { hooks: given, matcher } = registration;
  const order = firstOrder + ++count;
  const judged = judgeInCode(state, dialect, registration, order);
  const hooks = matcher instanceof RegExp ? judged.hooks.map((one) => found(one, matcher)) : judged.hooks;
  checkIds(state, judged);
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

function dialectOf(state: EngineState, { dialect: name = native.name }: Registration): Dialect {
  const dialect = state.allDialects.find((one) => one.name === name);
  if (dialect) return dialect;
  const known = state.allDialects.map((one) => one.name).join(", ");
  throw new HooklineError("invalid-option", `there is no dialect "${name}"; known are: ${known}`);
}

/** An id that somebody wrote is that of one entry. */
function checkIds(state: EngineState, { named }: JudgedFile): void {
  const ids = named.map(({ hook }) => hook.id);
  const twice = ids.find((id, index) => state.functions.has(id) || ids.indexOf(id) !== index);
  if (twice !== undefined)
    throw new HooklineError(
      "already-defined",
      `a hook "${twice}" is registered already; give this one another id`,
    );
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
  const value = fileOf(dialect, registration, (index) => functionId(order, index));
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
  if (judged.hooks.some((hook) => hook.if !== null || hook.when !== null)) {
    throw new HooklineError("invalid-option", '"if" and "when" are for files: a function can look itself');
  }
  const doubts = judged.diagnostics.map(({ message, hint }) => `${message}; ${hint}`);
  if (doubts.length > 0) {
    state.carry.put({ context: null, messages: doubts.map((text) => ({ level: "warn", text, hook: "" })) });
  }
  return judged;
}

/** A function has no text to make a name of. */
function functionId(order: number, index: number): string {
  return `function-${order - firstOrder}-${index + 1}`;
}
