import { load } from "@langchain/core/load";
import type { Loadable } from "./codec.ts";

/** The messages of one state file, each written once. */
export interface Pool {
  /** The number of the object's line; writes the line at the first time, and again if the object has changed. */
  numberOf(object: Loadable): number;
  /** The lines of these objects, in the order of their numbers; all others are forgotten. */
  keep(numbers: ReadonlySet<number>): Buffer[];
  /** Loads these objects, and gives the way to look them up. */
  revive(numbers: Iterable<number>): Promise<(number: number) => unknown>;
}

interface Entry {
  readonly number: number;
  readonly line: Buffer;
  /** The object as it comes out of the line, once somebody asked. */
  object?: unknown;
}

/** LangChain's own limit (50) is less than what a model may nest in a tool's input. */
const maxDepth = 1000;

/** Makes a pool from the lines of a file (number to the JSON of the object). */
export function createPool(lines: ReadonlyMap<number, string>): Pool {
  const entries = new Map<number, Entry>();
  // Messages are replaced and not edited, except that fields are set (the reducer gives ids): so fields are compared.
  const known = new WeakMap<object, { readonly entry: Entry; readonly fields: readonly unknown[] }>();
  let last = 0;
  const add = (number: number, text: string): Entry => {
    const entry: Entry = {
      number,
      line: Buffer.from(`{"kind":"object","number":${number},"data":${text}}\n`),
    };
    entries.set(number, entry);
    last = Math.max(last, number);
    return entry;
  };
  for (const [number, text] of lines) add(number, text);

  return {
    numberOf(object) {
      const seen = known.get(object);
      if (seen && isSame(object, seen.fields)) {
        if (!entries.has(seen.entry.number)) entries.set(seen.entry.number, seen.entry);
        return seen.entry.number;
      }
      const entry = add(last + 1, JSON.stringify(object, bigintsAsText));
      known.set(object, { entry, fields: fieldsOf(object) });
      return entry.number;
    },
    keep(numbers) {
      for (const number of entries.keys()) if (!numbers.has(number)) entries.delete(number);
      return [...entries.values()].sort((a, b) => a.number - b.number).map(({ line }) => line);
    },
    async revive(numbers) {
      const wanted = [...numbers].map((number) => {
        const entry = entries.get(number);
        if (!entry) throw new Error(`message ${number} is missing`);
        return entry;
      });
      const objects = new Map<number, unknown>();
      for (const entry of wanted) {
        if (entry.object === undefined) {
          const { data } = JSON.parse(entry.line.toString());
          entry.object = await load(JSON.stringify(data), { maxDepth });
          if (isLoaded(entry.object)) known.set(entry.object, { entry, fields: fieldsOf(entry.object) });
        }
        objects.set(entry.number, entry.object);
      }
      return (number) => objects.get(number);
    },
  };
}

function bigintsAsText(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

function fieldsOf(object: Loadable): readonly unknown[] {
  return Object.keys(object.lc_kwargs).flatMap((name) => [name, Reflect.get(object, name)]);
}

/** Asked for each message at each step, so without a second list. */
function isSame(object: Loadable, fields: readonly unknown[]): boolean {
  let place = 0;
  for (const name in object.lc_kwargs) {
    if (fields[place++] !== name || fields[place++] !== Reflect.get(object, name)) return false;
  }
  return place === fields.length;
}

function isLoaded(object: unknown): object is Loadable {
  return (
    typeof object === "object" &&
    object !== null &&
    "lc_kwargs" in object &&
    typeof object.lc_kwargs === "object"
  );
}
