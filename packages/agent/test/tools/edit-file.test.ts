import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { structuredPatch } from "../../src/tools/patch.ts";
import { replaceText } from "../../src/tools/replace-text.ts";
import { session } from "./session.ts";

describe("edit_file", () => {
  test("the text must be there, once, or everywhere when told", async () => {
    const { call, error, write, project } = await session();
    const file = write("a.txt", "a b a\n");
    const edit = (old_string: string, new_string: string, rest: object = {}) => ({
      file_path: "a.txt",
      old_string,
      new_string,
      ...rest,
    });
    expect(await error("edit_file", edit("c", "d"))).toBe(`old_string is not in the file: ${file}`);
    expect(await error("edit_file", edit("a", "x"))).toBe(
      `old_string is there more than once, take in lines around it or set replace_all: ${file}`,
    );
    expect(await error("edit_file", edit("", "x"))).toContain("old_string is empty");
    expect(await error("edit_file", edit("b", "b"))).toContain("nothing would change");
    expect(await error("edit_file", { ...edit("b", "c"), file_path: "no" })).toBe(
      `File does not exist: ${project}/no`,
    );
    expect(readFileSync(file, "utf8")).toBe("a b a\n");
    expect((await call("edit_file", edit("a", "$&", { replace_all: true }))).content).toBe(
      `2 places were changed: ${file}`,
    );
    expect(readFileSync(file, "utf8")).toBe("$& b $&\n");
  });

  test("keeps the mark at the beginning, Windows line ends, the mode and the link", async () => {
    const { call, write, project } = await session();
    const file = write("dos.txt", "\uFEFFone\r\ntwo\r\nthree\r\n");
    chmodSync(file, 0o640);
    symlinkSync(file, join(project, "link"));
    await call("edit_file", { file_path: "link", old_string: "one\ntwo", new_string: "1\n2\n2b" });
    await call("edit_file", { file_path: "link", old_string: "three", new_string: "3\n4" });
    expect(readFileSync(file, "utf8")).toBe("\uFEFF1\r\n2\r\n2b\r\n3\r\n4\r\n");
    expect(statSync(file).mode & 0o7777).toBe(0o640);
    expect(lstatSync(join(project, "link")).isSymbolicLink()).toBe(true);
    expect(readdirSync(project).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("a file that changed since it was read must be read again; one that was never read may be edited", async () => {
    const { call, error, write } = await session();
    write("a.txt", "one two\n");
    const edit = { file_path: "a.txt", old_string: "one", new_string: "1" };
    await call("edit_file", edit);
    write("a.txt", "one three\n");
    expect(await error("edit_file", edit)).toContain("has changed since it was read, read it again first");
    await call("read_file", { file_path: "a.txt" });
    await call("edit_file", edit);
    await call("edit_file", { file_path: "a.txt", old_string: "three", new_string: "3" });
  });

  test("edits of one file at the same time do not lose each other", async () => {
    const { call, write } = await session();
    const words = Array.from({ length: 20 }, (_, index) => `word${index}.`);
    const file = write("a.txt", words.join("\n"));
    await Promise.all(
      words.map((word) =>
        call("edit_file", { file_path: "a.txt", old_string: word, new_string: `<${word}>` }),
      ),
    );
    expect(readFileSync(file, "utf8")).toBe(words.map((word) => `<${word}>`).join("\n"));
  });

  test("what is no UTF-8 is left alone", async () => {
    const { error, write } = await session();
    const file = write("latin", new Uint8Array([0x61, 0xe4, 0x62]));
    const edit = { file_path: "latin", old_string: "a", new_string: "b" };
    expect(await error("edit_file", edit)).toContain("not UTF-8");
    expect([...readFileSync(file)]).toEqual([0x61, 0xe4, 0x62]);
  });
});

describe("replaceText", () => {
  test("lines of both kinds: what is written exactly comes first", () => {
    expect(replaceText("a\r\nb\nc", "b\nc", "x\ny", false)).toEqual({ text: "a\r\nx\ny", count: 1 });
    expect(replaceText("a\r\nb\nc", "a\nb", "x\ny", false)).toEqual({ text: "x\r\ny\nc", count: 1 });
    expect(replaceText("aaa", "aa", "b", false)).toHaveProperty("problem");
  });
});

describe("structuredPatch", () => {
  const line = fc.constantFrom("a", "b", "c", "");
  const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.map((one) => `${one}\n`).join(""));

  test("applied to the old text, it gives the new one", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const old = before.split("\n").slice(0, -1);
        const now: string[] = [];
        let at = 0;
        for (const { oldStart, oldLines, newStart, newLines, lines } of structuredPatch(before, after)) {
          now.push(...old.slice(at, oldStart - 1));
          expect(now.length).toBe(newStart - 1);
          const was = lines.filter((one) => !one.startsWith("+")).map((one) => one.slice(1));
          const is = lines.filter((one) => !one.startsWith("-")).map((one) => one.slice(1));
          expect(was).toEqual(old.slice(oldStart - 1, oldStart - 1 + oldLines));
          expect(is).toHaveLength(newLines);
          now.push(...is);
          at = oldStart - 1 + oldLines;
        }
        now.push(...old.slice(at));
        expect(now.map((one) => `${one}\n`).join("")).toBe(after);
      }),
    );
  });

  test("places far apart are told apart, and much text costs little", () => {
    const old = Array.from({ length: 40 }, (_, index) => `${index}\n`);
    const now = old.with(2, "x\n").with(30, "y\n");
    expect(structuredPatch(old.join(""), now.join("")).map(({ oldStart }) => oldStart)).toEqual([1, 28]);
    const [one, other] = ["a\n", "b\n"].map((text) => text.repeat(20_000));
    expect(structuredPatch(one ?? "", other ?? "")).toHaveLength(1);
  });
});
