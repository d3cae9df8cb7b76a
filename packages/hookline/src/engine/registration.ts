import type { Dialect } from "../contract/dialect.ts";
import { HooklineError } from "../contract/errors.ts";
import type { OnFailure, Scope } from "../contract/hook.ts";
import { isObject, type Json, type JsonObject } from "../contract/json.ts";
import type { HookFunction } from "../contract/runner.ts";
import { suggest } from "../contract/suggest.ts";
import type { EventName } from "../events/names.ts";
import type { HookOf } from "./answers.ts";

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
  /** What a fault makes of those that do not say it themselves, as a function cannot. */
  readonly onFailure?: OnFailure;
  /** Where alone they hold. */
  readonly scope?: { readonly of: Scope["of"]; readonly name: string };
}

/** The same for an event of a dialect with Hookline's own names: functions see its payload with the types of its row. */
export interface TypedRegistration<N extends EventName> extends Omit<Registration, "event" | "hooks"> {
  readonly dialect?: "native" | "spec07" | "claude-code";
  readonly event: N;
  readonly hooks: readonly (HookOf<N> | JsonObject)[];
}

const known = ["dialect", "event", "matcher", "timeout", "hooks", "bare", "onFailure", "scope"];
const scopes: readonly unknown[] = ["agent", "subagent", "skill"];

/** Refuses what a compiler would have refused: a guard with a misspelt matcher must not be one for everything. */
export function checkRegistration(given: Registration, { title, shape }: Dialect): void {
  const wrong = (text: string) => new HooklineError("invalid-option", text);
  for (const key of Object.keys(given).filter((one) => !known.includes(one))) {
    const meant = suggest(key, known);
    throw wrong(
      `register() does not know "${key}"; ${meant ? `did you mean "${meant}"?` : `it takes ${known.join(", ")}`}`,
    );
  }
  const { event, matcher, timeout, hooks, bare, scope }: { readonly [name: string]: unknown } = { ...given };
  if (typeof event !== "string") throw wrong('"event" must be the name of an event');
  if (!Array.isArray(hooks) || hooks.length === 0)
    throw wrong('"hooks" must be a list of functions and entries, with at least one in it');
  for (const hook of hooks) {
    if (isObject(hook) && hook.type === "function")
      throw wrong('a hook of type "function" is the function itself: put it into "hooks"');
    if (typeof hook !== "function" && !isObject(hook))
      throw wrong(`a hook is a function or an entry as in a file, like { command: "…" }, not ${shown(hook)}`);
  }
  if (
    matcher !== undefined &&
    matcher !== null &&
    typeof matcher !== "string" &&
    !(matcher instanceof RegExp)
  )
    throw wrong(`"matcher" must be a string or a regular expression, not ${shown(matcher)}`);
  if (timeout !== undefined && typeof timeout !== "number")
    throw wrong(`"timeout" must be a number, not ${shown(timeout)}`);
  if (bare === true && shape !== "groups-or-hooks")
    throw wrong(`${title} has no hooks without a group: leave out "bare"`);
  if (scope !== undefined && !isScope(scope))
    throw wrong(`"scope" must be { of: "agent", "subagent" or "skill", name: "…" }, not ${shown(scope)}`);
}

function isScope(value: unknown): boolean {
  return isObject(value) && scopes.includes(value.of) && typeof value.name === "string" && value.name !== "";
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 80);
}

/** A registration as a file of its dialect would say it; functions stand in it under the names that they are given. */
export function fileOf(
  dialect: Dialect,
  registration: Registration,
  functionId: (index: number) => string,
): JsonObject {
  const { event, matcher, timeout, hooks, bare = false, onFailure } = registration;
  const [top = "hooks"] = dialect.hooksAt;
  const ofGroup = dialect.timeout.scope === "group";
  const usual = {
    ...(onFailure !== undefined && { onFailure }),
    ...(timeout !== undefined && !ofGroup && { timeout }),
  };
  const entries = hooks.map((hook, index) =>
    typeof hook === "function"
      ? { ...usual, ...functionEntry(hook, functionId(index)) }
      : { ...usual, ...hook },
  );
  if (dialect.shape === "list") {
    if (matcher !== undefined) {
      const text = `${dialect.title} has no matchers: write the tool into the event, as in "${event}:${matcher}"`;
      throw new HooklineError("invalid-option", text);
    }
    return { [top]: entries.map((entry) => ({ ...entry, event })) };
  }
  const written = typeof matcher === "string" ? { matcher } : {};
  if (bare) return { [top]: { [event]: entries.map((entry) => ({ ...entry, ...written })) } };
  const group: { [name: string]: Json | undefined } = { ...written, hooks: entries };
  if (ofGroup && timeout !== undefined) group.timeout = timeout;
  return { [top]: { [event]: [group] } };
}

function functionEntry({ name }: HookFunction, id: string): JsonObject {
  return { id, type: "function", ...(name !== "" && { description: name }) };
}
