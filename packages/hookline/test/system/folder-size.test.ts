import { mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { appendBounded } from "../../src/system/bounded-log.ts";
import { filesIn, keepNewest } from "../../src/system/folder-size.ts";
import { scratch } from "../engine/scratch.ts";

describe("a folder that may not grow for ever", () => {
  const fill = (folder: string) => {
    for (const [index, name] of ["old", "middle", "new"].entries()) {
      writeFileSync(join(folder, name), "x".repeat(100));
      utimesSync(join(folder, name), 1_000 + index, 1_000 + index);
    }
  };

  it.each([
    [300, ["middle", "new", "old"]],
    [250, ["middle", "new"]],
    [150, ["new"]],
    // What is being written stays, however long it is.
    [10, ["new"]],
  ])("keeps the newest files up to %i bytes", (most, left) => {
    const { project } = scratch();
    fill(project);
    keepNewest(project, most);
    expect(readdirSync(project).sort()).toEqual(left);
  });

  it("counts regular files, and nothing where there is no folder", () => {
    const { project } = scratch();
    fill(project);
    mkdirSync(join(project, "folder"));
    symlinkSync("/nowhere", join(project, "link"));
    expect(filesIn(project).map(({ name, bytes }) => [name, bytes])).toEqual([
      ["old", 100],
      ["middle", 100],
      ["new", 100],
    ]);
    expect(filesIn(join(project, "nowhere"))).toEqual([]);
    expect(() => keepNewest(join(project, "nowhere"), 1)).not.toThrow();
  });
});

it("a bounded file says when it begins anew", () => {
  const { project } = scratch();
  const path = join(project, "a/log");
  expect([1, 2, 3, 4].map((line) => appendBounded(path, `line ${line}`, 12))).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect([readFileSync(`${path}.old`, "utf8"), readFileSync(path, "utf8")]).toEqual([
    "line 1\nline 2\n",
    "line 3\nline 4\n",
  ]);
});
