import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { shipAll } from "../../../src/audit/destinations/ship-all.ts";
import { chainFiles } from "./chain-files.ts";

it("copies the lines to a file for its owner alone, and goes on where it was", async () => {
  const files = chainFiles();
  const path = join(files.root, "copies/deep/audit.jsonl");
  const lines = [...files.append(150)];
  const settings = [{ type: "file", path }];
  expect(await shipAll(files.folder, settings)).toMatchObject([{ state: "done", sent: 150 }]);
  lines.push(...files.append(10));
  expect(await shipAll(files.folder, settings)).toMatchObject([{ state: "done", sent: 10 }]);
  expect(readFileSync(path, "utf8")).toBe(lines.map((line) => `${line}\n`).join(""));
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it("follows no link, writes to no device and never into the audit folder", async () => {
  const files = chainFiles();
  files.append(1);
  const target = join(files.root, "target");
  writeFileSync(target, "mine\n");
  symlinkSync(target, join(files.root, "link"));
  mkdirSync(join(files.root, "folder"));
  symlinkSync(files.folder, join(files.root, "way-in"));
  const problems: [string, RegExp][] = [
    [join(files.root, "link"), /is a link, which is not followed/],
    ["/dev/full", /no regular file/],
    [join(files.root, "folder"), /is a folder/],
    [join(files.folder, "main/000001.jsonl"), /lies inside the audit folder/],
    [join(files.root, "way-in/main/000002.jsonl"), /lies inside the audit folder/],
    [join(target, "below-a-file"), /cannot add to/],
  ];
  const settings = problems.map(([path]) => ({ type: "file", path }));
  const done = await shipAll(files.folder, settings);
  for (const [index, [path, problem]] of problems.entries()) {
    expect([path, done[index]?.state, done[index]?.error]).toEqual([
      path,
      "failed",
      expect.stringMatching(problem),
    ]);
  }
  expect(readFileSync(target, "utf8")).toBe("mine\n");
});
