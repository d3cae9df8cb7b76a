import type { Event, Subject } from "./event.ts";
import type { JsonObject } from "./json.ts";
import type { Template } from "./template.ts";

/** Whose file a hook comes from; `code` for functions that a host registered. */
export type Layer = "user" | "team" | "local" | "managed" | "code";

/** Where a hook is written. */
export interface Source {
  readonly layer: Layer;
  /** The absolute path of the file; empty for code. */
  readonly file: string;
  /** `path:line:column` as people read it: relative to the project, `~/…`, absolute for managed, or `code`. */
  readonly text: string;
}

/** The file, line and column that a source's text names; what has none stands at the beginning of `file`. */
export function positionOf(
  text: string,
  file: string,
): { readonly file: string; readonly line: number; readonly column: number } {
  const [, path = file, line = "1", column = "1"] = /^(.*):(\d+):(\d+)$/.exec(text) ?? [];
  return { file: path, line: Number(line), column: Number(column) };
}

/** A compiled matcher. */
export interface Matcher {
  /** As written; null if absent. */
  readonly pattern: string | null;
  /** What it means, in words: `every tool`, `exactly Write or Edit`, `names that match /^W/`. */
  readonly meaning: string;
  /** The same in Hookline's own grammar: null if it cannot be said there, empty for everything. */
  readonly native: string | null;
  /** Never throws. */
  test(subject: Subject): boolean;
}

/** A compiled `if` or `when`: whether it holds, and what to tell if it could not be judged. */
export interface Condition {
  readonly text: string;
  /** Never throws; a condition that cannot be judged holds, with a problem. */
  test(event: Event): { readonly holds: boolean; readonly problem?: string };
}

/** Where alone a hook holds, or everywhere but there: in agents of this type, in this sub-agent, in sessions that use this skill. */
export interface Scope {
  readonly of: "agent" | "subagent" | "skill";
  readonly names: readonly string[];
  readonly except: boolean;
}

/** What a fault of the hook makes: go on with a warning, or a deny. */
export type OnFailure = "continue" | "block";

/** Whether a hook's verdict counts, is only told, or is only recorded. */
export type Mode = "enforce" | "warn" | "shadow";

/** True for the types of hooks that start a program by a command: it is looked at before it is trusted, and by `doctor`. */
export function startsCommand({ type }: Pick<Hook, "type">): boolean {
  return type === "command" || type === "worker";
}

/** One configured thing to run, checked and compiled. */
export interface Hook {
  readonly id: string;
  readonly event: string;
  readonly dialect: string;
  readonly type: string;
  readonly source: Source;
  readonly description: string;
  readonly matcher: Matcher;
  readonly if: Condition | null;
  readonly when: Condition | null;
  /** Null: everywhere. */
  readonly scope: Scope | null;
  /** Why it is switched off (`enabled: false`, `disableAllHooks`, …); null if it is on. */
  readonly disabled: string | null;
  readonly timeoutMs: number;
  /** What the hooks of its group have together; null if each has its own. */
  readonly groupTimeoutMs: number | null;
  /** The exit codes that block, if they are not those of its dialect. */
  readonly blockingExit: "nonzero" | null;
  /** What follows its block, if that is not the rule of its dialect. */
  readonly afterBlock: "run-all" | null;
  /** Its command with references instead of placeholders; null if it has none. */
  readonly template: Template | null;
  readonly onFailure: OnFailure;
  readonly mode: Mode;
  /** Runs without being waited for. */
  readonly background: boolean;
  /** A background hook that wakes the model when it blocks. */
  readonly rewake: boolean;
  /** Once a session, after a success. */
  readonly once: boolean;
  readonly statusMessage: string;
  /** Hooks of one group have one number; the hooks of a sequential group run one after the other. */
  readonly group: number;
  readonly sequential: boolean;
  readonly env: { readonly [name: string]: string };
  readonly passEnv: readonly string[];
  readonly environment: "whole" | "scrubbed" | "strict";
  /** Where it runs instead of the payload's `cwd`; relative to the project. */
  readonly cwd: string | null;
  /** The fields of its type, checked against the runner's. */
  readonly fields: JsonObject;
  /** Equal for entries of one lane that are the same hook. */
  readonly identity: string;
  /** The entry as written, with its event and matcher: what trust covers. */
  readonly entry: JsonObject;
}

/** The same hook as plain data, with everything worked out but the line of its source: what is read often, or shown. */
export function plainHook(hook: Hook): Hook {
  return Object.freeze({
    id: hook.id,
    event: hook.event,
    dialect: hook.dialect,
    type: hook.type,
    source: hook.source,
    description: hook.description,
    matcher: hook.matcher,
    if: hook.if,
    when: hook.when,
    scope: hook.scope,
    disabled: hook.disabled,
    timeoutMs: hook.timeoutMs,
    groupTimeoutMs: hook.groupTimeoutMs,
    blockingExit: hook.blockingExit,
    afterBlock: hook.afterBlock,
    template: hook.template,
    onFailure: hook.onFailure,
    mode: hook.mode,
    background: hook.background,
    rewake: hook.rewake,
    once: hook.once,
    statusMessage: hook.statusMessage,
    group: hook.group,
    sequential: hook.sequential,
    env: hook.env,
    passEnv: hook.passEnv,
    environment: hook.environment,
    cwd: hook.cwd,
    fields: hook.fields,
    identity: hook.identity,
    entry: hook.entry,
  });
}

declare const approval: unique symbol;

/** A hook that may run now: only `plan` makes one, and runners accept nothing else. */
export type ApprovedHook = Hook & { readonly [approval]: true };
