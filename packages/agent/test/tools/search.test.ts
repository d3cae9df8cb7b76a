import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileGlob } from "../../src/tools/glob-pattern.ts";
import { walk } from "../../src/tools/walk.ts";
import { type Session, session } from "./session.ts";

async function tree(): Promise<Session> {
  const made = await session();
  made.write(".gitignore", "dist/\n*.log\n!keep.log\n");
  made.write("src/a.ts", "alpha\nbeta\n");
  made.write("src/deep/b.tsx", "Beta\n");
  made.write("src/deep/.gitignore", "b2.ts\n");
  made.write("src/deep/b2.ts", "beta\n");
  made.write("dist/out.js", "beta\n");
  made.write("noise.log", "beta\n");
  made.write("keep.log", "gamma\n");
  made.write("node_modules/m/index.js", "beta\n");
  made.write(".git/config", "beta\n");
  return made;
}

/** The paths that a search gave, from the project on. */
const within = (project: string, names: unknown) =>
  Array.isArray(names) ? names.map((name) => String(name).replace(`${project}/`, "")) : [];

describe("ls", () => {
  test("lists a folder with marks, and an empty one", async () => {
    const { call, error, project, write } = await session();
    mkdirSync(join(project, "empty"));
    symlinkSync("x.txt", join(project, "link"));
    write("x.txt", "");
    expect((await call("ls", {})).content).toBe(".hookline/\nempty/\nlink@\nx.txt");
    expect((await call("ls", { path: "empty" })).content).toBe(`The folder is empty: ${project}/empty`);
    expect(await error("ls", { path: "x.txt" })).toBe(`This is a file, not a folder: ${project}/x.txt`);
    expect(await error("ls", { path: "no" })).toBe(`File does not exist: ${project}/no`);
  });
});

describe("glob", () => {
  test("finds by pattern, without what Git ignores, .git and node_modules", async () => {
    const { call, project } = await tree();
    const find = async (pattern: string, path?: string) =>
      within(project, (await call("glob", { pattern, ...(path && { path }) })).artifact.filenames);
    expect(await find("**/*.{ts,tsx}")).toEqual(["src/a.ts", "src/deep/b.tsx"]);
    expect(await find("*.ts")).toEqual([]);
    expect(await find("*.ts", "src")).toEqual(["src/a.ts"]);
    expect(await find("**/*.log")).toEqual(["keep.log"]);
    expect(await find("**/*.js")).toEqual([]);
    expect(await find("*.js", "dist")).toEqual(["dist/out.js"]);
    expect(await find("**/b2.ts", "src/deep")).toEqual([]);
    expect((await call("glob", { pattern: "none*" })).content).toBe("No files found");
  });

  test("does not leave its folder: not by the pattern, not through a link", async () => {
    const { call, error, home, project } = await session();
    writeFileSync(join(home, "secret.txt"), "");
    symlinkSync(home, join(project, "out"));
    for (const pattern of ["../home/*", "/etc/*", "~/*", "a/{..,b}/*"])
      expect(await error("glob", { pattern })).toContain("The pattern must stay inside the folder");
    expect((await call("glob", { pattern: "**/secret.txt" })).content).toBe("No files found");
  });

  test("too many files are cut, which is said", async () => {
    const { call, project } = await session();
    for (let index = 0; index < 1_001; index++) writeFileSync(join(project, `f${index}`), "");
    const { content, artifact } = await call("glob", { pattern: "f*" });
    expect(artifact).toMatchObject({ numFiles: 1_000, truncated: true });
    expect(content).toContain("[only the first 1000 are shown: use a narrower pattern]");
  });

  test.each([
    ["**", "a/b/c", true],
    ["a/**", "a/b/c", true],
    ["a/**", "b/c", false],
    ["**/c", "c", true],
    ["a/**/c", "a/c", true],
    ["a/**/c", "a/b/b/c", true],
    ["a*c", "abc", true],
    ["a*c", "a/c", false],
    ["?", "/", false],
    ["[a-c].ts", "b.ts", true],
    ["[!a-c].ts", "b.ts", false],
    ["[!a]", "/", false],
    ["{a,b{c,d}}.ts", "bd.ts", true],
    ["{a,b}.ts", "c.ts", false],
    ["a,b", "a,b", true],
    ["{a", "{a", true],
    ["a.ts", "abts", false],
    ["\\*", "*", true],
    ["\\*", "a", false],
    ["(a|b)+$", "(a|b)+$", true],
  ])("%s on %s", (pattern, path, fits) => {
    expect(compileGlob(pattern)(path)).toBe(fits);
  });

  test("any text compiles, and as its own escaped pattern fits itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ab/*?[]{},!^\\-.()|+$") }), (text) => {
        compileGlob(text)("a");
        expect(compileGlob(text.replace(/[\\*?[\]{},]/g, "\\$&"))(text)).toBe(true);
      }),
    );
  });
});

