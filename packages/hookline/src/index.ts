/** Hookline: an agent says what is about to happen, its people's hooks run, one decision comes back. Start reading at `engine/fire.ts`. */

export type { Decision, Message, RunReport, Skipped } from "./contract/decision.ts";
export type { Diagnostic, Severity } from "./contract/diagnostic.ts";
export { type Dialect, defineDialect } from "./contract/dialect.ts";
export { type ErrorCode, HooklineError } from "./contract/errors.ts";
export { type DenyMeaning, defineEvent, type Event, type EventSpec } from "./contract/event.ts";
export type { EventRecord, RecordedRun } from "./contract/event-record.ts";
export { type Fault, type FaultKind, faultKinds } from "./contract/fault.ts";
export type { LoadedFile } from "./contract/file-place.ts";
export type { ApprovedHook, Hook, Matcher, Mode, OnFailure, Source } from "./contract/hook.ts";
export type { Json, JsonObject } from "./contract/json.ts";
export type { OriginKind, ValueOrigin } from "./contract/origin.ts";
export type { Plan } from "./contract/plan.ts";
export type { Command, CommandBatch, ProcessFacts, ProcessHost } from "./contract/process.ts";
export type { Captured, Run, RunEnd } from "./contract/run.ts";
export {
  type Call,
  defineRunner,
  type FunctionCall,
  type HookFunction,
  type Judge,
  type JudgeAnswer,
  type JudgeRequest,
  type McpCaller,
  type Runner,
  type Services,
} from "./contract/runner.ts";
export { suggest } from "./contract/suggest.ts";
export { defineTool, type ToolKind, type ToolSpec, toolKinds } from "./contract/tool.ts";
export type { Listener, Notice, TraceRecord, TraceSink } from "./contract/trace.ts";
export type { ApprovedFile, HookTrust, KnownApproval, TrustState } from "./contract/trust.ts";
export { isVerdict, stronger, type Verdict, verdicts } from "./contract/verdict.ts";
export { allDialects } from "./dialects/all.ts";
export { native } from "./dialects/native.ts";
export type { AsyncAnswer, ClaudeAnswer, HookAnswer, HookOf, OwnAnswer } from "./engine/answers.ts";
export { compileRule, type Rule, type RuleCall, type RuleOptions } from "./engine/compile-rule.ts";
export {
  type EditedFile,
  type EditRequest,
  editHookFile,
  type HookBlock,
  type HookFileChange,
} from "./engine/edit-hook-file.ts";
export type { EffectiveHook, EffectiveValues } from "./engine/effective-values.ts";
export { createEngine, type Engine } from "./engine/engine.ts";
export type { HookHealth } from "./engine/health.ts";
export { type HookProgram, type HookPrograms, hookPrograms } from "./engine/hook-programs.ts";
export { type ImportRequest, importHookFile } from "./engine/import-hook-file.ts";
export { type JsonDocument, readJsonDocument } from "./engine/json-document.ts";
export { mcpClients } from "./engine/mcp-clients.ts";
export type { EngineOptions, FireOptions, Recorder } from "./engine/options.ts";
export { type Pause, type PauseBook, type PauseRequest, pauseText } from "./engine/pauses.ts";
export type { Permission, PermissionRequest, ToolCall, WrapOptions } from "./engine/permission.ts";
export {
  type CheckedPolicy,
  createPolicyCheck,
  type PolicyCase,
  type PolicyCheck,
  type PolicyFile,
} from "./engine/policy-check.ts";
export type { OtherHook, Preview, PreviewOptions } from "./engine/preview.ts";
export { type RecordFilter, readRecords } from "./engine/read-records.ts";
export type { Unjudged } from "./engine/recorded-answers.ts";
export type { Recording, RecordingBook } from "./engine/recording.ts";
export type { FunctionOptions } from "./engine/register-function.ts";
export type { Registration, TypedRegistration } from "./engine/registration.ts";
export { createReplay, type Replay, type Replayed, type ReplayOptions } from "./engine/replay.ts";
export { createStock, type EngineStock, type LentStock } from "./engine/stock.ts";
export {
  type ValidatedFile,
  type ValidateRequest,
  type Validation,
  validateHookFiles,
} from "./engine/validate-hook-files.ts";
export type { ToolResult } from "./engine/wrap-tool.ts";
export { builtInEvents } from "./events/catalog.ts";
export type { AnswerOf, EventName, PayloadOf, SeenPayload, ToolInput } from "./events/names.ts";
export { tools as builtInTools } from "./events/tools.ts";
export { allRunners } from "./runners/all.ts";
