import { resolve } from "node:path";
import { type Configuration, loadConfiguration } from "../config/load.ts";
import type { Trust } from "../config/trust/trust.ts";
import type { Dialect } from "../contract/dialect.ts";
import type { Hook } from "../contract/hook.ts";
import type { ProcessHost } from "../contract/process.ts";
import type { Redactor } from "../contract/redact.ts";
import type { Runner, Services } from "../contract/runner.ts";
import type { Catalog } from "../events/catalog.ts";
import { type HookIndex, indexHooks } from "../pipeline/match.ts";
import { workerOwner } from "../runners/worker-run.ts";
import { homeFolder } from "../system/home-folder.ts";
import { uuidv7 } from "../system/identifiers.ts";
import { type LateSignal, lateSignal } from "../system/late-signal.ts";
import { chooseSpawn, hostFor } from "../system/process/choose-host.ts";
import { stateFolder } from "../system/state-folder.ts";
import { type Carry, createCarry } from "./carry.ts";
import { chosenDialects } from "./chosen-dialects.ts";
import { type EngineParts, newParts } from "./engine-parts.ts";
import { type EnvFiles, noEnvFiles, openEnvFiles } from "./env-files.ts";
import { type EventRecords, openEventRecords } from "./event-records.ts";
import { createScopes, type Scopes } from "./fire-scope.ts";
import { createFunctions, type Functions } from "./functions.ts";
import { createGate, type Gate } from "./gate.ts";
import { type Ledger, renewLedger } from "./ledger.ts";
import { loadRequest, trustFor } from "./load-request.ts";
import { createNotices, type Notices } from "./notices.ts";
import { type OnceBook, openOnceBook } from "./once.ts";
import type { EngineOptions } from "./options.ts";
import { openPauses, type Pauses } from "./pauses.ts";
import { createPrompts, type Prompts } from "./prompts.ts";
import { createServices } from "./services.ts";
import { redactorFor } from "./shown.ts";
import { type Skills, skillsIn } from "./skills.ts";
import { snapshots } from "./snapshots.ts";
import { createSwitches, type Switches } from "./switches.ts";
import { createTracer, type Tracer } from "./trace.ts";

/** How many hooks of one engine run at once; the others wait without using up their deadline. */
const places = 64;

/** Everything that lives as long as the engine. */
export interface EngineState {
  readonly options: EngineOptions;
  readonly cwd: string;
  readonly home: string;
  readonly env: { readonly [name: string]: string | undefined };
  /** The environment as it is now: the same object as long as it says the same. */
  readonly environment: () => { readonly [name: string]: string | undefined };
  readonly sessionId: string;
  readonly stateFolder: string;
  readonly catalog: Catalog;
  /** Those whose files are read. */
  readonly dialects: readonly Dialect[];
  /** Every one that is known, in register order: code may register hooks of any. */
  readonly allDialects: readonly Dialect[];
  readonly runners: ReadonlyMap<string, Runner>;
  readonly functions: Functions;
  readonly host: ProcessHost;
  readonly giveBack: EngineParts["giveBack"];
  readonly closeHttp: () => void;
  readonly gate: Gate;
  /** Hooks that nobody waits for have places of their own: they must not keep a guard waiting. */
  readonly backgroundGate: Gate;
  readonly notices: Notices;
  readonly tracer: Tracer;
  readonly once: OnceBook;
  readonly carry: Carry;
  readonly skills: Skills;
  readonly switches: Switches;
  readonly pauses: Pauses;
  /** What is written down of events, while somebody wants that. */
  readonly records: EventRecords;
  readonly prompts: Prompts;
  readonly envFiles: EnvFiles;
  /** Told when a matcher took too long and therefore counted as matched: the next decision says so. */
  readonly onLimit: (text: string) => void;
  readonly scopes: Scopes;
  /** Aborted when the engine closes. */
  readonly closing: LateSignal;
  /** Background hooks that have not ended. */
  readonly background: Set<Promise<void>>;
  readonly services: Services;
  /** Replaced as a whole on reload: one event sees one configuration. */
  configuration: Configuration;
  /** Made when an event asks for it; null makes it anew. */
  get index(): HookIndex;
  set index(index: HookIndex | null);
  trust: Trust;
  /** The audit trail that the hook files want; null if there is none. */
  ledger: Ledger | null;
  /** Who started each sub-agent, as far as the host has said it. */
  readonly parents: Map<string, { readonly id: string; readonly type: string }>;
  /** Takes secrets out of what is written or shown. */
  redactor: Redactor;
}

