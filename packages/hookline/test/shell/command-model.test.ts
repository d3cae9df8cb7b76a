import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commandModel } from "../../src/shell/command-model.ts";

const names = (source: string) => commandModel(source).commands.map((command) => command.name);
const texts = (source: string) => commandModel(source).commands.map((command) => command.text);
const only = (source: string) => {
  const [command, ...more] = commandModel(source).commands;
  if (!command || more.length > 0) throw new Error(`not one command: ${source}`);
  return command;
};

describe("the commands of a shell text", () => {
  const expansions = "echo ${x:-$(a)} $(( $(b) )) ${y[$(c)]}";
  it.each([
    ["a | b |& c", ["a", "b", "c"]],
    ["a && b || c; d & e\nf", ["a", "b", "c", "d", "e", "f"]],
    ["{ a; b; } > o; (c; (d))", ["a", "b", "c", "d"]],
    ["if a; then b; elif c; then d; else e; fi", ["a", "b", "c", "d", "e"]],
    ["for x in 1 $(a); do b; done; while c; do d; done", ["a", "b", "c", "d"]],
    ["case $(a) in x) b;; *) c;; esac", ["a", "b", "c"]],
    ["f() { a; }; function g { b; }", ["a", "b"]],
    ["a $(b $(c)) `d \\`e\\``", ["a", "b", "c", "d", "e"]],
    ['a "$(b)" "`c`"', ["a", "b", "c"]],
    ["a '$(b)' \\$c", ["a"]],
    ["diff <(a) >(b)", ["diff", "a", "b"]],
    ["a <<E; b\n$(c) `d`\nE\ne", ["a", "c", "d", "b", "e"]],
    ["a <<'E'\n$(c)\nE", ["a"]],
    ['a <<< "$(b)"', ["a", "b"]],
    ["[[ -f $(a) ]] && (( 1 + $(b) ))", ["a", "b"]],
    [expansions, ["echo", "a", "b", "c"]],
    ["X=$(a) Y=(b $(c))", [null, "a", "c"]],
    ["! a; time -p b; coproc c", ["a", "b", "c"]],
    ["a # $(b)", ["a"]],
    ["", []],
  ])("%j are %j", (source, expected) => {
    expect(names(source)).toEqual(expected);
    expect(commandModel(source).unparsed).toBe(false);
  });

  it("are known without their quotes", () => {
    expect(only("g\\it \"pu\"'sh' $'a\\tb' -- *.txt").words).toEqual([
      { text: "g\\it", value: "git", glob: false },
      { text: "\"pu\"'sh'", value: "push", glob: false },
      { text: "$'a\\tb'", value: "a\tb", glob: false },
      { text: "--", value: "--", glob: false },
      { text: "*.txt", value: "*.txt", glob: true },
    ]);
  });

  it.each(["$x", '"$x"', "a$x.b", "$(a)", "`a`", "$((1))", "<(a)", "{a,b}", "a{1..3}"])(
    "have no value for the word %s",
    (word) => {
      expect(commandModel(`cmd ${word}`).commands[0]?.words[1]).toEqual({
        text: word,
        value: null,
        glob: false,
      });
    },
  );

  it.each([
    ["$CMD -rf", null],
    ["$(echo rm) -rf", null],
    ["{rm,-rf,/}", null],
    ["/bin/r? -rf", null],
    ["r'm' -rf", "rm"],
    ["X=1 > out rm", "rm"],
  ])("in %j have the name %j", (source, name) => {
    expect(commandModel(source).commands[0]?.name).toBe(name);
  });

  it("are given as written, without assignments before them", () => {
    expect(texts("A=1 B=$x git  'push' > out origin && X=2; > f")).toEqual([
      "git  'push' > out origin",
      "",
      "",
    ]);
    expect(texts("echo `git \\`rm  x\\` push`")).toEqual([
      "echo `git \\`rm  x\\` push`",
      "git `rm  x` push",
      "rm  x",
    ]);
  });

  it("hold assignments and redirections", () => {
    const command = only("A=1 B+=$x C=(a b) cmd D=2 > 'o ut' 2>&1 < $in <<< word");
    expect(command.assignments.map(({ name, value }) => [name, value.value])).toEqual([
      ["A", "1"],
      ["B", null],
      ["C", null],
    ]);
    expect(command.words.map(({ value }) => value)).toEqual(["cmd", "D=2"]);
    expect(command.redirects.map(({ operator, target }) => [operator, target.value])).toEqual([
      [">", "o ut"],
      [">&", "1"],
      ["<", null],
      ["<<<", "word"],
    ]);
    const [document] = only("cat <<E\nsome text\nE").redirects;
    expect(document).toEqual({
      operator: "<<",
      target: { text: "some text\n", value: "some text\n", glob: false },
    });
  });

  it("are told from an argument that looks like an assignment", () => {
    expect(only("declare -x a=1 b=(c) d=$e f[1]=g").words.map(({ value }) => value)).toEqual([
      ...["declare", "-x", "a=1"],
      ...[null, null, null],
    ]);
  });

  it("know how deep they are", () => {
    const deep = commandModel("a; { b; (c $(d)); }; f() { g; }; if h; then i; fi").commands;
    expect(deep.map(({ name, depth }) => `${name}${depth}`).join(" ")).toBe("a0 b1 c2 d3 g2 h1 i1");
  });
});

