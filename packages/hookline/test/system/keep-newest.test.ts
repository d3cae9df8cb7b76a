import { readdirSync, utimesSync } from "node:fs";
import { expect, it } from "vitest";
import { keepNewest } from "../../src/system/keep-newest.ts";
import { scratch } from "../engine/scratch.ts";

it("keeps the newest files that fit, and everything that does not", () => {
  const { project, write } = scratch();
  for (let at = 1; at <= 6; at++) utimesSync(write(`${at}.json`, "{}"), at, at);
  utimesSync(write("other.txt", ""), 0, 0);
  keepNewest(project, /^\d\.json$/, 4);
  expect(readdirSync(project).sort()).toEqual(["3.json", "4.json", "5.json", "6.json", "other.txt"]);
  keepNewest(project, /^\d\.json$/, 4);
  expect(readdirSync(project)).toHaveLength(5);
});
