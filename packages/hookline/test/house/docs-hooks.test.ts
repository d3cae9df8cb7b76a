import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadVerbs } from "../../src/cli/verbs/all.ts";
import type { DenyMeaning } from "../../src/contract/event.ts";
import { builtInEvents } from "../../src/events/catalog.ts";
import { allRunners } from "../../src/runners/all.ts";
import { page, root, section } from "./pages.ts";
import { scenesOf } from "./scenes.ts";

const denies: { readonly [meaning in DenyMeaning]: string } = {
  stop: "stop",
  continue: "go on",
  feedback: "feedback",
  endTurn: "end turn",
  none: "–",
};

const code = (name: string) => `\`${name}\``;

/** The cells of the rows under a heading whose first cell is code. */
const rowsOf = (heading: string) =>
  section("HOOKS.md", heading)
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .slice(2, -2)
        .split(" | ")
        .map((cell) => cell.trim()),
    );

describe("HOOKS.md", () => {
  it("has a row for each event, in order, that says what its row in the code says", () => {
    const rows = rowsOf("Events");
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

  it("has a row for each verb, in the order of --help, that says what its help says", async () => {
    expect(rowsOf("The command line")).toEqual(
      (await loadVerbs()).map(({ name, summary, verbs = [] }) => [
        code(name),
        summary,
        verbs.map((verb) => code(verb.name)).join(" "),
      ]),
    );
  });

  it("names the schema of hook files by a path that is there from a hook file of a project", () => {
    const [, path = ""] = /"\$schema": "\.\.\/node_modules\/hookline\/([^"]+)"/.exec(page("HOOKS.md")) ?? [];
    expect(existsSync(join(root, "packages/hookline", path))).toBe(true);
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
