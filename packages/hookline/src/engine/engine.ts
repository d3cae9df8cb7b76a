import type { AuditInForce } from "../config/entries/audit-in-force.ts";
import { twoMeanings } from "../config/two-meanings.ts";
import type { Decision } from "../contract/decision.ts";
import type { Diagnostic } from "../contract/diagnostic.ts";
import type { LoadedFile } from "../contract/file-place.ts";
import { type Hook, plainHook } from "../contract/hook.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Redactor } from "../contract/redact.ts";
import type { HookFunction } from "../contract/runner.ts";
import type { Listener } from "../contract/trace.ts";
import type { HookTrust, KnownApproval } from "../contract/trust.ts";
import type { EventName, PayloadOf } from "../events/names.ts";
import { realPath } from "../system/local-files.ts";
import type { HookOf } from "./answers.ts";
import { approvedHooks, approveHooks, knownApprovals, revokeHooks, trustProblem } from "./approve.ts";
import { type EffectiveValues, effectiveValues } from "./effective-values.ts";
import { fire } from "./fire.ts";
import { type HookHealth, readHealth } from "./health.ts";
import type { EngineOptions, FireOptions } from "./options.ts";
import type { PauseBook } from "./pauses.ts";
import type { ToolCall, WrapOptions } from "./permission.ts";
import { type Preview, type PreviewOptions, preview } from "./preview.ts";
import { isRecorded } from "./record.ts";
import type { RecordingBook } from "./recording.ts";
import type { FunctionOptions } from "./register-function.ts";
import { registerHooks } from "./register-hooks.ts";
import { type OnGiven, registerOn } from "./register-on.ts";
import type { Registration, TypedRegistration } from "./registration.ts";
import { createState, type EngineState, reloadState } from "./state.ts";
import { watchHookFiles } from "./watch-files.ts";
import { type ToolResult, wrapTool } from "./wrap-tool.ts";

/** Hooks around one agent. */
export interface Engine {
  /** Says what is about to happen; resolves to one decision. Rejects only for a caller's mistake. */
  fire<N extends EventName>(name: N, payload: PayloadOf<N>, options?: FireOptions): Promise<Decision>;
  fire(name: string, payload: JsonObject, options?: FireOptions): Promise<Decision>;
  /** Which hooks would run, without running any. */
  preview(name: string, payload: JsonObject, options?: PreviewOptions): Preview;
  /** Registers a function; the function that comes back removes it. */
  on<N extends EventName>(name: N, run: HookOf<N>, options?: FunctionOptions): () => void;
  on<N extends EventName>(name: N, matcher: string, run: HookOf<N>, options?: FunctionOptions): () => void;
  on(name: string, matcher: string, run: HookFunction, options?: FunctionOptions): () => void;
  /** Registers functions and entries in the words of a dialect; the function that comes back removes them. */
  register<N extends EventName>(registration: TypedRegistration<N>): () => void;
  register(registration: Registration): () => void;
  /** Fires the events around one tool call, and runs the tool only if nothing refuses it. */
  wrapTool<O>(
    call: ToolCall,
    execute: (input: JsonObject) => O | Promise<O>,
    options?: WrapOptions,
  ): Promise<ToolResult<O>>;
  /** Tells what happens to hooks as it happens; the function that comes back ends it. */
  listen(listener: Listener): () => void;
  /** Every hook of the files and of code, in configuration order. */
  readonly hooks: readonly Hook[];
  readonly diagnostics: readonly Diagnostic[];
  /** The hook files that are looked at, also those that do not exist. */
  readonly files: readonly LoadedFile[];
  /** False if nothing at all is done for an event of this name: its payload need not be made. */
  hears(name: string): boolean;
  /** Switches a hook off for as long as the engine lives, or on again; false if it may not be (managed). */
  turn(hook: Hook, state: "on" | "off"): boolean;
  isOff(hook: Hook): boolean;
  /** Where a matcher of one dialect would mean something else in another that is in use here. */
  twoMeanings(): readonly Diagnostic[];
  readonly projectDir: string;
  /** True if a hook file could not be read, or an entry that must hold is invalid. */
  readonly mustFail: boolean;
  /** Why a hook may not run (it is not approved), or null. */
  distrust(hook: Hook): string | null;
  /** The program and the local files that an approval of a hook covers. */
  covers(hook: Hook): readonly string[];
  /** The commands of a hook that run files which an approval cannot cover: only running tells which. */
  uncovered(hook: Hook): readonly string[];
  /** What is really in force, and where its values come from. */
  readonly effective: EffectiveValues;
  /** Whether a hook is trusted, why not, and what has changed since it was. */
  trustOf(hook: Hook): HookTrust;
  /** Why no approval of this user counts, and what to do about it; null if the store is as it should be. */
  trustProblem(): { readonly why: string; readonly mend: string } | null;
  /** Approves hooks of the project as they are now, for this user. */
  approve(hooks: readonly Hook[]): Promise<void>;
  /** The ids of the hooks with approvals in this project, also of those that are not configured any more. */
  approved(): readonly string[];
  /** What was approved in this project, the last one last. */
  approvals(): readonly KnownApproval[];
  /** Takes back the approvals of hooks with this id in this project, or of all; gives how many there were. */
  revoke(id?: string): Promise<number>;
  /** How often hooks of this project have broken of late, and how often what they guard went on. */
  health(): readonly HookHealth[];
  /** The digest of all hook files that are in force: another one when any of them has changed. */
  readonly digest: string;
  /** What is paused here, and how to begin and end a pause. */
  pause(): PauseBook;
  /** Whether events are recorded here, and how to switch that. */
  recording(): RecordingBook;
  /** The folder for what Hookline remembers. */
  readonly stateFolder: string;
  /** The audit trail that is in force, and the files that want it; null if there is none. */
  readonly audit: AuditInForce | null;
  /** Takes secrets out of what people are shown. */
  readonly redactor: Redactor;
  /** Reads the hook files again. */
  reload(): Promise<void>;
  /** Waits for the hooks that run in the background. */
  drain(): Promise<void>;
  /** Stops everything; when it resolves, nothing of this engine is left. */
  close(): Promise<void>;
}