/** Gathers what an engine needs and reads the hook files for the first time. */
export function createState(options: EngineOptions): Promise<EngineState> {
  const cwd = resolve(options.cwd ?? process.cwd());
  const parts = options.stock?.take(options, cwd) ?? newParts(options);
  return gather(options, cwd, parts).catch((error) => {
    parts.giveBack(true);
    throw error;
  });
}

async function gather(options: EngineOptions, cwd: string, parts: EngineParts): Promise<EngineState> {
  const env = options.env ?? process.env;
  const home = homeFolder(env);
  const folder = stateFolder(env, home);
  const functions = createFunctions();
  const carry = createCarry();
  parts.limits.tell = (text) => carry.put({ context: null, messages: [{ level: "warn", text, hook: "" }] });
  const { catalog, runners, onLimit } = parts;
  const base = {
    options,
    cwd,
    home,
    env,
    environment: snapshots(env),
    sessionId: options.sessionId ?? uuidv7(),
    stateFolder: folder,
    catalog,
    ...chosenDialects(options.dialects),
    runners,
    functions,
    onLimit,
  };
  const configuration = await parts.load(env, (noted) =>
    loadConfiguration({ ...loadRequest(base), env: noted }, null),
  );
  const closing = lateSignal();
  const { services, closeHttp } = createServices(options, functions, parts.workers, () => state);
  const { rehearse = false } = options;
  const once = openOnceBook(rehearse ? null : folder);
  const place = { stateFolder: folder, home, projectDir: () => state.configuration.projectDir };
  let index: HookIndex | null = null;
  const state: EngineState = {
    ...base,
    host: options.host ?? options.stock?.host() ?? hostFor(chooseSpawn(env)),
    giveBack: parts.giveBack,
    closeHttp,
    gate: createGate(places),
    backgroundGate: createGate(places),
    notices: createNotices(),
    tracer: createTracer(options.trace ?? "off", folder, () => state.redactor),
    once,
    carry,
    skills: skillsIn(once),
    switches: createSwitches(),
    pauses: openPauses(place, rehearse),
    records: openEventRecords(place, rehearse),
    prompts: createPrompts(base.sessionId),
    envFiles: rehearse ? noEnvFiles : openEnvFiles(folder, base.allDialects, base.sessionId),
    scopes: createScopes(),
    closing,
    background: new Set(),
    services,
    configuration,
    get index() {
      index ??= indexHooks(hooksOf(state));
      return index;
    },
    set index(given) {
      index = given;
    },
    trust: trustFor(base, configuration),
    ledger: null,
    parents: new Map(),
    redactor: redactorFor(env, configuration),
  };
  await renewLedger(state);
  return state;
}

/** Reads the hook files again; what cannot be read keeps its last good hooks. */
export async function reloadState(state: EngineState): Promise<void> {
  const configuration = await loadConfiguration(loadRequest(state), state.configuration);
  state.configuration = configuration;
  state.trust = trustFor(state, configuration);
  state.redactor = redactorFor(state.env, configuration);
  reindex(state);
  const owners = new Set(hooksOf(state).map(workerOwner));
  state.services.workers.retain(owners);
  state.host.retain?.(owners);
  await renewLedger(state);
}

function hooksOf({ configuration, functions }: Pick<EngineState, "configuration" | "functions">): Hook[] {
  return [...configuration.hooks, ...functions.hooks];
}

/** The next event sorts the hooks of the files and of code anew, files first: to register many costs no more than to register one. */
export function reindex(state: EngineState): void {
  state.index = null;
}
