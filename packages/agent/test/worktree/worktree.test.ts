import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { enterWorktree } from "../../src/worktree/enter.ts";
import { leaveWorktree } from "../../src/worktree/leave.ts";
import { around, command, recorder } from "../instructions/around.ts";

describe("a worktree by git", () => {
  it("is a folder with a branch of its own, that the project's status does not show", async () => {
    const place = around();
    place.repository();
    const record = recorder();
    const worktree = await enterWorktree({ ...place, tell: record.tell, name: "try" });
    expect(worktree).toMatchObject({ path: join(place.project, ".hookline/worktrees/try"), made: "git" });
    expect(record.told).toEqual([{ event: "WorktreeCreate", payload: { name: "try" } }]);
    expect(readFileSync(join(worktree.path, "README.md"), "utf8")).toBe("hello\n");
    expect(place.git("status", "--porcelain")).toBe("");
    expect(place.git("-C", worktree.path, "branch", "--show-current")).toBe("worktree-try");
    expect(await leaveWorktree(worktree, { ...place, tell: record.tell })).toBe("removed");
    expect(record.told[1]).toEqual({ event: "WorktreeRemove", payload: { worktree_path: worktree.path } });
    expect(existsSync(worktree.path)).toBe(false);
    expect(place.git("branch", "--format=%(refname:short)")).toBe("main");
    await enterWorktree({ ...place, tell: record.tell, name: "try" });
    const exclude = readFileSync(join(place.project, ".git/info/exclude"), "utf8");
    expect(exclude.split(".hookline/worktrees")).toHaveLength(2);
    expect(place.said).toEqual([]);
  });

  it("runs no program that the repository names", async () => {
    const place = around();
    place.repository();
    const hook = place.write(".git/hooks/post-checkout", `#!/bin/sh\ntouch ${place.root}/ran\n`);
    chmodSync(hook, 0o755);
    const { tell } = recorder();
    const worktree = await enterWorktree({ ...place, tell, name: "h" });
    expect(await leaveWorktree(worktree, { ...place, tell })).toBe("removed");
    expect(existsSync(join(place.root, "ran"))).toBe(false);

    writeFileSync(join(place.project, ".git/info/attributes"), "* filter=x\n");
    place.write("evil.config", `[filter "x"]\n\tsmudge = touch ${place.root}/ran; cat\n`);
    for (const [key, value] of [
      ["include.path", join(place.project, "evil.config")],
      ["filter.x.smudge", `touch ${place.root}/ran; cat`],
      ["core.fsmonitor", `touch ${place.root}/ran`],
      ["core.hooksPath", "hooks"],
    ] as const) {
      place.git("config", key, value);
      await expect(enterWorktree({ ...place, tell, name: "f" }), key).rejects.toThrow(
        /names programs that git would run \(.*\); look at them, then start with --trust$/,
      );
      expect(existsSync(join(place.root, "ran")), key).toBe(false);
      place.git("config", "--unset", key);
    }
    place.git("config", "filter.x.smudge", `touch ${place.root}/ran; cat`);
    await enterWorktree({ ...place, tell, name: "f", trust: true });
    expect(existsSync(join(place.root, "ran"))).toBe(true);
  });

  it("is named after the session if nobody names it, and works from a subfolder", async () => {
    const place = around();
    place.repository();
    const projectDir = join(place.project, "sub");
    mkdirSync(projectDir);
    const worktree = await enterWorktree({
      ...place,
      facts: { ...place.facts, projectDir },
      tell: recorder().tell,
    });
    expect(worktree.path).toBe(join(projectDir, ".hookline/worktrees/session-0a786fda"));
    expect(place.git("status", "--porcelain")).toBe("");
  });

  it.each([
    ["uncommitted changes", (path: string) => writeFileSync(join(path, "new.txt"), "")],
    ["uncommitted changes", (path: string) => writeFileSync(join(path, "README.md"), "other")],
  ])("is kept while there are %s in it", async (words, work) => {
    const place = around();
    place.repository();
    const record = recorder();
    const worktree = await enterWorktree({ ...place, tell: record.tell, name: "w" });
    work(worktree.path);
    expect(await leaveWorktree(worktree, { ...place, tell: record.tell })).toBe("kept");
    expect(existsSync(worktree.path)).toBe(true);
    expect(place.said).toEqual([`info: The worktree ${worktree.path} is kept: there are ${words} in it`]);
    expect(record.told).toHaveLength(1);
  });

  it("is kept with new commits, and used again by the next session", async () => {
    const place = around();
    place.repository();
    const { tell } = recorder();
    const worktree = await enterWorktree({ ...place, tell, name: "w" });
    place.git("-C", worktree.path, "commit", "-q", "--allow-empty", "-m", "work");
    expect(await leaveWorktree(worktree, { ...place, tell })).toBe("kept");
    const again = await enterWorktree({ ...place, tell, name: "w" });
    expect(again.path).toBe(worktree.path);
    expect(await leaveWorktree(again, { ...place, tell })).toBe("kept");
    expect(place.said.map((line) => line.replace(worktree.path, "W"))).toEqual([
      "info: The worktree W is kept: there are new commits in it",
      "info: The worktree W is there already and is used again",
      "info: The worktree W is kept: there are new commits in it",
    ]);
  });

  it("takes up a branch that was left from before", async () => {
    const place = around();
    place.repository();
    place.git("branch", "worktree-w");
    const worktree = await enterWorktree({ ...place, tell: recorder().tell, name: "w" });
    expect(worktree.branch).toBeNull();
    await leaveWorktree(worktree, { ...place, tell: recorder().tell });
    expect(place.git("branch", "--list", "worktree-w")).toContain("worktree-w");
  });

  it("is made in the project's repository, whatever the environment speaks of", async () => {
    const place = around();
    place.repository();
    const env = { ...place.env, GIT_DIR: join(place.root, "nowhere"), GIT_WORK_TREE: place.root };
    const worktree = await enterWorktree({ ...place, env, tell: recorder().tell, name: "w" });
    expect(existsSync(join(worktree.path, "README.md"))).toBe(true);
  });

  it("cannot be made outside a repository, before the first commit, without git, or with a strange name", async () => {
    const place = around();
    const { tell } = recorder();
    const enter = (name: string, env: Record<string, string> = place.env) =>
      enterWorktree({ ...place, env, tell, name }).then(
        () => "made",
        (error: unknown) => (error instanceof Error ? error.message : ""),
      );
    expect(await enter("w")).toBe(
      `The worktree "w" is not made: ${place.project} is in no git repository; run "git init", or add a WorktreeCreate hook`,
    );
    expect(await enter("w", { PATH: "/nowhere" })).toBe('The worktree "w" is not made: git is not installed');
    place.git("init", "-q");
    expect(await enter("w")).toContain("has no commit yet; commit something first");
    for (const name of ["", "../x", "a/b", "-f", "a..b", "a.lock", "a.", "a b", "x".repeat(65)]) {
      expect(await enter(name)).toContain(`"${name}" is no name for a worktree`);
    }
    place.repository();
    mkdirSync(join(place.project, ".hookline/worktrees/taken/x"), { recursive: true });
    expect(await enter("taken")).toMatch(/is not made: git says: .*already exists/);
  });
});