/** Finds, reads and judges the hook files of a project, and gives back the engine that runs them. */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  const state = await createState(options);
  const drain = async () => {
    while (state.background.size > 0) await Promise.all(state.background);
  };
  const reload = () => reloadState(state);
  let cut = false;
  const stopWatching = options.watch ? await watchHookFiles(state) : async () => {};
  return {
    fire: (name: string, payload: JsonObject, fireOptions: FireOptions = {}) =>
      fire(state, name, payload, fireOptions),
    preview: (name, payload, previewOptions = {}) => preview(state, name, payload, previewOptions),
    on: (name: string, ...given: OnGiven) => registerOn(state, name, given),
    register: (registration: Registration) => registerHooks(state, registration),
    wrapTool: (call, execute, wrapOptions = {}) => wrapTool(state, call, execute, wrapOptions),
    listen: (listener) => state.notices.listen(listener),
    get hooks() {
      return allHooks(state);
    },
    get diagnostics() {
      return state.configuration.diagnostics;
    },
    get files() {
      return state.configuration.files;
    },
    hears: (name) => hears(state, name),
    turn: (hook, to) => state.switches.turn(hook, to),
    isOff: (hook) => state.switches.isOff(hook),
    twoMeanings: () => twoMeanings(allHooks(state), state.allDialects, state.catalog),
    get projectDir() {
      return state.configuration.projectDir;
    },
    get mustFail() {
      return state.configuration.mustFail;
    },
    distrust: (hook) => state.trust.distrust(hook),
    covers: (hook) => state.trust.covers(hook),
    uncovered: (hook) => state.trust.uncovered(hook),
    effective: effectiveValues(state),
    trustOf: (hook) => state.trust.trustOf(hook),
    trustProblem: () => trustProblem(state),
    approve: (hooks) => approveHooks(state, hooks),
    approved: () => approvedHooks(state),
    approvals: () => knownApprovals(state),
    revoke: (id) => revokeHooks(state, id),
    health: () => readHealth(state),
    get digest() {
      return state.configuration.digest;
    },
    pause: () => state.pauses.book(realPath(state.configuration.projectDir), state.ledger),
    recording: () => state.records.book(realPath(state.configuration.projectDir)),
    stateFolder: state.stateFolder,
    get audit() {
      return state.configuration.audit;
    },
    get redactor() {
      return state.redactor;
    },
    reload,
    drain,
    async close() {
      state.closing.abort();
      cut = state.scopes.close() || cut;
      await stopWatching();
      await state.services.workers.close();
      await state.host.close();
      state.closeHttp();
      await drain();
      await state.ledger?.close();
      state.giveBack(cut);
    },
  };
}

function hears(state: EngineState, name: string): boolean {
  if (state.index.byEvent.has(name)) return true;
  if (!state.carry.empty || state.tracer.on || isRecorded(state, state.ledger)) return true;
  return state.records.on(performance.now());
}

function allHooks(state: EngineState): readonly Hook[] {
  return [...state.configuration.hooks, ...state.functions.hooks].map(plainHook);
}
