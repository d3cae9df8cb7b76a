import { resolve } from "node:path";
import { fieldWord } from "../contract/fields.ts";
import type { Json, JsonObject } from "../contract/json.ts";
import { builtInEvents } from "../index.ts";
import type { TestCase } from "./case.ts";

/** What stands for the copy of the project in the texts of a case, and in what is stored of one. */
export const projectMark = "${HOOKLINE_PROJECT_DIR}";

/** The payload of a case in a project: the mark is filled in, and what is left out is false, empty or the first of its words. */
export function payloadOf(
  one: Pick<TestCase, "event" | "tool" | "input" | "payload">,
  project: string,
): JsonObject {
  const { tool, input, payload = {}, event } = one;
  const spec = builtInEvents.find(({ name }) => name === event);
  const given: JsonObject = {
    session_id: "test",
    ...(spec && "tool_use_id" in spec.payload && { tool_use_id: "toolu_test" }),
    ...payload,
    ...(tool !== undefined && { tool_name: tool, tool_input: input ?? {} }),
  };
  const filled: { [name: string]: Json | undefined } = {};
  for (const [name, word] of Object.entries(spec?.payload ?? {})) {
    const value = given[name] === undefined ? leftOut(word) : undefined;
    if (value !== undefined) filled[name] = value;
  }
  const { cwd } = given;
  const whole = {
    ...filled,
    ...given,
    cwd: resolve(project, typeof cwd === "string" ? fill(cwd, project) : ""),
  };
  return fillIn(whole, project);
}

/** What a required field is that nobody gave; a text or number must be said. */
function leftOut(word: string): Json | undefined {
  const { optional, words } = fieldWord(word);
  const [first = ""] = words;
  if (optional || first === "string" || first === "number") return undefined;
  if (first === "boolean") return false;
  if (first.endsWith("[]")) return [];
  if (first === "object" || first === "any") return {};
  return first === "null" ? null : first;
}

/** A text with the project's path in the place of the mark. */
export function fill(text: string, project: string): string {
  return text.replaceAll(projectMark, () => project);
}

/** The same value with the project's path in the place of the mark, wherever it stands in it. */
export function fillIn<T>(value: T, project: string): T {
  const filled: unknown = Array.isArray(value)
    ? value.map((item) => fillIn(item, project))
    : typeof value === "string"
      ? fill(value, project)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, project)]))
        : value;
  // Only texts have changed.
  return filled as T;
}
