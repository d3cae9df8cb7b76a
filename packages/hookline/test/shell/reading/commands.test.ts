import { describe, expect, it } from "vitest";
import { readCommand } from "../../../src/shell/reading/read-command.ts";
import { known, last, told } from "./told.ts";

const read = (text: string) => readCommand(text, known);
const folders = (text: string) =>
  read(text)
    .commands.filter(({ program }) => program === "x")
    .map(({ folder }) => folder);

describe("functions and aliases", () => {
  it.each([
    ['f() { rm -rf "$@"; }; f / x', "rm -rf / x"],
    ["function f { $1 -rf $2; }; f rm /", "rm -rf /"],
    ["ls() { rm -rf /; }; ls", "rm -rf /"],
    ["f() { f() { rm -rf /; }; f; }; f", "rm -rf /"],
    ["f() { rm -rf /; }", "rm -rf /"],
    ["x=rm; f() { $x -rf /; }; f", "rm -rf /"],
    ["f() { $x -rf /; }; x=rm f", "rm -rf /"],
    ["alias x='rm -rf'\nx /", "rm -rf /"],
    ["rm() { :; }; command rm -rf /", "command> rm -rf /"],
    ["rm() { :; }; bash -c 'rm -rf /'", "bash> rm -rf /"],
    ["rm() { :; }; unset -f rm; rm -rf /", "rm -rf /"],
  ])("%s", (text, expected) => {
    expect(told(text)).toContain(expected);
  });

  it("goes around an alias that is gone", () => {
    expect(told("alias x='rm -rf /'; unalias x; x")).not.toContain("rm -rf /");
  });

  it("keeps a function's own variables in it", () => {
    expect(told("a=rm; f() { local a=ls; }; f; $a -rf /")).toContain("rm -rf /");
  });
});

describe("folders", () => {
  it.each([
    ["cd /a && x", ["/a"]],
    // A `cd` may fail, and what follows it runs all the same.
    ["cd a/../b; x", ["b", ""]],
    ["cd /a && x; x", ["/a", "/a", ""]],
    ["cd /a || x; x", ["/a", "", "/a", ""]],
    ["cd /a || exit; x", ["/a"]],
    ["cd a; { cd b || true; } && x", ["a/b", "b", "a", ""]],
    ["cd; x", ["/home/me"]],
    ["cd ~; x", ["/home/me"]],
    ["HOME=/nowhere; cd; x", ["/nowhere", ""]],
    ["cd /a; (cd b; x); x", ["/a/b", "b", "/a", "", "/a", ""]],
    ["cd a | x; x", ["", ""]],
    ["pushd /a; x; popd; x", ["/a", "", ""]],
    ["pushd /a; pushd /b; popd; x", ["/a", ""]],
    ["cd $SOMEWHERE; x", [null, ""]],
    ["cd /a; cd /b; x", ["/b", "/a", ""]],
    ["cd /a; cd /b && x", ["/b"]],
    ["cd /a; cd /b || exit 1; x", ["/b"]],
    ["cd /a; cd ..; x", ["/", ".."]],
    ["bash -c 'cd /a; x'; x", ["/a", "", ""]],
    ["env cd /a; x", [""]],
  ])("%s", (text, expected) => {
    expect(folders(text)).toEqual(expected);
  });
});

describe("pipes and redirections", () => {
  it("tells whose output a command reads", () => {
    expect(last("{ a; b; } | x").input).toEqual([0, 1]);
    expect(last("a | b | x").input).toEqual([1]);
    expect(last("x <(a) <(b)").input).toEqual([0, 1]);
    expect(last("echo a b | x").inputText).toBe("a b\n");
    expect(last("a | x < f").input).toEqual([]);
    expect(last("x <<< 'a b'").inputText).toBe("a b\n");
    expect(last("x <<E\n$HOME\nE").inputText).toBe("/home/me\n");
    expect(last("x <<'E'\n$HOME\nE").inputText).toBe("$HOME\n");
    expect(last("x <<-E\n\ta\\$b\n\tE").inputText).toBe("a$b\n");
  });

  it.each([
    ["x > a >> b < c 2> d", ["write a", "append b", "read c", "write d"]],
    ["x >| a &> b <> c", ["write a", "write b", "write c"]],
    ["x 2>&1 >&2 <&-", []],
    ["> a", ["write a"]],
    ["{ x; y; } > a", ["write a"]],
    ["for i in 1; do x; done >> a", ["append a"]],
    ["f() { x; } > a; f", ["write a"]],
    ["sudo x > ~/a", ["write /home/me/a", "write /home/me/a"]],
    ["exec > a", ["write a"]],
  ])("%s", (text, expected) => {
    const all = read(text).commands.flatMap(({ redirects }) => redirects);
    expect(all.map(({ access, target }) => `${access} ${target.value}`)).toEqual(expected);
  });
});