describe("grep", () => {
  test("finds files, lines and counts, without what is ignored", async () => {
    const { call, project } = await tree();
    const files = await call("grep", { pattern: "beta" });
    expect(files.content).toBe(`${project}/src/a.ts`);
    const lines = await call("grep", { pattern: "beta", "-i": true, output_mode: "content" });
    expect(lines.content).toBe(`${project}/src/a.ts:2:beta\n${project}/src/deep/b.tsx:1:Beta`);
    expect(lines.artifact).toMatchObject({ mode: "content", numFiles: 2, numLines: 2 });
    const counts = await call("grep", { pattern: "a", output_mode: "count", glob: "*.ts" });
    expect(counts.content).toBe(`${project}/src/a.ts:2`);
    expect(counts.artifact).toMatchObject({ numMatches: 2 });
    const around = await call("grep", {
      pattern: "^beta$",
      path: "src/a.ts",
      output_mode: "content",
      "-C": 1,
    });
    expect(around.content).toBe(`${project}/src/a.ts:1-alpha\n${project}/src/a.ts:2:beta`);
    expect((await call("grep", { pattern: "nowhere" })).content).toBe("No files found");
    expect((await call("grep", { pattern: "b.ta", glob: "src/deep/**" })).content).toBe("No files found");
  });

  test("says when there is more than it shows", async () => {
    const { call, write } = await session();
    write("a.txt", "x\n".repeat(10_000));
    const few = await call("grep", { pattern: "x", output_mode: "content", head_limit: 3 });
    expect(few.content.split("\n")).toHaveLength(4);
    expect(few.content).toContain("[there are more than are shown: search for less]");
    expect(few.artifact).toMatchObject({ numLines: 3, truncated: true });
  });

  test("looks at no link, no pipe, no binary file, no file that a rule hides, and says what is too large", async () => {
    const { call, error, write, home, project } = await session({
      mayRead: (path) => !path.endsWith(".env"),
    });
    writeFileSync(join(home, "secret"), "needle");
    symlinkSync(join(home, "secret"), join(project, "link"));
    execFileSync("mkfifo", [join(project, "pipe")]);
    write("binary", "needle\0");
    write(".env", "needle");
    truncateSync(write("huge", "needle"), 30 * 1024 * 1024);
    expect((await call("grep", { pattern: "needle" })).content).toBe(
      `[${project}/huge is too large: search for less]`,
    );
    expect(await error("grep", { pattern: "needle", path: ".env" })).toContain("A rule keeps this file");
    expect(await error("grep", { pattern: "needle", path: "huge" })).toContain("The file is too large");
    expect(await error("grep", { pattern: "needle", path: "pipe" })).toContain("not a file");
    expect(await error("grep", { pattern: "x", glob: "../*" })).toContain("must stay inside");
  });

  test("a pattern that makes other engines hang ends soon; one that is none is a sentence", async () => {
    const { call, error, write } = await session();
    write("a.txt", `${"a".repeat(20_000)}!\n`.repeat(20));
    expect((await call("grep", { pattern: "^(a+)+$" })).content).toBe("No files found");
    expect(await error("grep", { pattern: "(" })).toMatch(
      /^The pattern is no regular expression \(.+\): \($/,
    );
  });

  test("a walk whose time is over ends and says so", async () => {
    const { project, write } = await session();
    for (const path of ["a/1", "a/2", "b/1", "c"]) write(path, "");
    let cuts = 0;
    const limits = { until: Number.POSITIVE_INFINITY, stop: new AbortController().signal, cut: () => cuts++ };
    const found: string[] = [];
    for await (const { path } of walk(project, limits)) {
      found.push(path);
      if (path === "a/1") limits.until = -1;
    }
    expect(found).toEqual([".hookline/hooks.json", "a/1"]);
    expect(cuts).toBeGreaterThan(0);
  });

  test("ends when it is interrupted", async () => {
    const { error, write } = await session();
    for (let index = 0; index < 20; index++) write(`f${index}`, `${"ab".repeat(500)}\n`.repeat(2_000));
    const stop = new AbortController();
    const message = error("grep", { pattern: "(a|b)+c" }, { signal: stop.signal });
    setImmediate(() => stop.abort());
    expect(await message).toBe("The search was interrupted.");
  });
});
