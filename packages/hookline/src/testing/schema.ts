import { faultKinds } from "../contract/fault.ts";
import type { JsonObject } from "../contract/json.ts";
import { verdicts } from "../contract/verdict.ts";

const text: JsonObject = { type: "string" };
const flag: JsonObject = { type: "boolean" };
const anyObject: JsonObject = { type: "object" };
const nothing: JsonObject = { type: "null" };

const closed = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...rest,
});
const map = (values: JsonObject, rest: JsonObject = {}): JsonObject => ({
  type: "object",
  additionalProperties: values,
  ...rest,
});
const list = (items: JsonObject): JsonObject => ({ type: "array", items });
const oneOf = (...choices: JsonObject[]): JsonObject => ({ anyOf: choices });
const told = (description: string, schema: JsonObject): JsonObject => ({ description, ...schema });
const exactly = { minProperties: 1, maxProperties: 1 };

const pattern = told("a regular expression that fits somewhere in the text", {
  type: "string",
  format: "regex",
});
const textMatch = oneOf(text, closed({ equals: text, contains: text, matches: pattern }, exactly));
const fileMatch = oneOf(
  text,
  closed({ content: text, contains: text, matches: pattern, absent: { const: true } }, exactly),
);
const hookWord: JsonObject = {
  type: "string",
  enum: [...verdicts, ...faultKinds, "fault", "background", "skipped", "none"],
};
const messageMatch = oneOf(
  text,
  closed(
    {
      equals: text,
      contains: text,
      matches: pattern,
      text: textMatch,
      level: { type: "string", enum: ["info", "warn", "error"] },
      hook: text,
    },
    { minProperties: 1 },
  ),
);
const printed = { exit: { type: "integer", minimum: 0, maximum: 255 }, stdout: text, stderr: text };

const expected = closed(
  {
    verdict: told("the verdict of all hooks together", { type: "string", enum: [...verdicts] }),
    reason: told("why", textMatch),
    updatedInput: told(
      "the whole input after all rewrites; null: it is not rewritten",
      oneOf(anyObject, nothing),
    ),
    updatedOutput: told("the tool's new output; null: it is not rewritten", {}),
    updatedPrompt: told("the new prompt; null: it is not rewritten", oneOf(...anyOf(textMatch), nothing)),
    context: told("all context for the model, in order", list(textMatch)),
    messages: told("all messages for the person, in order", list(messageMatch)),
    halt: told("whether the turn ends, or the reason that it ends for", oneOf(flag, ...anyOf(textMatch))),
    hooks: told(
      "what each of these hooks did: its verdict, its fault, `skipped`, `background`, or `none` if it is not for this event",
      map(oneOf(hookWord, closed({ verdict: hookWord, reason: textMatch }, { minProperties: 1 }))),
    ),
    files: told("what files of the project hold afterwards", map(fileMatch)),
    calls: told(
      "how often a program that has a stand-in was called, or with which arguments each time",
      map(oneOf({ type: "integer", minimum: 0 }, list(list(textMatch)))),
    ),
    snapshot: told("everything that the decision says is as `hookline test --update` stored it", flag),
  },
  { minProperties: 1 },
);

const testCase = closed(
  {
    name: told("what the case shows; each name stands once in a file", { type: "string", minLength: 1 }),
    description: text,
    event: told("the event's name, such as PreToolUse", text),
    tool: told("the tool of the payload", text),
    input: told("the tool's input", anyObject),
    payload: told(
      "other fields of the payload; ${HOOKLINE_PROJECT_DIR} is the copy of the project",
      anyObject,
    ),
    files: told("files that are put into the copy of the project first", map(text)),
    stubs: closed({
      hooks: told(
        "by the hook's id, what is said in its place",
        map(
          closed(
            { ...printed, answer: anyObject, fault: { type: "string", enum: [...faultKinds] } },
            { minProperties: 1 },
          ),
        ),
      ),
      programs: told(
        "by the program's name, what a stand-in on PATH prints and how it ends",
        map(closed(printed)),
      ),
    }),
    real: told("hooks that ask a model, a tool or an endpoint do so", flag),
    timeout: told("the most that the case may take, in seconds", {
      type: "number",
      exclusiveMinimum: 0,
      maximum: 3600,
    }),
    expect: told("what must come of it", expected),
  },
  { required: ["name", "event", "expect"] },
);

function anyOf({ anyOf: choices }: JsonObject): JsonObject[] {
  return Array.isArray(choices) ? choices : [];
}

/** The JSON Schema of a file with cases: what it is checked by before anything runs, and what editors complete by. */
export const testFileSchema: JsonObject = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Hookline test file",
  ...closed(
    {
      $schema: text,
      description: text,
      copy: told(
        "what of the project each case gets: these paths alone, or nothing (false); all that git knows or would add if absent",
        oneOf(list(text), { const: false }),
      ),
      cases: list(testCase),
    },
    { required: ["cases"] },
  ),
};
