import type { AnswerOfSpec } from "../contract/event.ts";
import type { Fields, FieldsType } from "../contract/fields.ts";
import type { JsonObject } from "../contract/json.ts";
import type * as rows from "./all.ts";
import type { commonFields } from "./common.ts";

type Rows = typeof rows;
type RowsByName = { readonly [K in keyof Rows as Rows[K]["name"]]: Rows[K] };

/** The name of an event that Hookline knows by itself. */
export type EventName = keyof RowsByName;

type FilledIn = "session_id" | "cwd" | "hook_event_name" | "tool_use_id" | "permission_mode";

type OptionalWord<W extends string> = W extends `${string}?` ? W : `${W}?`;

type CommonOf<N extends EventName> = Omit<typeof commonFields, "hook_event_name"> & {
  readonly hook_event_name: N;
};

/** The fields of a row, and the common ones that it does not declare anew; what will be filled in may be left out. */
type GivenFields<P extends Fields, C extends Fields> = {
  readonly [K in keyof P]: K extends FilledIn ? OptionalWord<P[K]> : P[K];
} & {
  readonly [K in Exclude<keyof C, keyof P>]: OptionalWord<C[K]>;
};

/** What a host passes for an event: what is filled in when absent may be left out. */
export type PayloadOf<N extends EventName> = FieldsType<GivenFields<RowsByName[N]["payload"], CommonOf<N>>>;

/** A tool's input as hooks read it: the fields of well-known tools have the type that they have where they are present. */
export interface ToolInput extends JsonObject {
  readonly command: string;
  readonly file_path: string;
  readonly content: string;
  readonly old_string: string;
  readonly new_string: string;
  readonly pattern: string;
  readonly url: string;
}

type SeenFields<N extends EventName> = RowsByName[N]["payload"] &
  Omit<CommonOf<N>, keyof RowsByName[N]["payload"]>;

/** What a function hook gets on an event: the complete payload. */
export type SeenPayload<N extends EventName> = {
  readonly [K in keyof FieldsType<SeenFields<N>>]: K extends "tool_input"
    ? ToolInput
    : FieldsType<SeenFields<N>>[K];
};

/** The fields of `hookSpecificOutput` on an event. */
export type AnswerOf<N extends EventName> = AnswerOfSpec<RowsByName[N]>;
