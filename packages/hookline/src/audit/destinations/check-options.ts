import type { DestinationSettings } from "../../contract/audit.ts";
import { describeField, type Fields, fieldWord } from "../../contract/fields.ts";
import { canonicalJson, isObject, type Json } from "../../contract/json.ts";
import { suggest } from "../../contract/suggest.ts";
import { sha256 } from "../../system/digest.ts";
import type { Destination } from "./destination.ts";

/** The options that every destination has. */
export const commonFields = { type: "string", name: "string?", timeoutSeconds: "number?" } as const;

/** The longest that one delivery may be given. */
const mostSeconds = 300;

/** What is wrong with one entry of `destinations`: a sentence that says what to do, or null. */
export function checkDestination(entry: Json, kinds: readonly Destination[]): string | null {
  if (!isObject(entry) || typeof entry.type !== "string")
    return `a destination is an object with a "type": ${listed(kinds)}`;
  const kind = kinds.find(({ type }) => type === entry.type);
  if (!kind) {
    const meant = suggest(
      entry.type,
      kinds.map(({ type }) => type),
    );
    const hint = meant === null ? `known are ${listed(kinds)}` : `did you mean "${meant}"?`;
    return `there is no destination of the type "${entry.type}"; ${hint}`;
  }
  const settings: DestinationSettings = { ...entry, type: entry.type };
  return checkFields(settings, kind) ?? checkCommon(settings) ?? kind.check?.(settings) ?? null;
}

/** What is wrong with `destinations` as a whole, one sentence for each entry that cannot be used. */
export function checkDestinations(
  entries: readonly Json[],
  kinds: readonly Destination[],
): { readonly index: number; readonly problem: string }[] {
  const problems: { index: number; problem: string }[] = [];
  const names = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    let problem = checkDestination(entry, kinds);
    if (problem === null && isObject(entry) && typeof entry.type === "string") {
      const name = destinationName({ ...entry, type: entry.type }, kinds);
      if (names.has(name)) problem = `two destinations are called "${name}": give one another "name"`;
      names.add(name);
    }
    if (problem !== null) problems.push({ index, problem });
  }
  return problems;
}

/** The name that what was acknowledged is kept under: the given one, or one made of what the destination is. */
export function destinationName(settings: DestinationSettings, kinds: readonly Destination[]): string {
  if (typeof settings.name === "string") return settings.name;
  const identity = kinds.find(({ type }) => type === settings.type)?.identity ?? [];
  const same = identity.map((field) => [field, settings[field] ?? null]);
  return `${settings.type}-${sha256(canonicalJson(same)).slice(0, 8)}`;
}

function checkFields(settings: DestinationSettings, { type, fields }: Destination): string | null {
  const known: Fields = { ...commonFields, ...fields };
  for (const [key, value] of Object.entries(settings)) {
    const word = Object.hasOwn(known, key) ? known[key] : undefined;
    if (word === undefined) {
      // Whoever writes a secret here is told where it belongs.
      const meant = Object.hasOwn(known, `${key}Env`) ? `${key}Env` : suggest(key, Object.keys(known));
      const hint = meant === null ? `known are ${Object.keys(known).join(", ")}` : `did you mean "${meant}"?`;
      return `the ${type} destination has no option "${key}"; ${hint}`;
    }
    if (value !== undefined && !fieldWord(word).accepts(value))
      return `"${key}" of the ${type} destination must be ${describeField(word)}`;
  }
  const missing = Object.keys(fields).find(
    (key) => settings[key] === undefined && !fieldWord(fields[key] ?? "any?").optional,
  );
  return missing === undefined
    ? null
    : `the ${type} destination needs "${missing}": write ${describeField(fields[missing] ?? "any")}`;
}

function checkCommon({ name, timeoutSeconds }: DestinationSettings): string | null {
  if (typeof name === "string" && !/^[A-Za-z0-9][\w.-]{0,63}$/.test(name))
    return `"name" becomes the name of a file: write up to 64 letters, digits, dots, dashes and underscores`;
  if (typeof timeoutSeconds === "number" && !(timeoutSeconds > 0 && timeoutSeconds <= mostSeconds))
    return `"timeoutSeconds" must be more than 0 and at most ${mostSeconds}`;
  return null;
}

function listed(kinds: readonly Destination[]): string {
  return kinds.map(({ type }) => type).join(", ");
}
