import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { appendLine, writeAtomically } from "../../src/system/files.ts";
import { readWhole } from "../../src/system/whole-file.ts";
import { temporaryFolder } from "./command.ts";

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe("readWhole", () => {
  test("gives text, bytes and time of a file", () => {
    const path = join(temporaryFolder(), "file");
    writeFileSync(path, "a€\n");
    expect(readWhole(path)).toEqual({
      text: "a€\n",
      bytes: Buffer.from("a€\n"),
      modifiedMs: statSync(path).mtimeMs,
      mode: statSync(path).mode & 0o777,
      valid: true,
    });
  });

  test("gives an empty file, and a link's target", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "empty"), "");
    symlinkSync(join(folder, "empty"), join(folder, "link"));
    expect(readWhole(join(folder, "link"))).toMatchObject({ text: "", valid: true });
  });

  test("reads files that do not tell their size", () => {
    expect(readWhole("/proc/self/status")).toMatchObject({
      text: expect.stringContaining(`Pid:\t${process.pid}`),
    });
  });

  test("says that bytes are not UTF-8", () => {
    const path = join(temporaryFolder(), "file");
    writeFileSync(path, new Uint8Array([0xff]));
    expect(readWhole(path)).toMatchObject({ valid: false });
  });

  test("takes 8 MiB and no more", () => {
    const path = join(temporaryFolder(), "file");
    writeFileSync(path, Buffer.alloc(8 * 1024 * 1024, "x"));
    expect(readWhole(path)).toMatchObject({ valid: true });
    writeFileSync(path, Buffer.alloc(8 * 1024 * 1024 + 1, "x"));
    expect(readWhole(path)).toEqual({
      error: { code: "EFBIG", message: `${path} is larger than 8 MiB, the most that is read of one file` },
    });
  });

  test("never waits for a pipe or a device, and says what it is", () => {
    const folder = temporaryFolder();
    execFileSync("mkfifo", [join(folder, "pipe")]);
    expect(readWhole(join(folder, "pipe"))).toMatchObject({
      error: { code: "EINVAL", message: `${folder}/pipe is a pipe; a regular file was expected` },
    });
    expect(readWhole("/dev/zero")).toMatchObject({ error: { code: "EINVAL" } });
    expect(readWhole(folder)).toMatchObject({
      error: { code: "EISDIR", message: `${folder} is a folder; a regular file was expected` },
    });
  });

  test("says why a file cannot be read", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "file"), "");
    symlinkSync(join(folder, "circle"), join(folder, "circle"));
    const errorOf = (path: string) => {
      const read = readWhole(path);
      return "error" in read ? read.error : null;
    };
    expect(errorOf(join(folder, "none"))).toEqual({
      code: "ENOENT",
      message: `${folder}/none does not exist`,
    });
    expect(errorOf(join(folder, "file", "none"))?.code).toBe("ENOTDIR");
    expect(errorOf(join(folder, "circle"))?.code).toBe("ELOOP");
    expect(errorOf("a\0b")?.code).toBe("ERR_INVALID_ARG_VALUE");
  });
});

describe("writeAtomically", () => {
  test("replaces nothing but a file, also where a link leads to it", () => {
    const folder = temporaryFolder();
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    symlinkSync(pipe, join(folder, "link"));
    for (const path of [pipe, join(folder, "link")])
      expect(() => writeAtomically(path, "text", 0o600)).toThrow("is no file");
    expect(statSync(pipe).isFIFO()).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(["link", "pipe"]);
  });

  test("replaces a file with the mode, and leaves nothing else", () => {
    const folder = temporaryFolder();
    const path = join(folder, "file");
    writeAtomically(path, "one", 0o600);
    writeAtomically(path, "two", 0o640);
    expect(readFileSync(path, "utf8")).toBe("two");
    expect(modeOf(path)).toBe(0o640);
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  test("makes missing parents for the owner alone", () => {
    const path = join(temporaryFolder(), "a", "b", "file");
    writeAtomically(path, "x", 0o600);
    expect(modeOf(join(path, ".."))).toBe(0o700);
  });

  test("writes through a link, which stays", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "real"));
    writeFileSync(join(folder, "real", "file"), "old");
    symlinkSync(join(folder, "real", "file"), join(folder, "link"));
    writeAtomically(join(folder, "link"), "new", 0o600);
    expect(readFileSync(join(folder, "real", "file"), "utf8")).toBe("new");
    expect(readdirSync(folder).toSorted()).toEqual(["link", "real"]);
  });

  test("leaves everything as it was when it fails", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "taken"));
    writeFileSync(join(folder, "taken", "file"), "");
    expect(() => writeAtomically(join(folder, "taken"), "x", 0o600)).toThrow();
    expect(readdirSync(folder)).toEqual(["taken"]);
  });
});

describe("appendLine", () => {
  test("adds lines to a file that only its owner can read", () => {
    const path = join(temporaryFolder(), "deep", "er", "log");
    appendLine(path, "one");
    appendLine(path, "two €");
    expect(readFileSync(path, "utf8")).toBe("one\ntwo €\n");
    expect([modeOf(path), modeOf(join(path, ".."))]).toEqual([0o600, 0o700]);
  });

  test("keeps the mode of a file that is there", () => {
    const path = join(temporaryFolder(), "log");
    writeFileSync(path, "");
    chmodSync(path, 0o644);
    appendLine(path, "x");
    expect(modeOf(path)).toBe(0o644);
  });

  test("tells when the disk is full", () => {
    expect(() => appendLine("/dev/full", "x")).toThrow(/ENOSPC/);
  });
});
