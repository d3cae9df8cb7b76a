import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { allRecipes } from "../../src/cli/recipes/all.ts";
import { planRemove } from "../../src/cli/recipes/plan-remove.ts";
import { writeAll } from "../../src/cli/recipes/write-all.ts";
import { rows, setting } from "./rows.ts";
import { withRecipe } from "./with-recipe.ts";

describe("every recipe", () => {
  it.each(rows)(
    "%s with %s: is read without a complaint, is approved, and its script is JavaScript",
    async (name, tool) => {
      const { engine, plan, read, project } = await withRecipe(name, setting(name, tool));
      expect(engine.diagnostics).toEqual([]);
      expect(engine.hooks.map((hook) => engine.trustOf(hook).state)).toEqual(
        engine.hooks.map(() => "trusted"),
      );
      expect(engine.hooks.flatMap((hook) => engine.uncovered(hook))).toEqual([]);
      const script = `.hookline/${name}.mjs`;
      const [added] = plan.added;
      if (added?.parts.script === undefined) return;
      for (const hook of engine.hooks) expect(engine.covers(hook)).toContain(`${project}/${script}`);
      expect(spawnSync(process.execPath, ["--check", `${project}/${script}`]).status).toBe(0);
      expect(read(script).split("\n").length).toBeLessThan(150);
    },
  );

  it.each(rows.filter(([, tool], at) => rows.findIndex((row) => row[0] === rows[at]?.[0]) === at || !tool))(
    "%s with %s: is gone without a trace when it is removed, and what was changed stays",
    async (name, tool) => {
      const { engine, place, plan, write, read, project } = await withRecipe(name, setting(name, tool));
      const scripted = plan.added[0]?.parts.script !== undefined;
      if (scripted) write(`.hookline/${name}.mjs`, `${read(`.hookline/${name}.mjs`)}// mine\n`);
      const { changes, kept } = await planRemove(engine, place, name);
      expect(kept).toEqual(scripted ? [`.hookline/${name}.mjs`] : []);
      await writeAll(changes);
      expect(read(".hookline/hooks.json")).toBe('{\n  "hooks": {}\n}\n');
      const left = spawnSync("find", [".hookline", "-mindepth", "1"], {
        cwd: project,
        encoding: "utf8",
      }).stdout;
      expect(left.trim().split("\n").sort()).toEqual(
        [...(scripted ? [`.hookline/${name}.mjs`] : []), ".hookline/hooks.json"].sort(),
      );
    },
  );

  it("has a name, a summary of one line, and a place in the list of its own", () => {
    expect(new Set(allRecipes.map(({ name }) => name)).size).toBe(allRecipes.length);
    for (const { name, summary } of allRecipes) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(summary).toMatch(/^[a-z].{10,95}[^.]$/);
    }
  });
});

describe("files that are written together", () => {
  it("are all as before when one of them cannot be written", async () => {
    const { project, write, read } = await withRecipe("audit-log");
    write("a.txt", "one");
    mkdirSync(`${project}/folder`);
    const changes = [
      { path: `${project}/a.txt`, before: "one", after: "two" },
      { path: `${project}/new/deep/b.txt`, before: null, after: "new" },
      { path: `${project}/folder`, before: null, after: "cannot be a file" },
    ];
    await expect(writeAll(changes)).rejects.toThrow();
    expect(read("a.txt")).toBe("one");
    expect(spawnSync("ls", [project], { encoding: "utf8" }).stdout).not.toContain("new");
    await expect(writeAll(changes.slice(0, 2), () => Promise.reject(new Error("refused")))).rejects.toThrow(
      "refused",
    );
    expect(read("a.txt")).toBe("one");
    expect(spawnSync("ls", [project], { encoding: "utf8" }).stdout).not.toContain("new");
  });

  it("are all left alone when one of them was saved since it was looked at", async () => {
    const { project, read, write } = await withRecipe("audit-log");
    write("a.txt", "one");
    const changes = [
      { path: `${project}/new/b.txt`, before: null, after: "new" },
      { path: `${project}/a.txt`, before: "one", after: "two" },
    ];
    write("a.txt", "mine");
    await expect(writeAll(changes)).rejects.toThrow(/a\.txt was changed meanwhile; try again$/);
    expect(read("a.txt")).toBe("mine");
    expect(spawnSync("ls", ["-A", project], { encoding: "utf8" }).stdout).not.toContain("new");
  });
});
