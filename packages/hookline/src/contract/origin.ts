import type { Json } from "./json.ts";

/** Who says what holds for a hook: its entry, its group, its file, the managed file, a variable, its type, its dialect, the event, or nobody. */
export type OriginKind =
  | "entry"
  | "group"
  | "defaults"
  | "managed"
  | "variable"
  | "type"
  | "dialect"
  | "event"
  | "layer"
  | "code"
  | "built-in";

/** A value that holds for a hook, and where it comes from. */
export interface ValueOrigin {
  readonly name:
    | "matcher"
    | "timeout"
    | "onFailure"
    | "mode"
    | "environment"
    | "passEnv"
    | "cwd"
    | "background";
  readonly value: Json;
  readonly from: OriginKind;
  /** `path:line:column` where it is written; else what says it (`PreToolUse`, `wingman`, a variable's name), or empty. */
  readonly where: string;
}
