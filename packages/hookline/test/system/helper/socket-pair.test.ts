import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { makeSocketPair } from "../../../src/system/process/helper/socket-pair.ts";
import { run, script, temporaryFolder } from "../command.ts";
import { helperPath, hostOf } from "../native/program.ts";

const { TMPDIR } = process.env;
afterEach(() => {
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
});

const descriptors = () =>
  execFileSync("/bin/sh", ["-c", "echo /proc/$$/fd/*"], { encoding: "utf8" }).replace(/\d+\/fd/g, "fd");

test("carries bytes both ways, says when the other end is closed, and leaves no name", async () => {
  const folder = temporaryFolder();
  process.env.TMPDIR = folder;
  let heard = "";
  const pair = await makeSocketPair(true, (chunk) => {
    heard += chunk.toString();
  });
  if (!pair) throw new Error("there is no pair");
  expect(readdirSync(folder)).toEqual([]);
  const { ours, theirs } = pair;
  theirs.on("data", (chunk: Buffer) => theirs.end(`${chunk} is answered`));
  theirs.resume();
  ours.write("what was said");
  await once(ours, "close");
  expect(heard).toBe("what was said is answered");
});

test("is inherited by no process that somebody starts", async () => {
  const before = descriptors();
  const pair = await makeSocketPair(true, () => {});
  expect(pair).not.toBeNull();
  expect(descriptors()).toBe(before);
  pair?.ours.destroy();
  pair?.theirs.destroy();
});

test.each<[string, () => string]>([
  ["no folder", () => join(temporaryFolder(), "missing")],
  [
    "no room for the address",
    () => {
      const long = join(temporaryFolder(), "x".repeat(100));
      mkdirSync(long);
      return long;
    },
  ],
])("is not there where there is %s, and a helper does without it", async (_, folderOf) => {
  const folder = folderOf();
  process.env.TMPDIR = folder;
  expect(await makeSocketPair(true, () => {})).toBeNull();
  if (helperPath === null) return;
  const { stdout } = await run(hostOf([helperPath]), script("cat; echo $PPID", { cwd: "/" }), {
    payload: "read ",
  });
  expect(stdout.text).toMatch(/^read \d+\n$/);
  expect(stdout.text).not.toBe(`read ${process.pid}\n`);
});