describe("a shell text", () => {
  it.each([
    ["echo $HOME", true],
    ['echo "a $x"', true],
    ["echo $(a)", true],
    ["echo `a`", true],
    ["for x in a; do echo $x; done", true],
    ["cat <<E\n$x\nE", true],
    ["[[ $x ]]", true],
    ["echo '$HOME' \\$x", false],
    ["cat <<'E'\n$x\nE", false],
    ["echo {a,b} * ~", false],
  ])("%j is filled in when it runs: %j", (source, dynamic) => {
    expect(commandModel(source).dynamic).toBe(dynamic);
  });

  it("says which of its commands is filled in", () => {
    const found = commandModel("a $x; b; c > $o; d=$(e f)").commands;
    expect(found.map(({ name, dynamic }) => [name, dynamic])).toEqual([
      ["a", true],
      ["b", false],
      ["c", true],
      [null, true],
      ["e", false],
    ]);
  });

  it("tells every redirection, also those of groups and loops", () => {
    const { redirects } = commandModel("{ a > 1; } > 2; while b; do c; done < 3; (d) 2> 4; f() { e; } >> 5");
    expect(redirects.map(({ target }) => target.value).sort()).toEqual(["1", "2", "3", "4", "5"]);
  });

  it.each(["echo 'a", 'echo "a', "a $(", "a `b", "(a", "if a", ") a", "a | | b", "$(", "a $(b 'c)"])(
    "%j is not read whole",
    (source) => expect(commandModel(source).unparsed).toBe(true),
  );

  it("still gives the commands that it could read", () => {
    expect(names("rm -rf x; echo 'a")).toEqual(["rm", "echo"]);
  });
});

describe("a hostile text", () => {
  const filled = (piece: string, size: number) => piece.repeat(Math.ceil(size / piece.length));

  it.each([
    ...[
      "echo hi;",
      "a|",
      "a && ",
      "(",
      "$(",
      "$( ",
      "<(",
      "`",
      "{",
      "{a,",
      "{a,b}",
      "${x:-",
      "${a[",
      "${a:",
      '"',
      "'",
    ],
    ...[
      '"$(',
      '"`',
      "$((",
      "((",
      "[[ ( ",
      "! ",
      "if a; then ",
      "while ",
      "case x in a) ",
      "f() {",
      "coproc ",
      "> a ",
    ],
    ...[
      "A=",
      "A=1 ",
      "a=(",
      "a=($(",
      "a[$(",
      "\\",
      "@(",
      "a@($(",
      "[",
      "\0",
      "$'\\x41",
      "$",
      "$((`",
      "for x in ",
    ],
    ...[
      "{'",
      "{'}'",
      '{"}"',
      '{"$("',
      "{$(",
      "{<(",
      "{`",
      "{\\ ",
      "{$'a b'",
      "<<A ",
      "cat <<A;",
      "cat <<A\n",
      "$(cat <<A\n",
    ],
    ...["time ! ", "nohup ", ";", "\n", "#", "é", "\ud83d"],
  ])("of %j again and again is read in bounded time", (piece) => {
    const source = filled(piece, 40_000);
    const start = performance.now();
    const model = commandModel(source);
    expect(performance.now() - start).toBeLessThan(6_000);
    expect(typeof model.unparsed).toBe("boolean");
  });

  it.each([
    ["quoted", "'", "'"],
    ["substituted", "$(", ")"],
    ["in a process", "<(", ")"],
    ["in double quotes", '"', '"'],
    ["in a parameter", "${x:-", "}"],
    ["in a pattern", "@(", ")"],
  ])("of braces before a long %s text is read in bounded time", (_what, open, close) => {
    const source = `${"{".repeat(3_000)}${open}${"a b ".repeat(20_000)}${close}`;
    const start = performance.now();
    commandModel(source);
    expect(performance.now() - start).toBeLessThan(6_000);
  });

  it("is read whole when it is only long", () => {
    const long = commandModel(filled("echo hi;", 100_000));
    expect(long.commands).toHaveLength(12_500);
    expect(long.unparsed).toBe(false);
    const json = JSON.stringify(
      Array.from({ length: 4_000 }, (_, index) => ({ index, inner: { text: "x" } })),
    );
    expect(json.length).toBeGreaterThan(100_000);
    expect(commandModel(`curl -d '${json}' host`)).toMatchObject({
      unparsed: false,
      commands: [{ name: "curl" }],
    });
    const code = "function f(a) { return { a, b: `x$a{a}`, c: $('x') }; }\n".repeat(1_800);
    expect(commandModel(`cat > f.js <<'EOF'\n${code}EOF`)).toMatchObject({ unparsed: false, dynamic: false });
  });

  it("is not read when it is too long", () => {
    expect(commandModel("a ".repeat(200_000))).toMatchObject({ unparsed: true, commands: [] });
  });

  it("is followed as deep as the parser goes, and no deeper", () => {
    const nested = (depth: number) => `echo ${"$(echo ".repeat(depth)}x${")".repeat(depth)}`;
    expect(names(nested(100))).toHaveLength(101);
    expect(commandModel(nested(100)).unparsed).toBe(false);
    expect(commandModel(nested(1_000)).unparsed).toBe(true);
  });

  it("never throws", () => {
    const pieces = [
      "a",
      " ",
      "\n",
      "'",
      '"',
      "`",
      "$(",
      ")",
      "${",
      "}",
      "{",
      "(",
      "<<E",
      "<(",
      "|",
      "&",
      ";",
      "\\",
      "$x",
      "[[",
    ];
    const words = [
      "if ",
      "then ",
      "fi",
      "for x in ",
      "do ",
      "done",
      "case ",
      "esac",
      "function ",
      "X=",
      "((",
      "))",
      ">",
      "#",
    ];
    const source = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(fc.constantFrom(...pieces, ...words), { maxLength: 30 }).map((all) => all.join("")),
    );
    fc.assert(
      fc.property(source, (text) => {
        const model = commandModel(text);
        expect(model.dynamic || model.commands.every((command) => !command.dynamic)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
