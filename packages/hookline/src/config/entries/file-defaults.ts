import type { Dialect } from "../../contract/dialect.ts";
import type { Hook, Mode, OnFailure } from "../../contract/hook.ts";
import { deepFreeze, type JsonObject } from "../../contract/json.ts";
import type { ProcessEnvironment } from "../environment.ts";
import type { HookFilePlace } from "../places.ts";
import { checkFields, grammarOf } from "./check-fields.ts";
import { defaultsFields } from "./entry-fields.ts";
import { type FileJudge, report } from "./file-judge.ts";
import { readTimeout, reportTimeout } from "./timeout.ts";

/** What holds for the hooks of a file that do not say otherwise. */
export interface FileDefaults {
  readonly timeoutMs: number | null;
  readonly onFailure: OnFailure | null;
  readonly mode: Mode;
  readonly environment: Hook["environment"];
  readonly passEnv: readonly string[];
  /** As they are written: an approved hook must not change with them unseen. */
  readonly trusted: JsonObject | null;
}

const grammar = grammarOf(defaultsFields);
const strictness: readonly Hook["environment"][] = ["whole", "scrubbed", "strict"];

/** What holds in a file without `defaults`: the user's own hooks get everything, those of a project what its dialect passes. */
export function plainDefaults({ layer, dialect }: HookFilePlace, env: ProcessEnvironment = {}): FileDefaults {
  const owned = layer === "user" || layer === "managed" || layer === "code";
  const environment = owned ? "whole" : dialect.environment;
  const timeoutMs = timeoutVariable(dialect, env);
  return { timeoutMs, onFailure: null, mode: "enforce", environment, passEnv: [], trusted: null };
}

/** Reads the `defaults` of a file; what is wrong in them is reported, and read as strictly as it can be. */
export function readDefaults(file: FileJudge, value: JsonObject): FileDefaults {
  const path = ["defaults"];
  const plain = plainDefaults(file.place, file.basis.env);
  const good = checkFields(file, value, grammar, path, (name) => stricter[name] ?? "it is left out");
  const { timeout, onFailure, mode, environment, passEnv } = good;
  const read = timeout === undefined ? null : readTimeout(timeout, file.place);
  if (timeout !== undefined) reportTimeout(file, [...path, "timeout"], timeout);
  const names = passEnv ?? plain.passEnv;
  const passed = environmentOf(file, environment, plain.environment);
  return {
    timeoutMs: read?.ms ?? plain.timeoutMs,
    onFailure: onFailure ?? (value.onFailure === undefined ? null : "block"),
    mode: mode ?? "enforce",
    environment: passed,
    passEnv: names,
    trusted: deepFreeze({ ...good }),
  };
}

/** The default timeout that a variable says, where the dialect has one and its value is a timeout. */
function timeoutVariable({ variables, timeout }: Dialect, env: ProcessEnvironment): number | null {
  const { timeout: name } = variables;
  const text = name === undefined ? undefined : env[name];
  const ms = text === undefined || text.trim() === "" ? Number.NaN : Number(text) * timeout.unitMs;
  return ms >= timeout.minMs && ms <= timeout.maxMs ? ms : null;
}

/** How a value that means nothing is read. */
const stricter: { readonly [name: string]: string } = {
  onFailure: 'it counts as "block"',
  mode: 'it counts as "enforce"',
};

/** A file of a project may ask for less than its dialect passes, never for more. */
function environmentOf(
  file: FileJudge,
  wanted: Hook["environment"] | undefined,
  usual: Hook["environment"],
): Hook["environment"] {
  if (wanted === undefined || strictness.indexOf(wanted) >= strictness.indexOf(usual)) return wanted ?? usual;
  const message = `hooks of this file cannot get the environment "${wanted}"; "${usual}" holds`;
  report(file, "error", { path: ["defaults", "environment"] }, message, 'name what they need in "passEnv"');
  return usual;
}
