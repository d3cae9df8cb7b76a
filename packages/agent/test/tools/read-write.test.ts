import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { session } from "./session.ts";

describe("read_file", () => {
  test("shows lines with numbers, a part by offset and limit, and says what is left", async () => {
    const { call, write } = await session();
    write("a.txt", "one\ntwo\nthree\nfour\n");
    const { content, artifact } = await call("read_file", { file_path: "a.txt", offset: 2, limit: 2 });
    expect(content).toBe("     2\ttwo\n     3\tthree\n[lines 4 to 5 are not shown: go on with offset 4]");
    expect(artifact).toMatchObject({
      file: { content: "two\nthree", numLines: 2, startLine: 2, totalLines: 5 },
    });
  });

  test("a long file is cut and says how to go on; a long line is cut", async () => {
    const { call, write } = await session();
    write("many.txt", "x\n".repeat(5_000));
    expect((await call("read_file", { file_path: "many.txt" })).content).toContain("go on with offset 2001]");
    write("wide.txt", `${"y".repeat(1_500)}\n`.repeat(1_000));
    const wide = await call("read_file", { file_path: "wide.txt" });
    expect(wide.content.length).toBeLessThan(110_000);
    expect(wide.content).toContain("are not shown: go on with offset");
    write("line.txt", "z".repeat(50_000));
    expect((await call("read_file", { file_path: "line.txt" })).content).toContain(
      "[… 48000 characters left out …]",
    );
  });

  test("an empty file, a byte order mark and Windows line ends read as plain text", async () => {
    const { call, write } = await session();
    const empty = write("empty", "");
    expect((await call("read_file", { file_path: "empty" })).content).toBe(`The file is empty: ${empty}`);
    write("bom", "\uFEFFa\r\nb\r\n");
    expect((await call("read_file", { file_path: "bom" })).content).toBe("     1\ta\n     2\tb");
  });

  test("what cannot be read is one sentence", async () => {
    const { error, write, project } = await session();
    const read = (file_path: string) => error("read_file", { file_path });
    write("binary", new Uint8Array([1, 0, 2]));
    write("latin", new Uint8Array([0xe4, 0xf6]));
    execFileSync("mkfifo", [join(project, "pipe")]);
    expect(await read("nope.txt")).toBe(`File does not exist: ${project}/nope.txt`);
    expect(await read(".")).toBe(`This is a folder, use ls to see what is in it: ${project}`);
    expect(await read("binary")).toBe(`This is a binary file, not text: ${project}/binary`);
    expect(await read("latin")).toBe(`The file is not UTF-8 text: ${project}/latin`);
    expect(await read("pipe")).toBe(`This is a device or a pipe, not a file: ${project}/pipe`);
    expect(await read("/dev/zero")).toBe("This is a device or a pipe, not a file: /dev/zero");
    expect(await read("binary/x")).toBe(`A part of this path is a file, not a folder: ${project}/binary/x`);
    expect(await read("a\0b")).toBe("The path holds a null character: no file has such a name.");
  });

  test("relative paths start at the working directory, ~ is the home folder, and whoever wants to know is told", async () => {
    const read: string[] = [];
    const { call, facts, project, home, write } = await session({ onRead: (path) => read.push(path) });
    write("sub/a.txt", "inner\n");
    facts.cwd = join(project, "sub");
    expect((await call("read_file", { file_path: "a.txt" })).content).toBe("     1\tinner");
    await call("write_file", { file_path: "~/b.txt", content: "at home\n" });
    expect(readFileSync(join(home, "b.txt"), "utf8")).toBe("at home\n");
    expect(read).toEqual([join(project, "sub/a.txt"), join(home, "b.txt")]);
  });
});

describe("write_file", () => {
  test("makes missing folders, and tells what was there before", async () => {
    const { call, project } = await session();
    const made = await call("write_file", { file_path: "x/y/z.txt", content: "1\n2\n" });
    expect(made.content).toBe(`The file was created: ${project}/x/y/z.txt`);
    const { artifact } = await call("write_file", { file_path: "x/y/z.txt", content: "1\n3\n" });
    expect(artifact).toMatchObject({ type: "update", originalFile: "1\n2\n" });
    expect(artifact.structuredPatch).toEqual([
      { oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [" 1", "-2", "+3"] },
    ]);
    expect(readdirSync(join(project, "x/y"))).toEqual(["z.txt"]);
  });

  test("keeps the mode, and a link stays a link, also one whose target is yet to come", async () => {
    const { call, write, project } = await session();
    chmodSync(write("run.sh", "old"), 0o751);
    symlinkSync("run.sh", join(project, "link"));
    symlinkSync("later/new.txt", join(project, "early"));
    await call("write_file", { file_path: "link", content: "new" });
    await call("write_file", { file_path: "early", content: "made" });
    expect(lstatSync(join(project, "link")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(project, "run.sh"), "utf8")).toBe("new");
    expect(statSync(join(project, "run.sh")).mode & 0o7777).toBe(0o751);
    expect(lstatSync(join(project, "early")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(project, "later/new.txt"), "utf8")).toBe("made");
  });

  test("does not write over what somebody else has changed since it was read", async () => {
    const { call, error, write, project } = await session();
    write("a.txt", "1");
    await call("read_file", { file_path: "a.txt" });
    write("a.txt", "somebody's work");
    expect(await error("write_file", { file_path: "a.txt", content: "2" })).toBe(
      `The file has changed since it was read, read it again first: ${project}/a.txt`,
    );
    expect(readFileSync(join(project, "a.txt"), "utf8")).toBe("somebody's work");
    await call("read_file", { file_path: "a.txt" });
    utimesSync(join(project, "a.txt"), 1, 1);
    await call("write_file", { file_path: "a.txt", content: "2" });
    await call("write_file", { file_path: "a.txt", content: "3" });
    expect(readFileSync(join(project, "a.txt"), "utf8")).toBe("3");
  });

  test("a folder in its place is one sentence", async () => {
    const { error, project } = await session();
    mkdirSync(join(project, "folder"));
    expect(await error("write_file", { file_path: "folder", content: "" })).toContain("This is a folder");
  });
});

describe("what permission was asked about", () => {
  test("a path that leads elsewhere by now is refused", async () => {
    const judged = new Map<string, { cwd: string; target: string }>();
    const { error, call, project, home } = await session({ judged: (id) => judged.get(id) });
    judged.set("c1", { cwd: project, target: join(project, "out/a.txt") });
    symlinkSync(home, join(project, "out"));
    const write = { file_path: "out/a.txt", content: "x" };
    expect(await error("write_file", write, {}, "c1")).toBe(
      `${project}/out/a.txt leads to ${home}/a.txt by now, but permission was given for ${project}/out/a.txt: ask once more.`,
    );
    expect(readdirSync(home)).toEqual([]);
    judged.set("c2", { cwd: project, target: join(home, "a.txt") });
    await call("write_file", write, {}, "c2");
    expect(readdirSync(home)).toEqual(["a.txt"]);
  });

  test("a relative path starts where it started when permission was asked", async () => {
    const { call, facts, project, write } = await session({
      judged: () => ({ cwd: project, target: join(project, "a.txt") }),
    });
    write("sub/b.txt", "");
    facts.cwd = join(project, "sub");
    await call("write_file", { file_path: "a.txt", content: "x" });
    expect(readdirSync(join(project, "sub"))).toEqual(["b.txt"]);
  });
});
