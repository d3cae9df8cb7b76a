import { execFileSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { folderIdentity } from "../../src/system/folders.ts";
import { readHookFile } from "../../src/system/hook-files.ts";
import { isThere } from "../../src/system/local-files.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "hookline-hook-files-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const longAgo = new Date(Date.now() - 60_000);

describe("reading a hook file", () => {
  test("gives its text, and the same reading while it is certainly the same", () => {
    const path = join(folder(), "hooks.json");
    writeFileSync(path, "{}");
    utimesSync(path, longAgo, longAgo);
    const first = readHookFile(path, null);
    expect(first).toMatchObject({ kind: "text", text: "{}", stamp: null });
    writeFileSync(path, "[]");
    expect(readHookFile(path, first)).toMatchObject({ kind: "text", text: "[]" });
  });

  test("sees that another file has taken its place", async () => {
    const place = folder();
    const path = join(place, "hooks.json");
    writeFileSync(path, "{}");
    await new Promise((resolve) => setTimeout(resolve, 150));
    const first = readHookFile(path, null);
    expect(first).toMatchObject({ stamp: expect.any(String) });
    expect(readHookFile(path, first)).toBe(first);
    writeFileSync(join(place, "draft"), "[]");
    renameSync(join(place, "draft"), path);
    expect(readHookFile(path, first)).toMatchObject({ kind: "text", text: "[]" });
  });

  test("keeps characters that stand for broken ones", () => {
    const path = join(folder(), "hooks.json");
    writeFileSync(path, '"\uFFFD"');
    expect(readHookFile(path, null)).toMatchObject({ kind: "text", text: '"\uFFFD"' });
  });

  test.each([
    ["empty", ""],
    ["of one piece, but for a byte", "x".repeat(64 * 1024 - 1)],
    ["of one piece", "x".repeat(64 * 1024)],
    ["of one piece and a byte", "x".repeat(64 * 1024 + 1)],
    ["of many pieces, with other letters", "äöü€".repeat(100_000)],
    ["short, with other letters", '{ "description": "prüft – 検査 🙂" }'],
  ])("gives the whole of a text that is %s", (_size, text) => {
    const path = join(folder(), "hooks.json");
    writeFileSync(path, "y".repeat(1_000));
    readHookFile(path, null);
    writeFileSync(path, text);
    const reading = readHookFile(path, null);
    expect(reading.kind === "text" && reading.text === text).toBe(true);
  });

  test("says so if it is no UTF-8", () => {
    const path = join(folder(), "hooks.json");
    writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d]));
    expect(readHookFile(path, null)).toEqual({ kind: "unreadable", why: "the file is not UTF-8 text" });
  });

  test("does not wait for a pipe", () => {
    const path = join(folder(), "hooks.json");
    execFileSync("mkfifo", [path]);
    expect(readHookFile(path, null)).toMatchObject({
      kind: "unreadable",
      why: expect.stringContaining("is a pipe"),
    });
  });

  test("what is not there is absent, and a link in a circle is not", () => {
    const place = folder();
    writeFileSync(join(place, "file"), "");
    expect(readHookFile(join(place, "none"), null)).toEqual({ kind: "absent" });
    expect(readHookFile(join(place, "file", "below"), null)).toEqual({ kind: "absent" });
    symlinkSync("loop", join(place, "loop"));
    expect(readHookFile(join(place, "loop"), null)).toMatchObject({
      kind: "unreadable",
      why: expect.stringContaining("circle"),
    });
  });
});

test("what is there, and which folder it is", () => {
  const place = folder();
  symlinkSync("nowhere", join(place, "dangling"));
  symlinkSync(place, join(place, "self"));
  expect(isThere(join(place, "dangling"))).toBe(true);
  expect(isThere(join(place, "none"))).toBe(false);
  expect(folderIdentity(join(place, "self"))).toBe(folderIdentity(place));
  expect(folderIdentity(join(place, "dangling"))).toBeNull();
});