describe("options", () => {
  it.each([
    ["rm -rf --one-file-system -- -x y", ["-r", "-f", "--one-file-system"], ["-x", "y"]],
    ["head -n 5 x", ["-n"], ["x"]],
    ["head -n5 x", ["-n"], ["x"]],
    ["tar xzf a.tgz -C /", ["-x", "-z", "-f", "-C"], []],
    ["tar -C / -xf a b", ["-C", "-x", "-f"], ["b"]],
    ["git -C x push --force=yes origin", ["-C", "--force"], ["push", "origin"]],
    ["find /a /b -name x -delete", ["-name", "-delete"], ["/a", "/b"]],
    ["dd if=a of=b", [], ["if=a", "of=b"]],
    ["unknown -o x y", ["-o"], ["x", "y"]],
    ["kill -9 -1", ["-9", "-1"], []],
    ["sudo -u me rm -rf x", ["-u"], ["rm", "-rf", "x"]],
    ["rm -r$X y", ["-r"], ["y"]],
  ])("%s", (text, flags, operands) => {
    const [command] = read(text).commands;
    expect(command?.flags).toEqual(flags);
    expect(command?.operands.map(({ value }) => value)).toEqual(operands);
  });

  it("tells what is set for a command alone", () => {
    const { assignments, program } = last("A=b C=$X env D=e x");
    expect(program).toBe("x");
    expect(assignments.map(({ name, value }) => [name, value.value])).toEqual([
      ["A", "b"],
      ["C", null],
      ["D", "e"],
    ]);
  });
});

describe("fork bombs", () => {
  it.each([
    ":(){ :|:& };:",
    "bomb() { bomb | bomb & }; bomb",
    "f() { f & f; }; f",
    "a() { b | b; }; b() { a & }; a",
    "bash -c ':(){ :|:& };:'",
    "f() { if true; then f | f & fi; }; f",
    "while :; do $0 & done",
    '$0 & "$0"',
    'sh "$0" & sh "$0"',
  ])("%s", (text) => {
    expect(read(text).forkBomb).toBe(true);
  });

  it.each([
    "f() { x | y & }; f",
    "walk() { for d in $1/*; do [ -d $d ] && walk $d | sed x; done; }; walk .",
    "f() { x; f; }; f",
    "x & y & wait",
    "echo ':(){ :|:& };:'",
  ])("not %s", (text) => {
    expect(read(text).forkBomb).toBe(false);
  });
});

describe("what cannot be read", () => {
  it.each([
    ["echo 'a", "no valid shell"],
    ["if x", "no valid shell"],
    ["bash -c 'if x'", "no valid shell"],
    ["rm\u00a0-rf /", "no-break space (U+00A0)"],
    ["r\u200bm -rf /", "zero-width space (U+200B)"],
    ["rm -rf \u202e/ # x", "right-to-left override (U+202E)"],
    ["rm x\r\nrm y", "carriage return (U+000D)"],
    ["rm \0x", "NUL"],
    ["rm \x1b[31m", "escape"],
    ["rm \ue000", "U+E000"],
  ])("%j", (text, why) => {
    expect(read(text).unread).toContain(why);
  });

  it("minds odd characters in quotes only if they deceive", () => {
    expect(read("git commit -m 'a\u00a0: 👩\u200d💻'").unread).toBeNull();
    expect(read("cat > x <<E\na\u00a0b\nE").unread).toBeNull();
    expect(read("echo 'é ü' ñ").unread).toBeNull();
  });

  it("still tells what it found", () => {
    expect(told("rm -rf /\nif (")).toContain("rm -rf /");
  });
});
