import type { Hook } from "../contract/hook.ts";
import { looksSecret } from "../contract/secrets.ts";

/** The variables that somebody started Hookline with. */
export type ProcessEnvironment = { readonly [name: string]: string | undefined };

/** What of a hook decides on its environment. */
export type HookPassage = Pick<Hook, "environment" | "env" | "passEnv">;

/** What every program may need and no secret is kept in. */
const strictNames = /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_.*|TZ|TERM|TMPDIR|XDG_.*|CI)$/;

/** One answer for each environment and hook: reading the process's environment is slow, and it is asked on every event. */
const known = new WeakMap<ProcessEnvironment, WeakMap<HookPassage, Readonly<Record<string, string>>>>();
const passed = new WeakMap<
  ProcessEnvironment,
  Map<HookPassage["environment"], Readonly<Record<string, string>>>
>();

/** The variables that a hook gets of the process's, and those of its own; the same answer each time for the same two objects. */
export function hookEnvironment(
  hook: HookPassage,
  processEnv: ProcessEnvironment,
): Readonly<Record<string, string>> {
  const answers = getOrMake(known, processEnv, () => new WeakMap());
  return getOrMake(answers, hook, () => makeEnvironment(hook, processEnv));
}

/** True if a hook gets this variable when the process has it. */
export function isPassed(name: string, hook: HookPassage, processEnv: ProcessEnvironment): boolean {
  if (Object.hasOwn(hook.env, name) || hook.passEnv.includes(name)) return true;
  return isOpen(name, processEnv[name] ?? "", hook.environment);
}

function makeEnvironment(
  hook: HookPassage,
  processEnv: ProcessEnvironment,
): Readonly<Record<string, string>> {
  const shared = getOrMake(passed, processEnv, () => new Map());
  const env = { ...getOrMake(shared, hook.environment, () => openVariables(hook.environment, processEnv)) };
  for (const name of hook.passEnv) {
    const value = processEnv[name];
    if (value !== undefined && Object.hasOwn(processEnv, name)) env[name] = value;
  }
  Object.assign(env, hook.env);
  // Bash believes that a remote shell daemon started it, and reads ~/.bashrc, if its level is 0 and stdin is a socket.
  if (!(Number(env.SHLVL) >= 1)) env.SHLVL = "1";
  return env;
}

function openVariables(
  environment: HookPassage["environment"],
  processEnv: ProcessEnvironment,
): Readonly<Record<string, string>> {
  const open: Record<string, string> = {};
  for (const [name, value] of Object.entries(processEnv)) {
    if (value !== undefined && isOpen(name, value, environment)) open[name] = value;
  }
  return open;
}

function isOpen(name: string, value: string, environment: HookPassage["environment"]): boolean {
  if (environment === "whole") return true;
  return environment === "scrubbed" ? !looksSecret(name, value) : strictNames.test(name);
}

function getOrMake<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
