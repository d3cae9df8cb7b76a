import { join } from "node:path";
import { parse } from "jsonc-parser";
import { isObject, type Json, type JsonObject } from "../../contract/json.ts";
import { namesIn } from "../../system/folders.ts";
import { readWhole } from "../../system/whole-file.ts";
import type { Canary } from "./samples.ts";

/** What a case may say and still mean the same in the project itself; others need the scratch copy that `hookline test` makes. */
const plain = new Set([
  "name",
  "description",
  "event",
  "tool",
  "input",
  "payload",
  "expect",
  "$schema",
  "only",
]);

/** The cases of the project's own tests that expect a deny, and how many of them need what only `hookline test` has. */
export function denyCases(projectDir: string): {
  readonly cases: readonly Canary[];
  readonly others: number;
} {
  const folder = join(projectDir, ".hookline/tests");
  const found = namesIn(folder)
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => casesOf(join(folder, name)).map((one) => ({ file: name, one })))
    .filter(({ one }) => expected(one.expect) === "deny");
  const simple = found.filter(({ one }) => Object.keys(one).every((key) => plain.has(key)));
  return { cases: simple.map(({ file, one }) => canaryOf(one, file)), others: found.length - simple.length };
}

/** What is no list of cases is for `hookline test` to complain about. */
function casesOf(path: string): readonly JsonObject[] {
  const read = readWhole(path);
  if (!("text" in read)) return [];
  const value: unknown = parse(read.text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true });
  const cases = isObject(value) ? value.cases : value;
  return Array.isArray(cases) ? cases.filter(isObject) : [];
}

function expected(expect: Json | undefined): Json | undefined {
  return isObject(expect) ? expect.verdict : expect;
}

function canaryOf({ name, event, tool, input, payload }: JsonObject, file: string): Canary {
  const given = isObject(payload) ? payload : {};
  const called =
    typeof tool === "string" ? { tool_name: tool, tool_input: isObject(input) ? input : {} } : {};
  const named = typeof given.hook_event_name === "string" ? given.hook_event_name : "PreToolUse";
  return {
    name: `${typeof name === "string" ? name : "a case"} (.hookline/tests/${file})`,
    event: typeof event === "string" ? event : named,
    payload: { ...given, ...called },
  };
}
