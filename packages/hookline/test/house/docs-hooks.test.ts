import { describe, expect, it } from "vitest";
import type { DenyMeaning } from "../../src/contract/event.ts";
import { builtInEvents } from "../../src/events/catalog.ts";
import { allRunners } from "../../src/runners/all.ts";
import { section } from "./pages.ts";
import { scenesOf } from "./scenes.ts";

const denies: { readonly [meaning in DenyMeaning]: string } = {
  stop: "stop",
  continue: "go on",
  feedback: "feedback",
  endTurn: "end turn",
  none: "–",
};

describe("HOOKS.md", () => {
  it("has a row for each event, in order, that says what its row in the code says", () => {
    const rows = section("HOOKS.md", "Events")
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .map((line) =>
        line
          .slice(2, -2)
          .split(" | ")
          .map((cell) => cell.trim()),
      );
    const code = (name: string) => `\`${name}\``;
    const parts = { basename: ", last part", model: " without `[1m]`" };
    const marks = { never: "¹", nonzero: "²" };
    expect(rows).toEqual(
      builtInEvents.map(({ name, summary, subject, subjectPart, deny, blockingExit, answer }) => [
        code(name),
        summary.replace(/\.$/, ""),
        subject === null ? "–" : code(subject) + (subjectPart ? parts[subjectPart] : ""),
        denies[deny] + (blockingExit ? marks[blockingExit] : ""),
        Object.keys(answer).map(code).join(", ") || "–",
      ]),
    );
  });

  it("has an example of each type of hook that a file may have", () => {
    const shown = scenesOf("HOOKS.md")
      .flatMap(({ fences }) => fences)
      .filter(({ role, language }) => role === "file" && language === "json")
      .flatMap(({ body }) => [...body.matchAll(/"type": "(\w+)"/g)].map(([, type]) => type));
    const types = allRunners.map(({ type }) => type).filter((type) => type !== "function");
    expect(types.filter((type) => !shown.includes(type))).toEqual([]);
  });

  // shows: W-166
  it("has four worked examples: format on write, check commands, tests at the end, a log of all calls", () => {
    const scenes = scenesOf("HOOKS.md");
    const first = scenes.findIndex(({ heading }) => heading === "Four worked examples") + 1;
    const events = scenes
      .slice(first, first + 4)
      .map(({ fences }) => /"(PreToolUse|PostToolUse|Stop)": \[/.exec(fences[0]?.body ?? "")?.[1]);
    expect(events).toEqual(["PostToolUse", "PreToolUse", "Stop", "PreToolUse"]);
  });

  it("lists good habits and symptoms", () => {
    expect(section("HOOKS.md", "Good habits").match(/^- /gm)?.length).toBeGreaterThanOrEqual(8);
    expect(section("HOOKS.md", "When it does not work").match(/^\| /gm)?.length).toBeGreaterThanOrEqual(8);
  });
});
