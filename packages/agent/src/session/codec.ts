import type { Json, JsonObject } from "hookline";

/** A LangChain object that can be written and loaded again by LangChain itself: a message, a document. */
export interface Loadable {
  readonly lc_kwargs: object;
  toJSON(): unknown;
}

/** Marks an object of the file that stands for something JSON has no word for. */
const mark = "$";

/**
 * The JSON for a value of a graph's state. Messages become numbers of lines of their own, so that the many places that hold
 * the same message cost nothing.
 */
export function encode(value: unknown, numberOf: (object: Loadable) => number): Json {
  const path = new Set<object>();
  const inner = (item: unknown): Json => {
    if (typeof item === "string" || typeof item === "boolean" || item === null) return item;
    if (typeof item === "number") return Number.isFinite(item) ? item : null;
    if (typeof item === "bigint") return marked("bigint", String(item));
    if (typeof item !== "object") return marked("undefined", null);
    if (path.has(item)) return "[Circular]";
    path.add(item);
    const json = ofObject(item);
    path.delete(item);
    return json;
  };
  const ofObject = (item: object): Json => {
    if (isLoadable(item)) return marked("object", numberOf(item));
    if (Array.isArray(item))
      return item.length > 0 && item.every(isLoadable)
        ? marked("objects", item.map(numberOf))
        : item.map(inner);
    if (item instanceof Map) return marked("map", inner([...item]));
    if (item instanceof Set) return marked("set", inner([...item]));
    if (item instanceof Error) return marked("error", item.message);
    if (item instanceof RegExp) return marked("regexp", [item.source, item.flags]);
    if (item instanceof Uint8Array) return marked("bytes", Buffer.from(item).toString("base64"));
    if ("lg_name" in item && item.lg_name === "DeltaSnapshot") throw new Error(noDeltas);
    if ("toJSON" in item && typeof item.toJSON === "function") return inner(item.toJSON());
    // LangGraph takes the plain fields of a Send for the Send.
    const fields = Object.entries(item).filter(([name]) => !("lg_name" in item && name === "lg_name"));
    const json = fields.map(([name, field]): [string, Json] => [name, inner(field)]);
    return Object.hasOwn(item, mark) ? marked("plain", json) : Object.fromEntries(json);
  };
  return inner(value);
}

/** The value that was encoded. */
export function decode(json: Json | undefined, objectOf: (number: number) => unknown): unknown {
  if (typeof json !== "object" || json === null) return json;
  if (isList(json)) return json.map((item) => decode(item, objectOf));
  const of = json.of;
  switch (json[mark]) {
    case undefined:
      return Object.fromEntries(Object.entries(json).map(([name, item]) => [name, decode(item, objectOf)]));
    case "object":
      return objectOf(Number(of));
    case "objects":
      return list(of).map((number) => objectOf(Number(number)));
    case "plain":
      return Object.fromEntries(pairs(of).map(([name, item]) => [String(name), decode(item, objectOf)]));
    case "map":
      return new Map(pairs(of).map(([key, item]) => [decode(key, objectOf), decode(item, objectOf)]));
    case "set":
      return new Set(list(of).map((item) => decode(item, objectOf)));
    case "error":
      return new Error(String(of));
    case "regexp":
      return new RegExp(String(list(of)[0]), String(list(of)[1]));
    case "bytes":
      return new Uint8Array(Buffer.from(String(of), "base64"));
    case "bigint":
      return BigInt(String(of));
    default:
      return undefined;
  }
}

/** The numbers of the objects that an encoded value stands on. */
export function numbersIn(json: Json | undefined, found: Set<number> = new Set()): Set<number> {
  if (typeof json !== "object" || json === null) return found;
  if (!isList(json) && json[mark] === "object") return found.add(Number(json.of));
  if (!isList(json) && json[mark] === "objects") {
    for (const number of list(json.of)) found.add(Number(number));
    return found;
  }
  for (const item of Object.values(json)) numbersIn(item, found);
  return found;
}

/** Why a graph with delta channels is refused. */
export const noDeltas =
  "this session store keeps only the newest checkpoint, which delta channels cannot do with";

function isLoadable(item: unknown): item is Loadable {
  return (
    typeof item === "object" &&
    item !== null &&
    "lc_serializable" in item &&
    item.lc_serializable === true &&
    "lc_namespace" in item &&
    Array.isArray(item.lc_namespace) &&
    item.lc_namespace[0] === "langchain_core"
  );
}

function marked(kind: string, of: Json): JsonObject {
  return { [mark]: kind, of };
}

function isList(json: Json | undefined): json is readonly Json[] {
  return Array.isArray(json);
}

function list(json: Json | undefined): readonly Json[] {
  return isList(json) ? json : [];
}

function pairs(json: Json | undefined): readonly (readonly [Json | undefined, Json | undefined])[] {
  return list(json).map((pair) => [list(pair)[0], list(pair)[1]]);
}
