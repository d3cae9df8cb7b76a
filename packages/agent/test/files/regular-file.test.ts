import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readRegular } from "../../src/files/regular-file.ts";
import { scratchFolders } from "../settings/scratch-settings.ts";

it("reads what is there, up to its limit", () => {
  const { write } = scratchFolders();
  const path = write("a.txt", "four");
  expect(readRegular(path, 4)).toEqual({ bytes: Buffer.from("four") });
  expect(readRegular(path, 3)).toMatchObject({ code: "EFBIG" });
  expect(readRegular(write("empty", ""), 3)).toEqual({ bytes: Buffer.alloc(0) });
});

it("reads a file that does not know its own size", () => {
  const read = readRegular("/proc/self/status", 1024 * 1024);
  expect(read.problem === undefined && read.bytes.toString()).toMatch(/^Name:/);
});

it("says what is no file, and never waits for it", () => {
  const { project } = scratchFolders();
  const at = (name: string) => join(project, name);
  execFileSync("mkfifo", [at("pipe")]);
  symlinkSync("pipe", at("to-pipe"));
  symlinkSync("/dev/zero", at("zero"));
  symlinkSync("nowhere", at("nothing"));
  mkdirSync(at("folder"));
  const said = ["pipe", "to-pipe", "zero", "folder", "nothing"].map((name) => readRegular(at(name), 10));
  expect(said).toMatchObject([
    { problem: "is a pipe" },
    { problem: "is a pipe" },
    { problem: "is a device" },
    { code: "EISDIR" },
    { code: "ENOENT" },
  ]);
});
