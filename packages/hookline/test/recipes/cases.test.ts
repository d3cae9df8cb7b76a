import { describe, expect, it } from "vitest";
import { rows, setting } from "./rows.ts";
import { runCase } from "./run-case.ts";
import { withRecipe } from "./with-recipe.ts";

// The runners of tests differ in nothing but their names.
const some = rows.filter(([name, tool]) => !name.includes("tests") || tool === "jest" || tool === "go");

describe("the cases that a recipe brings", () => {
  it.each(some)("%s with %s: all pass", async (name, tool) => {
    const given = await withRecipe(name, setting(name, tool));
    const cases = given.plan.added[0]?.parts.cases ?? [];
    if (name !== "audit-log") expect(cases.length).toBeGreaterThan(0);
    for (const one of cases) expect(await runCase(given, one), String(one.name)).toEqual([]);
  });
});
