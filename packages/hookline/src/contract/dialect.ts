import type { Decision } from "./decision.ts";
import type { DenyMeaning, Event } from "./event.ts";
import type { Fields } from "./fields.ts";
import type { EnvFileRules, FilePlace, PluginRules } from "./file-place.ts";
import type { JsonObject } from "./json.ts";
import type { TemplateGrammar } from "./template.ts";
import type { TraceLevel } from "./trace.ts";

/** How matchers are written. */
export type MatcherGrammar =
  /** Exact names in a list, else a regular expression that is searched for: Claude Code's rule. */
  | "names-or-search"
  /** Exact names in a list, else a regular expression that fits the whole name, else an exact name. */
  | "names-or-whole"
  /** A list of exact names and names with `*` at the end; `builtin:*` is every tool that is not of an MCP server. */
  | "names-and-prefixes"
  /** A pattern for file names: `*`, `?`, `[a-z]`. */
  | "glob"
  /** The same for names of tools alone: on an event without a tool every matcher fits. */
  | "tool-glob"
  /** Such patterns in a list with commas. */
  | "globs";

/** How the entries of a dialect's files differ from Hookline's own. */
export interface EntryRules {
  /** Fields beyond those that every hook has. */
  readonly fields: Fields;
  /** The type of an entry that names none; null if it must name one. */
  readonly type: string | null;
  /** The fields that say where it runs, the first that is there; `cwd` means the same everywhere. */
  readonly cwd?: string | readonly string[];
  /** What a command that names no shell runs in, where the machine has it; elsewhere, and if absent, in `/bin/sh`. */
  readonly shell?: "bash";
  /** The field that says whether it is waited for: `false` runs in the background; `true` in an entry without group makes every non-zero exit block. */
  readonly waits?: string;
}

/** An event that a name in a file stands for, and the pattern that its subject must fit. */
export interface Binding {
  readonly event: string;
  /** Null: every subject, or the matcher of the group. */
  readonly matcher: string | null;
}

/** What a name that is a pattern over event names stands for, and what to tell whoever wrote it. */
export interface Bound {
  readonly bindings: readonly Binding[];
  /** The parts of it that are no event. */
  readonly unknown: readonly string[];
  /** What is right but may not be meant, each as `what; what to do`. */
  readonly doubts: readonly string[];
}

/** What the hooks of a dialect get of an event. */
export interface Shown {
  /** On stdin, and what functions see. */
  readonly payload: JsonObject;
  /** Beside the environment. */
  readonly env: { readonly [name: string]: string };
  /** What `{{…}}` in commands is looked up in; for `$NAME` it is `env`. */
  readonly values?: JsonObject;
  /** What the person is told, if a hook was given less than it may expect. */
  readonly notes?: readonly string[];
}

