import { builtInEvents } from "../../src/events/catalog.ts";
import { rulesOf } from "../../src/hook/answer-rules.ts";
import type { EventSpec, JsonObject } from "../../src/index.ts";

/** An event, and something that somebody may answer to it, be it right or wrong. */
export interface Case {
  readonly spec: EventSpec;
  readonly answer: JsonObject;
}

const samples: { readonly [word: string]: unknown } = {
  "string?": "a text",
  "boolean?": true,
  "object?": { a: [1, "b"] },
  "any?": { b: null, c: "ü" },
  "string[]?": ["a", "b"],
  "object[]?": [{ c: 1 }],
};

const effects = new Map(
  builtInEvents
    .flatMap((spec) => Object.entries(rulesOf(spec).effects))
    // Of what a terminal obeys only some is let through: the bell is.
    .map(([name, word]) => [
      name,
      name === "terminalSequence" ? "\u0007" : (samples[word] ?? word.split("|")[0]),
    ]),
);

const reason = 'why "so" \\ not\nü 😀';

const answers: readonly JsonObject[] = JSON.parse(
  JSON.stringify([
    ...["pass", "allow", "ask", "defer", "deny", "maybe"].flatMap((verdict) => [
      { verdict },
      { verdict, reason },
      { verdict, message: "m", halt: "h" },
    ]),
    { verdict: "allow", updatedInput: { command: "ls" } },
    { verdict: "deny", context: "c", effects: { suppressOutput: true } },
    { updatedInput: { command: "ls" } },
    { updatedInput: ["ls"] },
    { updatedOutput: { done: true } },
    { updatedPrompt: "another" },
    { context: "for the model" },
    { message: "for the person" },
    { halt: "enough" },
    { resaon: "typo" },
    ...[...effects].map(([name, value]) => ({ effects: { [name]: value } })),
    ...[...effects.keys()].map((name) => ({ effects: { [name]: 7 } })),
    { verdict: "allow", effects: { action: "cancel" } },
    { verdict: "deny", reason, effects: { interrupt: true, updatedPermissions: [{ type: "x" }] } },
  ]),
);

/** Every event with every answer that is tried. */
export const cases: readonly Case[] = builtInEvents.flatMap((spec) =>
  answers.map((answer) => ({ spec, answer })),
);
