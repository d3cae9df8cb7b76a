import type { FieldType } from "../contract/fields.ts";
import type { Json, JsonObject } from "../contract/json.ts";
import type * as rows from "../events/all.ts";
import type { answerFields } from "../events/common.ts";
import type { AnswerOf, EventName } from "../events/names.ts";
import { noteStop } from "./unreturned.ts";

type Rows = typeof rows;
type Row<N extends EventName> = { readonly [K in keyof Rows as Rows[K]["name"]]: Rows[K] }[N];
type Knows<N extends EventName, Field extends string> = Field extends keyof AnswerOf<N> ? true : false;
type Where<Condition extends boolean, Keys> = Condition extends true ? Keys : unknown;

type PermissionWord<N extends EventName> =
  AnswerOf<N> extends { readonly permissionDecision?: infer W } ? Extract<W, string> : never;

/** The verdicts that mean something on an event. */
export type VerdictOf<N extends EventName> =
  | "pass"
  | (Row<N>["deny"] extends "none" ? never : "deny")
  | (Knows<N, "permissionDecision"> extends true ? PermissionWord<N> : never)
  | (Knows<N, "decision"> extends true ? "allow" : never)
  | (Knows<N, "action"> extends true ? "allow" : never);

type Placed =
  | "permissionDecision"
  | "permissionDecisionReason"
  | "decision"
  | "additionalContext"
  | "updatedInput"
  | "updatedToolOutput"
  | "updatedMCPToolOutput"
  | "updatedPrompt";

/** What an event knows beside verdict, input, output, context and message: Claude Code's names. */
export type EffectsOf<N extends EventName> = {
  readonly [K in Exclude<keyof AnswerOf<N>, Placed>]?: AnswerOf<N>[K];
} & {
  readonly suppressOutput?: FieldType<(typeof answerFields)["suppressOutput"]>;
  readonly terminalSequence?: FieldType<(typeof answerFields)["terminalSequence"]>;
} & Where<
    Knows<N, "decision">,
    { readonly updatedPermissions?: readonly JsonObject[]; readonly interrupt?: boolean }
  >;

/** The answer of a hook on one event: only the keys that the event knows. */
export type AnswerTo<N extends EventName> = {
  readonly verdict?: VerdictOf<N>;
  /** For the person. */
  readonly message?: string;
  readonly effects?: EffectsOf<N>;
} & Where<VerdictOf<N> extends "pass" ? false : true, { readonly reason?: string }> &
  Where<"tool_input" extends Row<N>["input"] ? true : false, { readonly updatedInput?: JsonObject }> &
  Where<Knows<N, "updatedToolOutput">, { readonly updatedOutput?: Json }> &
  Where<Knows<N, "updatedPrompt">, { readonly updatedPrompt?: string }> &
  Where<Knows<N, "additionalContext">, { readonly context?: string | readonly string[] }> &
  Where<false extends Row<N>["halts"] ? false : true, { readonly halt?: string | boolean }>;

/** It does not happen; the reason is told. */
export function deny(reason: string): { readonly verdict: "deny"; readonly reason: string } {
  noteStop("deny");
  return { verdict: "deny", reason };
}

/** It may happen, without anybody being asked. */
export function allow(reason = ""): { readonly verdict: "allow"; readonly reason: string } {
  return { verdict: "allow", reason };
}

/** A person is asked. */
export function ask(reason = ""): { readonly verdict: "ask"; readonly reason: string } {
  noteStop("ask");
  return { verdict: "ask", reason };
}

/** It waits until whoever runs the agent decides. */
export function defer(reason = ""): { readonly verdict: "defer"; readonly reason: string } {
  noteStop("defer");
  return { verdict: "defer", reason };
}

/** Nothing to say; so does a hook that gives nothing back. */
export function pass(): { readonly verdict: "pass" } {
  return { verdict: "pass" };
}

/** Tells the model something. */
export function context(text: string): { readonly context: string } {
  return { context: text };
}

/** Tells the person something. */
export function message(text: string): { readonly message: string } {
  return { message: text };
}

/** Ends the turn. */
export function halt(reason: string): { readonly halt: string } {
  noteStop("halt");
  return { halt: reason };
}

/** Replaces the tool's whole input. */
export function rewrite(input: JsonObject): { readonly updatedInput: JsonObject } {
  return { updatedInput: input };
}

/** Replaces what the tool gave, before the model reads it. */
export function rewriteOutput(output: Json): { readonly updatedOutput: Json } {
  return { updatedOutput: output };
}

/** Replaces the prompt. */
export function rewritePrompt(prompt: string): { readonly updatedPrompt: string } {
  return { updatedPrompt: prompt };
}
