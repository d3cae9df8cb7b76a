/** A name in an object. */
export interface SortedName {
  readonly name: string;
  /** Where it first stands among the names that were given. */
  readonly place: number;
  /** Its JSON and the colon. */
  readonly text: string;
  /** The same in UTF-8, with a comma before it; made when it is first asked for. */
  bytes: Uint8Array | null;
}

interface Shape {
  /** The names as an object has them. */
  readonly names: readonly string[];
  readonly sorted: readonly SortedName[];
}

/** Objects of the same kind come again and again: their names are sorted and quoted once. By the first name; bounded in every way. */
const shapes = new Map<string, Shape[]>();
const mostFirstNames = 256;
const mostShapes = 8;
const mostNames = 64;
const longestName = 64;

/** What JSON writes in another way than it stands there; half a surrogate pair is one, so a whole pair is looked at as well. */
const escaped = /["\\\u0000-\u001f\ud800-\udfff]/;
const shortText = 256;

/** One text for one value (RFC 8785): names sorted by UTF-16 units, no white space, so that equal values have equal digests. */
export function canonicalJson(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number") return numberText(value);
  if (!isNamed(value)) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) {
    let text = "";
    for (const item of value) text += `${text === "" ? "" : ","}${canonicalJson(item ?? null)}`;
    return `[${text}]`;
  }
  let text = "";
  for (const { name, text: start } of sortedNames(Object.keys(value))) {
    const item = value[name];
    if (item !== undefined) text += `${text === "" ? "" : ","}${start}${canonicalJson(item)}`;
  }
  return `{${text}}`;
}

/** A number as JSON has it. */
export function numberText(value: number): string {
  return Number.isFinite(value) ? String(value === 0 ? 0 : value) : "null";
}

function isNamed(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null;
}

function quoted(text: string): string {
  return text.length < shortText && !escaped.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** Names, sorted, each of them once. */
export function sortedNames(names: readonly string[]): readonly SortedName[] {
  const known = shapes.get(names[0] ?? "");
  if (known) for (const shape of known) if (isSame(shape.names, names)) return shape.sorted;
  const sorted = [...new Set(names)].sort().map((name) => {
    return { name, place: names.indexOf(name), text: `${JSON.stringify(name)}:`, bytes: null };
  });
  if (names.length <= mostNames && names.every((name) => name.length <= longestName)) {
    if (known && known.length < mostShapes) known.push({ names, sorted });
    else if (!known && shapes.size < mostFirstNames) shapes.set(names[0] ?? "", [{ names, sorted }]);
  }
  return sorted;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let place = 0; place < one.length; place++) if (one[place] !== other[place]) return false;
  return true;
}
