import type { Diagnostic } from "../../contract/diagnostic.ts";
import type { Dialect } from "../../contract/dialect.ts";
import type { ProcessEnvironment } from "../environment.ts";
import { offWords, shownPath, type switchedOff } from "../places.ts";
import type { JudgedFile } from "./judge-file.ts";
import { isUsualTimeout } from "./timeout.ts";

const onWords: ReadonlySet<string> = new Set(["1", "true", "yes", "on", "t", "y"]);

/** Says which variables of a dialect hold what they cannot mean; once, with the first file that they are for. */
export function variableNotes(files: readonly JudgedFile[], env: ProcessEnvironment): readonly Diagnostic[] {
  const first = new Map<Dialect, JudgedFile>();
  for (const file of files) if (!first.has(file.place.dialect)) first.set(file.place.dialect, file);
  return [...first].flatMap(([{ variables }, file]) => {
    const notes = [
      variables.enabled === undefined ? null : enabledNote(variables.enabled, env),
      variables.timeout === undefined ? null : timeoutNote(variables.timeout, env, file),
    ];
    return notes.flatMap((note) =>
      note ? [{ severity: "warning" as const, file: file.shown, line: 1, column: 1, ...note }] : [],
    );
  });
}

/** Says which files are not read because a variable switches them off: that must not look as if there were none. */
export function offNotes(
  off: ReturnType<typeof switchedOff>,
  roots: Parameters<typeof shownPath>[1],
): readonly Diagnostic[] {
  return off.map(({ dialect, path, layer }) => ({
    severity: "info",
    file: shownPath({ path, layer }, roots),
    line: 1,
    column: 1,
    message: `the variable ${dialect.variables.enabled} switches the hooks of all files of ${dialect.title} off`,
    hint: `unset ${dialect.variables.enabled} to use them`,
  }));
}

type Note = Pick<Diagnostic, "message" | "hint"> | null;

function enabledNote(name: string, env: ProcessEnvironment): Note {
  const value = env[name]?.trim();
  if (!value || [onWords, offWords].some((words) => words.has(value.toLowerCase()))) return null;
  return {
    message: `the variable ${name} must be true or false, not ${JSON.stringify(value)}: the hooks stay on`,
    hint: `write ${name}=false to switch them off`,
  };
}

function timeoutNote(name: string, env: ProcessEnvironment, { place }: JudgedFile): Note {
  const text = env[name]?.trim();
  if (!text) return null;
  const { unitMs, defaultMs, minMs, maxMs } = place.dialect.timeout;
  const value = Number(text);
  // The variable is for all files of the dialect, whatever unit one of them has.
  const { timeoutUnitMs: _, ...plain } = place;
  if (isUsualTimeout(value, plain)) return null;
  const unit = unitMs === 1 ? "milliseconds" : "seconds";
  if (!(value * unitMs >= minMs && value * unitMs <= maxMs)) {
    const usual = defaultMs === null ? "the default" : `the default of ${defaultMs / unitMs} ${unit}`;
    return {
      message: `the variable ${name} must be a number of ${unit}, not ${JSON.stringify(text)}; ${usual} holds`,
      hint: `write ${name}=30, or unset it`,
    };
  }
  const meant = unitMs === 1 ? value * 1000 : value / 1000;
  return {
    message: `the variable ${name} says ${value} ${unit}, which is hardly meant`,
    hint: `write ${name}=${meant} if ${unitMs === 1 ? "seconds" : "milliseconds"} were meant`,
  };
}
