import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { recipesPage } from "../../src/cli/recipes/page.ts";
import { generatedFiles } from "../../src/config/generated-files.ts";
import { builtInEvents, createCatalog } from "../../src/events/catalog.ts";
import { allRunners } from "../../src/runners/all.ts";

const root = new URL("../../../../", import.meta.url);
const files = generatedFiles(createCatalog(), allRunners);

describe("the generated files (npm run gen writes them)", () => {
  // shows: W-151
  it.each([...files])("%s is what the source says", (path, text) => {
    expect(readFileSync(new URL(path, root), "utf8")).toBe(text);
  });

  // shows: W-106
  it("docs/recipes.md is what the recipes say", () => {
    expect(readFileSync(new URL("docs/recipes.md", root), "utf8")).toBe(recipesPage());
  });

  it("are all that is in the folder of schemas", () => {
    const there = readdirSync(new URL("schema/events/", root)).map((name) => `schema/events/${name}`);
    expect(there.filter((path) => !files.has(path))).toEqual([]);
  });

  // shows: F-134
  it("tell of every event in one row of the document", () => {
    const rows = (files.get("docs/events.md") ?? "").split("\n").filter((line) => line.startsWith("| ["));
    expect(rows.map((row) => /^\| \[(\w+)\]/.exec(row)?.[1])).toEqual(builtInEvents.map(({ name }) => name));
    for (const row of rows) expect(row.split(" | "), row).toHaveLength(6);
  });
});
