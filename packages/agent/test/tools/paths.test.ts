import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { absolutePath, isInside, realTarget } from "../../src/tools/paths.ts";
import { session } from "./session.ts";

test("realTarget follows every link, also to what is not there yet", async () => {
  const { project, home } = await session();
  mkdirSync(join(project, "real"));
  writeFileSync(join(home, "file"), "");
  symlinkSync("real", join(project, "folder"));
  symlinkSync(join(home, "file"), join(project, "out"));
  symlinkSync("../home/new/deep", join(project, "dangling"));
  symlinkSync("dangling", join(project, "twice"));
  symlinkSync("circle", join(project, "circle"));
  const real = (path: string) => realTarget(join(project, path));
  expect(real("folder/a/b")).toBe(join(project, "real/a/b"));
  expect(real("out")).toBe(join(home, "file"));
  expect(real("dangling")).toBe(join(home, "new/deep"));
  expect(real("twice/x")).toBe(join(home, "new/deep/x"));
  expect(real("plain/x")).toBe(join(project, "plain/x"));
  expect(() => real("circle")).toThrow("Symbolic links lead in a circle");
  expect(() => real("circle/x")).toThrow("Symbolic links lead in a circle");
});

test("absolutePath knows the folder and the home folder", () => {
  const env = { HOME: "/home/me" };
  expect(absolutePath("a/../b", "/work", env)).toBe("/work/b");
  expect(absolutePath("~/x", "/work", env)).toBe("/home/me/x");
  expect(absolutePath("~", "/work", env)).toBe("/home/me");
  expect(absolutePath("~other/x", "/work", env)).toBe("/work/~other/x");
  expect(absolutePath("/etc", "/work", env)).toBe("/etc");
});

test("isInside is about folders, not about letters", () => {
  expect(isInside("/a/b", "/a")).toBe(true);
  expect(isInside("/a", "/a")).toBe(true);
  expect(isInside("/ab", "/a")).toBe(false);
  expect(isInside("/a/..b", "/a")).toBe(true);
  expect(isInside("/", "/a")).toBe(false);
});
