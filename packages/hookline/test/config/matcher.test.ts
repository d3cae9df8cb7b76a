import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileMatcher } from "../../src/config/matching/matcher.ts";
import records from "../fixtures/conformance-matchers.json" with { type: "json" };
import { tools } from "./tool-event.ts";

const usual = { narrow: false, withoutSubject: false };
const compile = (pattern: string | null, rule: Partial<typeof usual> & { noun?: string } = {}) =>
  compileMatcher(pattern, { ...usual, ...rule }, tools);
const fits = (pattern: string | null, name: string, canonical = name) =>
  compile(pattern).matcher.test({ name, canonical });

describe("a matcher", () => {
  // shows: W-010 W-011
  it.each(records)(
    "fires as $agent $version did in $id",
    ({ event, subjects, matched, matchedWithoutMatcher }) => {
      const withoutSubject = event === "UserPromptSubmit";
      const fired = (pattern: string | null) => {
        const { matcher } = compile(pattern, { withoutSubject });
        return subjects.filter((name) => matcher.test({ name, canonical: name }));
      };
      for (const [pattern, names] of Object.entries(matched)) {
        expect({ pattern, fired: fired(pattern) }).toEqual({ pattern, fired: names });
      }
      if (matchedWithoutMatcher) expect(fired(null)).toEqual(matchedWithoutMatcher);
    },
  );

  it.each([
    ["Bash", "run_shell_command", "Bash", true],
    ["run_shell_command", "run_shell_command", "Bash", true],
    ["run_shell_command", "Bash", "Bash", false],
    ["^Ba", "run_shell_command", "Bash", true],
    ["^run_", "run_shell_command", "Bash", true],
    ["^(?!Bash)", "run_shell_command", "Bash", true],
    ["Task", "Agent", "Agent", true],
    ["Task", "Task", "Agent", true],
    ["KillBash|Brief", "SendUserMessage", "SendUserMessage", true],
    ["Write|", "", "", false],
    [" ", "", "", false],
    ["a*", "", "", true],
    ["my-agent", "my-agent", "my-agent", true],
    ["my-agent", "my-agents", "my-agents", false],
    ["plugin:agent", "my-plugin:agents", "my-plugin:agents", true],
    ["Écrire", "Écrire2", "Écrire2", true],
    ["\tWrite", "Write", "Write", false],
  ])("%j tested on %j (%s) is %j", (pattern, name, canonical, expected) => {
    expect(fits(pattern, name, canonical)).toBe(expected);
  });

  it("takes fewer characters as exact names where the event says so", () => {
    const { matcher } = compile("package-lock.json|a b", { narrow: true, noun: "file" });
    expect(matcher.test({ name: "old-package-lock-json", canonical: "" })).toBe(true);
    expect(compile("a b", { narrow: true }).matcher.test({ name: "xa bx", canonical: "" })).toBe(true);
    expect(compile("a,b", { narrow: true }).matcher.test({ name: "b", canonical: "" })).toBe(false);
    expect(compile("one|two", { narrow: true }).matcher.test({ name: "two", canonical: "" })).toBe(true);
  });

  it.each([
    [null, "every tool"],
    ["*", "every tool"],
    ["Write , Edit", "exactly Write or Edit"],
    ["Task|Agent", "exactly Agent"],
    ["^W", "names that contain a match of /^W/"],
    ["|", "nothing: there is no name in it"],
    ["[", "nothing: /[/ is no regular expression"],
  ])("%j means: %s", (pattern, meaning) => {
    expect(compile(pattern).matcher.meaning).toBe(meaning);
  });

  it("speaks of what the event's subject is", () => {
    expect(compile("", { noun: "source" }).matcher.meaning).toBe("every source");
    expect(compile("x", { withoutSubject: true }).matcher.meaning).toBe("always");
  });

  it("never throws, and answers as a plain implementation of the grammar does", () => {
    const words = ["Write", "Edit", "Bash", "mcp__srv__echo", "Task", "Agent", "a", "W", ""];
    const parts = [
      ...words,
      "|",
      ",",
      " ",
      "-",
      ".",
      "*",
      ".*",
      "^",
      "$",
      "(",
      ")",
      "[",
      "]",
      "?",
      "+",
      "\\b",
      "\\w",
    ];
    const pattern = fc.oneof(
      fc.string({ unit: "binary", maxLength: 12 }),
      fc
        .array(fc.constantFrom(...parts, "(?!", "(?=", "\\1", "(?<n>"), { maxLength: 7 })
        .map((all) => all.join("")),
    );
    const subject = fc.oneof(fc.constantFrom(...words), fc.string({ unit: "binary", maxLength: 8 }));
    fc.assert(
      fc.property(pattern, fc.boolean(), subject, subject, (source, narrow, name, canonical) => {
        let stopped = false;
        const onLimit = () => {
          stopped = true;
        };
        const { matcher } = compileMatcher(source, { narrow, withoutSubject: false }, tools, onLimit);
        const answer = matcher.test({ name, canonical });
        // A machine under load may stop a search that is quick by itself.
        expect(stopped || answer).toBe(stopped || plainly(source, narrow, name, canonical));
      }),
      { numRuns: 2_000 },
    );
  });
});

