import { isObject, type Json, type JsonObject } from "../contract/json.ts";
import type { Template } from "../contract/template.ts";
import { expandedNames } from "../shell/expanded-names.ts";
import { filePrelude } from "../shell/template.ts";
import { keepInFiles } from "../system/value-files.ts";
import type { Presentation } from "./present.ts";

/** The largest value that travels in the environment: the machine takes 128 KiB for one, with its name. */
const largest = 98_304;

/** What all values together may take of the two megabytes that the machine has for environment and arguments. */
const together = 524_288;

/** What a hook is handed of an event: variables, the text of its command if that is not the written one, and what to do when it has ended. */
export interface HandOver {
  readonly env: { readonly [name: string]: string };
  /** Variables whose values lie in files: what the process itself has under their names is of another event. */
  readonly absent: readonly string[];
  readonly command: string | null;
  /** What the person is told. */
  readonly notes: readonly string[];
  /** Variables that it does not get because they are too large, and that its command does not ask for by name: a script may miss them. */
  readonly missed: readonly string[];
  done(): void;
}

/** Puts the values of an event into variables; those that are too large lie in files, whose paths are in `<NAME>_FILE`. */
export function handOver(
  presentation: Presentation,
  template: Template | null,
  written: Json | undefined,
): HandOver {
  if (!template && isPlain(presentation.env)) return new Untouched(presentation.env);
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(presentation.env)) values.set(name, carried(value));
  for (const { variable, name } of template?.values ?? []) {
    values.set(variable, carried(textOf(valueAt(presentation.values, name))));
  }
  const command = template?.command ?? null;
  const large = tooLarge(values);
  if (large.length === 0)
    return { env: Object.fromEntries(values), absent: [], command, notes: [], missed: [], done: () => {} };
  const files = keepInFiles(large.map((name) => [name, values.get(name) ?? ""]));
  const env: Record<string, string> = {};
  for (const [name, value] of values) {
    const path = files.paths.get(name);
    if (path === undefined) env[name] = value;
    else env[`${name}_FILE`] = path;
  }
  const text = command ?? (typeof written === "string" ? written : null);
  const used = large.filter((name) => text?.includes(name) === true);
  const prelude = filePrelude(used.map((variable) => ({ variable, pathVariable: `${variable}_FILE` })));
  const own = large.filter((name) => Object.hasOwn(presentation.env, name));
  const notes = own.map(
    (name) => `${name} is too large for the environment: the file that ${name}_FILE names holds it`,
  );
  // A shell or a script that the command starts does not get what is only in the command's own shell.
  const expanded = expandedNames(text ?? "");
  // One value may have two names.
  const seen = new Set(used.filter((name) => expanded.has(name)).map((name) => values.get(name)));
  const missed = own.filter((name) => !seen.has(values.get(name)));
  return {
    env,
    absent: large,
    command: text === null ? null : prelude + text,
    notes,
    missed,
    done: files.remove,
  };
}

const none: readonly string[] = [];

/** What nearly every hook gets: the variables as they are. */
class Untouched implements HandOver {
  readonly absent = none;
  readonly command = null;
  readonly notes = none;
  readonly missed = none;
  readonly env: HandOver["env"];

  constructor(env: HandOver["env"]) {
    this.env = env;
  }

  done(): void {}
}

/** Whether variables can travel as they are: all together are short, and none holds a NUL. */
function isPlain(env: Presentation["env"]): boolean {
  let sum = 0;
  for (const name in env) {
    const value = env[name] ?? "";
    sum += value.length;
    if (value.includes("\0")) return false;
  }
  return sum * 3 <= largest;
}

/** The names of the values that cannot travel in the environment: those that are too large, and the largest until the rest fits. */
function tooLarge(values: ReadonlyMap<string, string>): readonly string[] {
  let sum = 0;
  for (const value of values.values()) sum += value.length;
  // A character takes three bytes at most.
  if (sum * 3 <= largest) return [];
  const sizes = [...values].map(([name, value]) => ({ name, size: Buffer.byteLength(value) }));
  let rest = sizes.reduce((total, { size }) => total + size, 0);
  const large: string[] = [];
  for (const { name, size } of sizes.sort((one, other) => other.size - one.size)) {
    if (size <= largest && rest <= together) break;
    large.push(name);
    rest -= size;
  }
  return large;
}

/** No variable can hold a NUL, and with one no hook would start; a replacement character tells that there was one. */
export function carried(value: string): string {
  return value.includes("\0") ? value.replaceAll("\0", "\ufffd") : value;
}

function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The value at a dotted path; a number steps into a list. */
function valueAt(values: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = values;
  for (const step of path.split(".")) {
    if (Array.isArray(value)) value = value[Number(step)];
    else if (isObject(value) && Object.hasOwn(value, step)) value = value[step];
    else return undefined;
  }
  return value;
}
