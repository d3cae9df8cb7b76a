import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changesBetween, maxFiles, type Snapshot, takeSnapshot } from "../../src/watch/snapshot.ts";
import { around } from "../instructions/around.ts";

const names = (changes: ReturnType<typeof changesBetween>, folder: string) =>
  changes.map(({ event, path }) => `${event} ${path.replace(`${folder}/`, "")}`);

describe("snapshots", () => {
  it("tell files that were added, changed and removed, and no others", () => {
    const { project, write } = around();
    const paths = ["same", "touched", "changed", "gone", "new", "never"].map((name) => join(project, name));
    for (const name of ["same", "touched", "changed", "gone"]) write(name, "one");
    const before = takeSnapshot(paths).files;
    utimesSync(join(project, "touched"), 1, 1);
    // Same size, and perhaps the same time as far as the file system keeps it.
    write("changed", "two");
    rmSync(join(project, "gone"));
    write("new", "");
    const changes = changesBetween(before, takeSnapshot(paths, before).files);
    expect(names(changes, project)).toEqual(["change changed", "unlink gone", "add new"]);
    expect(changes[1]).toMatchObject({ after: null });
    expect(changes[2]).toMatchObject({ before: null });
  });

  it("see every one of many quick changes of the same length", () => {
    const { project } = around();
    const path = join(project, "a");
    let last: Snapshot = new Map();
    for (let round = 100; round < 200; round++) {
      writeFileSync(path, String(round));
      const now = takeSnapshot([path], last).files;
      expect(changesBetween(last, now)).toHaveLength(1);
      last = now;
    }
  });

  it("hold the files below a folder, without those of packages and without links to folders", () => {
    const { project, write } = around();
    for (const name of ["a/1", "a/b/2", "a/node_modules/x", "a/.git/HEAD"]) write(name, name);
    symlinkSync(join(project, "a"), join(project, "a/b/circle"));
    const { files, cut } = takeSnapshot([join(project, "a")]);
    expect([...files.keys()].map((path) => path.replace(`${project}/`, ""))).toEqual(["a/1", "a/b/2"]);
    expect(cut).toEqual([]);
  });

  it("say when a folder holds more than is looked at", () => {
    const { project } = around();
    const folder = join(project, "many");
    mkdirSync(folder);
    for (let index = 0; index <= maxFiles; index++) writeFileSync(join(folder, String(index)), "");
    const { files, cut } = takeSnapshot([folder]);
    expect(files.size).toBe(maxFiles);
    expect(cut).toEqual([folder]);
  });

  it("of the same files differ in nothing; the other way round, adds are unlinks", () => {
    const looks = fc.dictionary(fc.string({ minLength: 1, maxLength: 2 }), fc.constantFrom("x", "y"));
    const snapshot = (from: Record<string, string>): Snapshot =>
      new Map(Object.entries(from).map(([path, digest]) => [path, { stamp: null, digest }]));
    const opposite = { add: "unlink", unlink: "add", change: "change" };
    fc.assert(
      fc.property(looks, looks, (one, two) => {
        const [first, second] = [snapshot(one), snapshot(two)];
        expect(changesBetween(first, first)).toEqual([]);
        const there = changesBetween(first, second).map(({ path, event }) => [path, event]);
        const back = changesBetween(second, first).map(({ path, event }) => [path, opposite[event]]);
        expect(back).toEqual(there);
      }),
    );
  });
});
