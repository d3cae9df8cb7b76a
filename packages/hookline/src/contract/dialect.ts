import type { Decision } from "./decision.ts";
import type { DenyMeaning, Event } from "./event.ts";
import type { Layer } from "./hook.ts";
import type { JsonObject } from "./json.ts";

/** Where one hook file of a dialect is: `config` is the user's configuration folder, `system` the root of the machine. */
export interface FilePlace {
  readonly layer: Exclude<Layer, "code">;
  readonly base: "config" | "home" | "project" | "system";
  readonly path: string;
  /** The dialect whose file it is, if it is another's: then it is read here only when that one is not chosen. */
  readonly owner?: string;
}

/** One agent's own names, files and rules, as values. */
export interface Dialect {
  readonly name: string;
  readonly title: string;
  /** In configuration order: the later file wins where only one value can hold. */
  readonly files: readonly FilePlace[];
  /** The dialect's event names → canonical names, beside the canonical ones themselves. */
  readonly events: { readonly [name: string]: string };
  readonly timeout: {
    /** One unit of `timeout` in milliseconds. */
    readonly unitMs: number;
    /** The default of every event; null if the event's row holds. */
    readonly defaultMs: number | null;
    readonly minMs: number;
    readonly maxMs: number;
    /** What happens outside the bounds: the default holds, or the nearest bound. Reported in both cases. */
    readonly outside: "default" | "clamp";
  };
  /** On an event whose matchers mean nothing: any matcher fires, or only an empty one or `*`. */
  readonly matcherWithoutSubject: "ignored" | "must-be-empty";
  readonly order: "parallel" | "sequential";
  /** What follows a block inside the lane. */
  readonly afterBlock: "run-all" | "stop";
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
  /** Stdout holds one answer object, or the last complete object in it counts. */
  readonly answer: "whole" | "last-object";
  /** Host side: the agent's wire object → canonical event name and payload. */
  decode(wire: JsonObject): { readonly event: string; readonly payload: JsonObject };
  /** Host side: a decision → what the agent reads. */
  encode(decision: Decision): { readonly stdout: string; readonly exitCode: number };
  /** Hook side: what a hook gets on stdin and, beside the environment, as variables. */
  present(
    event: Event,
    place: { readonly projectDir: string },
  ): {
    readonly payload: JsonObject;
    readonly env: { readonly [name: string]: string };
  };
  /** Hook side: a hook's answer object → the canonical one. */
  read(answer: JsonObject, event: Event): JsonObject;
}

/** Declares a dialect. */
export function defineDialect(dialect: Dialect): Dialect {
  return dialect;
}
