import { hookEnvironment } from "../config/environment.ts";
import type { Dialect } from "../contract/dialect.ts";
import type { Event } from "../contract/event.ts";
import type { ApprovedHook } from "../contract/hook.ts";
import type { EnvironmentLayers } from "../contract/process.ts";
import type { Services } from "../contract/runner.ts";
import { native } from "../dialects/native.ts";
import { carried, type HandOver } from "./hand-over.ts";
import type { EngineState } from "./state.ts";

/** What of the world a hook may use: the lists of what http hooks may do are those of its own dialect, and Hookline's. */
export function servicesFor({ services, configuration }: EngineState, { name }: Dialect): Services {
  if (name === native.name) return services;
  const { urls, variables } = configuration.listsFor(name);
  return { ...services, allowedUrls: urls, allowedHeaderVariables: variables };
}

/** A hook that is about to run, and the way to tell the person something about what it is given. */
interface Surrounded {
  readonly event: Event;
  readonly hook: ApprovedHook;
  readonly dialect: Dialect;
  note(text: string): void;
}

/** The complete environment of a hook. */
export function environmentOf(
  state: EngineState,
  surrounded: Surrounded,
  given: HandOver,
): Record<string, string> {
  const passed = without(hookEnvironment(surrounded.hook, state.environment()), given.absent);
  const env = addEventVariables({ ...passed }, state, surrounded, given, passed);
  // Inside a worker of another agent, our hooks are none unless we say so.
  if (env.HOOKLINE_WORKER !== undefined) delete env.HOOKLINE_WORKER;
  return env;
}

/**
 * The same in two parts, without looking at each variable of the process; null where the parts share a name, since it is then not for the
 * parts to say which counts.
 */
export function layersOf(
  state: EngineState,
  { event, hook, dialect }: Surrounded,
  given: HandOver,
): EnvironmentLayers | null {
  if (dialect.envFile || given.absent.length > 0) return null;
  const shared = hookEnvironment(hook, state.environment());
  if (shared.HOOKLINE_WORKER !== undefined) return null;
  const own: string[] = [];
  let apart = true;
  const add = (name: string, value: string) => {
    if (shared[name] === undefined) own.push(name, value);
    // What the hook itself sets counts, and is among the shared ones.
    else if (hook.env[name] === undefined) apart = false;
  };
  for (const name in given.env) add(name, given.env[name] ?? "");
  add("HOOKLINE_EVENT", event.spec.name);
  add("HOOKLINE_EVENT_ID", event.id);
  add("HOOKLINE_SESSION_ID", sessionOf(state, event));
  add("HOOKLINE_DEPTH", String(event.depth + 1));
  return apart ? { shared, own } : null;
}

/** The variables that are of the event alone: what a process that outlives it must be told. */
export function eventVariables(
  state: EngineState,
  surrounded: Surrounded,
  given: HandOver,
): Record<string, string> {
  const passed = surrounded.dialect.envFile ? hookEnvironment(surrounded.hook, state.environment()) : {};
  return addEventVariables({}, state, surrounded, given, passed);
}

/** Adds them to others, one by one: this is done for every command. */
function addEventVariables(
  env: Record<string, string>,
  state: EngineState,
  surrounded: Surrounded,
  given: HandOver,
  passed: Readonly<Record<string, string>>,
): Record<string, string> {
  const { event, hook, dialect } = surrounded;
  if (dialect.envFile) {
    const note = (text: string) => surrounded.note(text);
    Object.assign(env, state.envFiles.offer(dialect, event, passed, note));
  }
  for (const name in given.env) env[name] = given.env[name] ?? "";
  env.HOOKLINE_EVENT = event.spec.name;
  env.HOOKLINE_EVENT_ID = event.id;
  env.HOOKLINE_SESSION_ID = sessionOf(state, event);
  env.HOOKLINE_DEPTH = String(event.depth + 1);
  for (const name in hook.env) env[name] = hook.env[name] ?? "";
  return env;
}

function sessionOf({ sessionId }: EngineState, { payload: { session_id: session } }: Event): string {
  return carried(typeof session === "string" ? session : sessionId);
}

function without(
  env: Readonly<Record<string, string>>,
  names: readonly string[],
): Readonly<Record<string, string>> {
  if (names.length === 0) return env;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}
