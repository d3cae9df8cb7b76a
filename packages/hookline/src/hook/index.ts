/** `hookline/hook`: write a hook once, with the types of its event. */

export type { Json, JsonObject } from "../contract/json.ts";
export type { EventName, PayloadOf, SeenPayload, ToolInput } from "../events/names.ts";
export {
  type AnswerTo,
  allow,
  ask,
  context,
  defer,
  deny,
  type EffectsOf,
  halt,
  message,
  pass,
  rewrite,
  rewriteOutput,
  rewritePrompt,
  type VerdictOf,
} from "./answers.ts";
export {
  type AnswerToAny,
  type DefinedHook,
  defineHook,
  type Given,
  type HookOn,
  type Seen,
} from "./define-hook.ts";
export type { HookCall } from "./make-hook.ts";
