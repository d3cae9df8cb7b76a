import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fileOutlet, standsAt } from "../../src/system/outlet.ts";
import { scratch } from "../engine/scratch.ts";

it("a file is there as a whole, for its owner alone, once it has ended", () => {
  const { project } = scratch();
  const path = join(project, "out");
  const out = fileOutlet(path);
  const piece = "ü".repeat(1_000);
  for (let left = 200; left > 0; left--) expect(out.write(piece)).toBe(true);
  expect(standsAt(path)).toBe("nothing");
  out.end();
  expect(readFileSync(path, "utf8")).toBe(piece.repeat(200));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(project)).toEqual(["out"]);
});

it("a file that is abandoned leaves what was there, and nothing else", () => {
  const { project, write } = scratch();
  const path = write("out", "old");
  const out = fileOutlet(path);
  out.write("x".repeat(100_000));
  out.abandon();
  out.abandon();
  expect(readdirSync(project)).toEqual(["out"]);
  expect(readFileSync(path, "utf8")).toBe("old");
});

it("says what stands at a path", () => {
  const { project, write } = scratch();
  expect(standsAt(write("file", ""))).toBe("file");
  expect(standsAt(project)).toBe("other");
  expect(standsAt("/dev/null")).toBe("other");
  expect(standsAt(join(project, "none"))).toBe("nothing");
});