/** One agent's own names, files and rules, as values. */
export interface Dialect {
  readonly name: string;
  readonly title: string;
  /** In configuration order: the later file wins where only one value can hold. */
  readonly files: readonly FilePlace[];
  readonly plugins?: PluginRules;
  /** The keys at the top of a file under which hooks stand. */
  readonly hooksAt: readonly string[];
  /** Under such a key: event → groups; event → groups or hooks without one; or a list of hooks that name their event. */
  readonly shape: "groups" | "groups-or-hooks" | "list";
  /** Keys beside the events there that belong to something else of that agent. */
  readonly otherKeys?: readonly string[];
  readonly entry: EntryRules;
  /** More fields at the top of its files that mean something here. */
  readonly top?: Fields;
  /** Keys at the top of managed files: only managed hooks run; of the others only those of plugins do (`true`, or a list with `hooks`). */
  readonly policies?: { readonly managedOnly: string; readonly pluginsOnly: string };
  /** Its files hold hooks and nothing else: a key at the top that means nothing is reported. */
  readonly onlyHooks?: true;
  /** The field at the top of a file with which (`false`) all hooks run after a block of one of its hooks. */
  readonly stopsField?: string;
  /** The dialect's event names → the canonical ones that each stands for. */
  readonly events: { readonly [name: string]: string | readonly string[] };
  /** Whether canonical names that are not in the table are events of this dialect too. */
  readonly otherEvents: boolean;
  /** Reads a name that is a pattern over event names. */
  bind?(name: string): Bound;
  readonly timeout: {
    /** One unit of `timeout` in milliseconds. */
    readonly unitMs: number;
    /** The default of every event; null if the event's row holds. */
    readonly defaultMs: number | null;
    readonly minMs: number;
    readonly maxMs: number;
    /** What happens outside the bounds: the default holds, or the nearest bound. Reported in both cases. */
    readonly outside: "default" | "clamp";
    /** A group's `timeout` holds for all its hooks together, or there is none. */
    readonly scope: "hook" | "group";
    /** One unit of `asyncTimeout`, if it is not that of `timeout`. */
    readonly asyncUnitMs?: number;
  };
  /** Environment variables that switch the dialect's files off, that say the default timeout, and that tell hooks the project's folder. */
  readonly variables: { readonly enabled?: string; readonly timeout?: string; readonly project?: string };
  readonly envFile?: EnvFileRules;
  readonly matcher: MatcherGrammar;
  /** On an event whose matchers mean nothing: any matcher fires, or only an empty one or `*`. */
  readonly matcherWithoutSubject: "ignored" | "must-be-empty";
  /** Placeholders in commands; null if there are none. */
  readonly template: TemplateGrammar | null;
  readonly order: "parallel" | "sequential";
  /** What follows a block inside the lane; `stop-group`: the rest of a group does not run after `continue: false`. */
  readonly afterBlock: "run-all" | "stop" | "stop-group";
  /** Whether a hook sees the rewrites of those that ran before it in its strand. */
  readonly sees: "original" | "rewritten";
  /** The verdict of several hooks of this dialect: the strongest, or the first deny, else the first allow, else ask. */
  readonly combine: "strongest" | "deny-allow-ask";
  readonly duplicates: "once" | "each";
  readonly blockingExit: "two" | "nonzero" | "never";
  /** Where the reason of a blocking exit comes from, first that is not empty. */
  readonly reason: readonly ("json" | "stderr" | "stdout")[];
  /** How a rewrite changes the input. */
  readonly rewrite: "replace" | "merge";
  /** What hooks of project files get of the environment, unless the file says otherwise. */
  readonly environment: "whole" | "scrubbed" | "strict";
  /** Between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  readonly cwd: "payload" | "project" | "process";
  /** Rows of this dialect where a deny does less or more than the event's own. */
  readonly denies: { readonly [event: string]: DenyMeaning };
  /** Events whose hooks the host does not wait for. */
  readonly background: readonly string[];
  readonly subagents: "inherit" | "off";
  /**
   * What stdout is: `whole` one answer object, or a fault if it begins like one and is none; `last-object` the last complete object in
   * it; `optional` an answer object if `read` knows it, else text; `never` text.
   */
  readonly answer: "whole" | "last-object" | "optional" | "never";
  /** `kept`: plain text on stdout is in the report and nowhere else; absent: it is what the event's row makes of it. */
  readonly text?: "kept";
  /** How much of a stream reports show, in characters. */
  readonly shown: number;
  /** How much it matters in the trace that a hook broke and went on, and that one wrote to stderr: `warn` and `info` if absent. */
  readonly levels?: { readonly fault: TraceLevel; readonly stderr: TraceLevel };
  /** Host side: the agent's wire object → canonical event name and payload. */
  decode(wire: JsonObject): { readonly event: string; readonly payload: JsonObject };
  /** Host side: a decision → what the agent reads. */
  encode(decision: Decision): {
    readonly stdout: string;
    readonly stderr?: string;
    readonly exitCode: number;
  };
  /** The fields of an answer that are checked as they are written, before `read`: what is wrong is said in the dialect's own words. */
  readonly answerFields?: Fields;
  /** Hook side: what a hook gets; `at` is the time in milliseconds, `lastPrompt` what the person said last in the session. */
  present(
    event: Event,
    place: { readonly projectDir: string; readonly at: number; readonly lastPrompt?: string | null },
  ): Shown;
  /** Hook side: a hook's answer object → the canonical one; null if it is none. */
  read(answer: JsonObject, event: Event): JsonObject | null;
  /** True if no further hook of the group runs after this answer; where absent, `continue: false` says so. */
  ends?(answer: JsonObject, event: Event): boolean;
  /** What an answer has for the host that no other dialect knows: it is among the decision's `effects`. */
  effects?(answer: JsonObject, event: Event): JsonObject;
}

/** Declares a dialect. */
export function defineDialect(dialect: Dialect): Dialect {
  return dialect;
}
