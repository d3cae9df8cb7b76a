import { mkdirSync, readlinkSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { realTarget } from "../../src/system/real-target.ts";
import { scratch } from "../engine/scratch.ts";

/** The same by the system's word alone: what is not there is told by errors, and paths by the library for them. */
function told(path: string, links = 0): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    if (parent === path) return path;
    const folder = told(parent, links);
    const here = basename(path) === ".." ? dirname(folder) : join(folder, basename(path));
    let next: string | null = null;
    try {
      next = links < 40 ? readlinkSync(here) : null;
    } catch {
      // No link.
    }
    return next === null ? here : told(resolve(folder, next), links + 1);
  }
}

it("follows every path as the system does, and those to what is not there yet", () => {
  const { project } = scratch();
  mkdirSync(join(project, "a/b"), { recursive: true });
  writeFileSync(join(project, "a/file"), "");
  symlinkSync("a/b", join(project, "to-b"));
  symlinkSync("nowhere/deep", join(project, "to-nothing"));
  symlinkSync("to-nothing", join(project, "to-link"));
  symlinkSync("round", join(project, "round"));
  symlinkSync(join(project, "a/new"), join(project, "a/b/up"));
  const names = ["a", "b", "file", "to-b", "to-nothing", "to-link", "up", "new", "..", ".", "", "x"];
  const paths = fc.array(fc.constantFrom(...names), { maxLength: 6 });
  const seen = { there: 0, missing: 0 };
  fc.assert(
    fc.property(paths, fc.boolean(), (parts, slash) => {
      const path = `${[project, ...parts].join("/")}${slash ? "/" : ""}`;
      expect(realTarget(path), path).toBe(told(path));
      seen[told(path) === path ? "there" : "missing"] += 1;
    }),
    { numRuns: 2_000 },
  );
  expect(Math.min(seen.there, seen.missing)).toBeGreaterThan(50);
  expect(realTarget(join(project, "round/."))).toBe(join(project, "round"));
  for (const path of ["/", "//", "/no-such-folder/..", "/.", `/${"x".repeat(5_000)}`, "/a\0b"])
    expect(realTarget(path), path).toBe(path.length > 4_096 ? path : told(path));
});