/** The grammar once more, as short as it can be said. */
function plainly(pattern: string, narrow: boolean, name: string, canonical: string): boolean {
  if (pattern === "" || pattern === "*") return true;
  if ((narrow ? /^[A-Za-z0-9_|]*$/ : /^[A-Za-z0-9_\-, |]*$/).test(pattern)) {
    return pattern
      .split(/[|,]/)
      .map((word) => word.trim())
      .some(
        (word) =>
          word !== "" &&
          [word, word === "Task" ? "Agent" : word].some((one) => one === name || one === canonical),
      );
  }
  try {
    const regex = new RegExp(pattern);
    return regex.test(name) || regex.test(canonical);
  } catch {
    return false;
  }
}

describe("what was surely not meant", () => {
  it.each([
    ["mcp__memory", "mcp__memory__.*"],
    ["Write|mcp__memory", "mcp__memory__.*"],
    ["mcp__", "mcp__.*"],
    ["bash", "write Bash"],
    ["WRITE|Edit", "write Write"],
    ["W*", "^W.*"],
    ["W*|E*", "matches every name"],
    ["*Write", "write .*Write"],
    ["Bash(git push *)", '"if"'],
    ["Bash(*)", '"if"'],
    ["!Write", "^(?!Write$)"],
    ["(?i)write", "no valid regular expression"],
    ["[invalid", "Unterminated character class"],
    [" ", "no name in it"],
  ])("%j is told, with what to write", (pattern, text) => {
    const { problem } = compile(pattern);
    expect(problem).toContain(text);
    expect(problem).toContain("; ");
  });

  it.each([
    ...[
      null,
      "",
      "*",
      ".*",
      "Write|Edit",
      "Task",
      "Task(Create|Update)",
      "mcp__memory__.*",
      "mcp__memory__add",
    ],
    ...["^(?!Bash).*", "(Write)?", "my_own_tool", "Notebook.*", "mcp__*", "run_shell_command"],
  ])("%j is left alone", (pattern) => {
    expect(compile(pattern).problem).toBeNull();
  });

  it("includes a matcher where there is nothing to match", () => {
    expect(compile("Write", { withoutSubject: true }).problem).toContain("is ignored");
    expect(compile("*", { withoutSubject: true }).problem).toBeNull();
    expect(compile(null, { withoutSubject: true }).problem).toBeNull();
  });

  it("is about tools only where the subject is a tool", () => {
    expect(compile("agent", { noun: "agent type" }).problem).toBeNull();
    expect(compile("a*", { noun: "source" }).problem).toBeNull();
    expect(compile("[", { noun: "source" }).problem).toContain("no valid regular expression");
  });
});

it("tells when a pattern took too long, and counts it as matched", () => {
  const told: string[] = [];
  const { matcher } = compileMatcher("^(?=(\\w+\\s?)*$)x", usual, tools, (text) => told.push(text));
  const name = `${"a".repeat(60)}!`;
  expect(matcher.test({ name, canonical: name })).toBe(true);
  expect(told).toEqual([expect.stringContaining("counts as matched")]);
});
