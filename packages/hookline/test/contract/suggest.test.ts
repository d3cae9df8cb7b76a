import fc from "fast-check";
import { expect, test } from "vitest";
import { suggest } from "../../src/contract/suggest.ts";
import { createCatalog } from "../../src/events/catalog.ts";

const { eventNames } = createCatalog();

test.each([
  ["PreTooluse", "PreToolUse"],
  ["pre_tool_use", "PreToolUse"],
  ["PRE-TOOL-USE", "PreToolUse"],
  ["PreToolUsed", "PreToolUse"],
  ["PerToolUse", "PreToolUse"],
  ["Sotp", "Stop"],
  ["SesionStart", "SessionStart"],
  ["Whatever", null],
  ["", null],
  ["Ω", null],
])("%j → %j", (word, meant) => {
  expect(suggest(word, eventNames)).toBe(meant);
});

test("one typing mistake in a name of some length is always seen through", () => {
  const long = eventNames.filter((name) => name.length >= 8);
  fc.assert(
    fc.property(fc.constantFrom(...long), fc.nat(), fc.constantFrom("x", ""), (name, place, letter) => {
      const at = place % name.length;
      const mistaken = name.slice(0, at) + letter + name.slice(at + 1);
      expect(suggest(mistaken, eventNames)).toBe(name);
    }),
  );
});

test("a very long word takes no time", () => {
  expect(suggest("x".repeat(1_000_000), eventNames)).toBeNull();
});
