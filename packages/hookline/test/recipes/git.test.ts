import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitIn, oddNames, ran, somebody, withRecipe } from "./with-recipe.ts";

describe("git-auto-commit", () => {
  const edited = (file_path: string) => ran("Write", { file_path });

  // shows: F-067 W-106
  it("commits what was written, that file alone, and only if something changed", async () => {
    const place = await withRecipe("git-auto-commit", { env: somebody });
    const { engine, write, project } = place;
    const git = gitIn(place);
    git("init", "-q", "-b", "main", ".");
    write("staged.txt", "mine");
    git("add", "staged.txt");
    write("a; touch pwned.txt", "one");
    for (const count of [1, 2]) {
      const decision = await engine.fire("PostToolUse", edited("a; touch pwned.txt"));
      expect(decision.runs, `time ${count}`).toMatchObject([{ status: "ok" }]);
    }
    expect(git("log", "--format=%s%n%b")).toBe(
      "agent: a; touch pwned.txt\nCo-authored-by: AI agent <agent@hookline.invalid>\n\n",
    );
    expect(git("diff", "--cached", "--name-only")).toBe("staged.txt\n");
    expect(existsSync(join(project, "pwned.txt"))).toBe(false);
  });

  it("takes each name as it is", async () => {
    const place = await withRecipe("git-auto-commit", { env: somebody });
    const git = gitIn(place);
    git("init", "-q", ".");
    for (const name of oddNames) {
      place.write(name, name);
      await place.engine.fire("PostToolUse", edited(name));
    }
    const names = git("-c", "core.quotePath=false", "ls-tree", "-z", "--name-only", "HEAD").split("\0");
    expect(names.filter((name) => name !== "").sort()).toEqual([...oddNames].sort());
    expect(git("rev-list", "--count", "HEAD").trim()).toBe(String(oddNames.length));
  });

  it("leaves ignored files, other folders and a merge alone", async () => {
    const place = await withRecipe("git-auto-commit", { env: somebody });
    const { engine, write, home } = place;
    expect((await engine.fire("PostToolUse", edited(write("a.txt", "x")))).runs).toMatchObject([
      { status: "ok" },
    ]);
    const git = gitIn(place);
    git("init", "-q", "-b", "main", ".");
    write(".gitignore", "*.log\n");
    git("add", ".gitignore");
    git("commit", "-qm", "first");
    await engine.fire("PostToolUse", edited(write("x.log", "x")));
    await engine.fire("PostToolUse", edited(write(join(home, "x.txt"), "x")));
    write(".git/MERGE_HEAD", git("rev-parse", "HEAD"));
    await engine.fire("PostToolUse", edited(write("a.txt", "y")));
    expect(git("log", "--format=%s")).toBe("first\n");
  });
});
