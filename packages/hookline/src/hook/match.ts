import type { EventSpec } from "../contract/event.ts";
import type { JsonObject } from "../contract/json.ts";
import { createCatalog } from "../events/catalog.ts";
import { subjectOf } from "../events/complete.ts";

const exactNames = /^[A-Za-z0-9_\-, |]*$/;
const narrowNames = /^[A-Za-z0-9_|]*$/;

/** Whether an event is one that a hook is for, by the same rules as the matchers of hook files. */
export type Match = (payload: JsonObject) => boolean;

/** Compiles the `match` of a hook for one event; throws if it can never be meant. */
export function compileMatch(spec: EventSpec, pattern: string | undefined): Match {
  if (pattern === undefined || pattern === "" || pattern === "*") return () => true;
  if (spec.subject === null)
    throw new TypeError(`${spec.name} has nothing to match: leave out match: ${JSON.stringify(pattern)}`);
  const catalog = createCatalog();
  const test = (spec.matcher === "narrow" ? narrowNames : exactNames).test(pattern)
    ? namesTest(pattern, catalog.currentName)
    : expressionTest(pattern);
  return (payload) => {
    const subject = subjectOf(spec, payload, catalog);
    return subject === null || test(subject.name) || test(subject.canonical);
  };
}

function namesTest(pattern: string, currentName: (word: string) => string): (name: string) => boolean {
  const words = pattern.split(/[|,]/).map((word) => word.trim());
  const names = new Set(words.filter((word) => word !== "").flatMap((word) => [word, currentName(word)]));
  if (names.size === 0) throw new TypeError(`match: ${JSON.stringify(pattern)} has no name in it`);
  return (name) => names.has(name);
}

function expressionTest(pattern: string): (name: string) => boolean {
  let expression: RegExp;
  try {
    expression = new RegExp(pattern);
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    throw new TypeError(`match: ${JSON.stringify(pattern)} is no regular expression (${why})`);
  }
  return (name) => expression.test(name);
}
