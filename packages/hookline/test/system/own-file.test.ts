import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readOwnFile } from "../../src/system/own-file.ts";

const folder = mkdtempSync(join(tmpdir(), "own-file-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file that is one's own, unless something is done to it. */
function made(name: string, text = "mine é", mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

describe("a file of one's own", () => {
  it.each([0o600, 0o400, 0o700])("is read where its mode is %o", (mode) => {
    expect(readOwnFile(made(`mode-${mode}`, "mine é", mode))).toBe("mine é");
  });

  it("is read where it is empty, or as large as it may be", () => {
    expect(readOwnFile(made("empty", ""))).toBe("");
    expect(readOwnFile(made("large", "x".repeat(1024 * 1024)))).toHaveLength(1024 * 1024);
  });

  it.each([0o640, 0o620, 0o610, 0o604, 0o602, 0o601, 0o666])("is none where its mode is %o", (mode) => {
    expect(readOwnFile(made(`open-${mode}`, "mine", mode))).toBeNull();
  });

  it("is none where it is too large, missing, a folder, or below a file", () => {
    const own = made("file");
    mkdirSync(join(folder, "folder"), { mode: 0o700 });
    expect(readOwnFile(made("larger", "x".repeat(1024 * 1024 + 1)))).toBeNull();
    expect(readOwnFile(join(folder, "missing"))).toBeNull();
    expect(readOwnFile(join(folder, "folder"))).toBeNull();
    expect(readOwnFile(join(own, "below"))).toBeNull();
  });

  it("is none where it has two names, or a link leads to it", () => {
    const own = made("one");
    symlinkSync(own, join(folder, "link"));
    expect(readOwnFile(join(folder, "link"))).toBeNull();
    expect(readOwnFile(own)).toBe("mine é");
    linkSync(own, join(folder, "two"));
    expect([readOwnFile(own), readOwnFile(join(folder, "two"))]).toEqual([null, null]);
    rmSync(join(folder, "two"));
    expect(readOwnFile(own)).toBe("mine é");
  });

  it("is none where it is a pipe that nobody writes to, and nobody waits for it", () => {
    execFileSync("mkfifo", ["-m", "600", join(folder, "pipe")]);
    expect(readOwnFile(join(folder, "pipe"))).toBeNull();
  });

  it.skipIf(process.geteuid?.() !== 0)("is none where it is another's", () => {
    const path = made("another");
    chownSync(path, 65_534, 65_534);
    expect(readOwnFile(path)).toBeNull();
  });
});