describe("a worktree by hooks", () => {
  const make =
    'name=$(sed \'s/.*"name":"\\([^"]*\\)".*/\\1/\'); mkdir -p "trees/$name"; echo "made it" >&2; echo "trees/$name"';

  it("is where the hook says, without git, and goes with the other hook", async () => {
    const place = around();
    const { tell } = await place.engine({
      WorktreeCreate: [command(make)],
      WorktreeRemove: [command('cat > removed.json; rm -r "trees/w"')],
    });
    const worktree = await enterWorktree({ ...place, tell, name: "w" });
    expect(worktree).toMatchObject({ path: join(place.project, "trees/w"), made: "hook" });
    expect(await leaveWorktree(worktree, { ...place, tell })).toBe("removed");
    expect(JSON.parse(readFileSync(join(place.project, "removed.json"), "utf8"))).toMatchObject({
      hook_event_name: "WorktreeRemove",
      worktree_path: worktree.path,
    });
    expect(place.said).toEqual([]);
  });

  it("is kept with changed files, and said when the hook does not remove it or fails to", async () => {
    const place = around();
    const { tell } = await place.engine({
      WorktreeCreate: [command(make)],
      WorktreeRemove: [command("true")],
    });
    const worktree = await enterWorktree({ ...place, tell, name: "w" });
    writeFileSync(join(worktree.path, "work.txt"), "");
    await leaveWorktree(worktree, { ...place, tell });
    rmSync(join(worktree.path, "work.txt"));
    await leaveWorktree(worktree, { ...place, tell });
    const failing = await place.engine({ WorktreeRemove: [command("echo 'still in use' >&2; exit 1")] });
    expect(await leaveWorktree(worktree, { ...place, tell: failing.tell })).toBe("kept");
    expect(place.said.map((line) => line.replace(worktree.path, "W"))).toEqual([
      "info: The worktree W is kept: files in it have changed",
      "warn: The worktree W is kept: the WorktreeRemove hook ended well and did not remove it",
      "warn: The worktree W is kept: still in use",
    ]);
  });

  it("that no hook removes goes by git if git knows it, and stays if not", async () => {
    const place = around();
    place.repository();
    const { tell } = await place.engine({
      WorktreeCreate: [command("git worktree add -q -b b ../beside >&2 && echo ../beside")],
    });
    const worktree = await enterWorktree({ ...place, tell, name: "w" });
    expect(worktree.path).toBe(join(place.home, "work/beside"));
    expect(await leaveWorktree(worktree, { ...place, tell })).toBe("removed");
    const other = await place.engine({ WorktreeCreate: [command(make)] });
    const plain = await enterWorktree({ ...place, tell: other.tell, name: "w" });
    expect(await leaveWorktree(plain, { ...place, tell: other.tell })).toBe("kept");
    expect(place.said.at(-1)).toContain("is kept: git says: ");
  });

  it.each([
    ["exits with an error", "echo 'disk full' >&2; exit 1", /is not made: disk full/],
    ["prints nothing", "true", /is not made: the hook printed no path of a worktree/],
    ["prints JSON without a path", "echo '{}'", /is not made: no WorktreeCreate hook gave its path/],
    ["names no folder", "echo missing", /is not used: .*missing is not a folder/],
    ["names the project", "pwd", /is not used: .* is the project itself/],
    ["goes through ..", 'echo "$PWD/trees/../trees"', /is not used: .* goes through "\." or "\.\."/],
    ["names a link", "echo link/inner", /is not used: .*link is a link inside the repository/],
  ])("is refused with a sentence when the hook %s", async (_what, line, words) => {
    const place = around();
    place.repository();
    mkdirSync(join(place.project, "trees"));
    mkdirSync(join(place.root, "outside/inner"), { recursive: true });
    symlinkSync(join(place.root, "outside"), join(place.project, "link"));
    const { tell } = await place.engine({ WorktreeCreate: [command(line)] });
    await expect(enterWorktree({ ...place, tell, name: "w" })).rejects.toThrow(words);
    expect(existsSync(join(place.project, ".hookline/worktrees"))).toBe(false);
  });

  it("is refused when the hook broke: git does not step in for it", async () => {
    const place = around();
    place.repository();
    const { tell } = await place.engine({
      WorktreeCreate: [{ hooks: [{ type: "http", url: "http://127.0.0.1:9/", id: "maker" }] }],
    });
    await expect(enterWorktree({ ...place, tell, name: "w" })).rejects.toThrow(
      'The worktree "w" is not made: the hook maker broke (spawn)',
    );
  });
});
