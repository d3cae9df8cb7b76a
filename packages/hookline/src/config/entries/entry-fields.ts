import type { Fields } from "../../contract/fields.ts";

/** The top of a native hook file. */
export const fileFields = {
  $schema: "string?",
  description: "string?",
  hooks: "object?",
  defaults: "object?",
  disableAllHooks: "boolean?",
  allowedHttpHookUrls: "string[]?",
  httpHookAllowedEnvVars: "string[]?",
  audit: "boolean|object?",
  redact: "string[]?",
} as const satisfies Fields;

/** What a file says about the audit trail. */
export const auditFields = {
  required: "boolean?",
  onFailure: "continue|block?",
  payloads: "digest|full?",
  chain: "string?",
  rotateBytes: "number?",
  checkpointEvery: "number?",
  sync: "boolean?",
  destinations: "object[]?",
} as const satisfies Fields;

/** What another agent's settings file says to Hookline; everything else in it is that agent's own. */
export const foreignFileFields = {
  hooks: fileFields.hooks,
  disableAllHooks: fileFields.disableAllHooks,
  allowedHttpHookUrls: fileFields.allowedHttpHookUrls,
  httpHookAllowedEnvVars: fileFields.httpHookAllowedEnvVars,
} as const satisfies Fields;

/** What holds for every hook of a file that does not say otherwise. */
export const defaultsFields = {
  timeout: "number?",
  onFailure: "continue|block?",
  mode: "enforce|warn|shadow?",
  environment: "whole|scrubbed|strict?",
  passEnv: "string[]?",
} as const satisfies Fields;

/** A group: hooks of one event with one matcher. */
export const groupFields = {
  matcher: "string|null?",
  hooks: "object[]",
  sequential: "boolean?",
  description: "string?",
} as const satisfies Fields;

/** What every hook may have; its type adds more. */
export const hookFields = {
  type: "string",
  id: "string?",
  description: "string?",
  enabled: "boolean?",
  if: "string?",
  when: "string?",
  timeout: "number?",
  statusMessage: "string?",
  once: "boolean?",
  async: "boolean?",
  asyncRewake: "boolean?",
  onFailure: "continue|block?",
  mode: "enforce|warn|shadow?",
  env: "object?",
  passEnv: "string[]?",
  cwd: "string?",
} as const satisfies Fields;

/** Fields that only a hook that may run in the background has. */
export const backgroundFields: ReadonlySet<string> = new Set(["async", "asyncRewake"]);
