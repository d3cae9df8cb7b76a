import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callWithin } from "../../src/system/bounded-call.ts";
import { isHarmless } from "../../src/system/patterns/harmless-pattern.ts";
import { linearSyntax } from "../../src/system/patterns/linear-syntax.ts";
import { compileLinearPattern, compilePattern } from "../../src/system/patterns/pattern.ts";

/** A machine under load may stop a search that is quick by itself, so it gets some attempts. */
function search(source: string, subject: string): boolean {
  for (let attempt = 0; attempt < 10; attempt++) {
    const { pattern } = compilePattern(source);
    if (!pattern) throw new Error(`/${source}/ is not valid`);
    const { matched, problem } = pattern.test(subject);
    if (problem === null) return matched;
  }
  throw new Error(`/${source}/ took too long`);
}

function milliseconds(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Pieces on which JavaScript and RE2 agree or do not, alone and repeated. */
const atoms = [
  ..."abW_- ,/{}]é.^$\u2028",
  ...[
    "\\.",
    "\\_",
    "\\-",
    "\\d",
    "\\D",
    "\\w",
    "\\W",
    "\\s",
    "\\S",
    "\\b",
    "\\B",
    "\\t",
    "\\n",
    "\\\\",
    "\\^",
    "\\/",
  ],
  ...[
    "[ab]",
    "[^ab]",
    "[a-c]",
    "[]",
    "[^]",
    "[\\s\\d]",
    "[^\\s]",
    "[\\b]",
    "[a-]",
    "[-a]",
    "[\\w-]",
    "[.]",
    "[\\]]",
  ],
  ...[
    "\\x41",
    "\\u0041",
    "\\cA",
    "\\0",
    "[^\\W]",
    "[\\S]",
    "{1",
    "{,2}",
    "(?:)",
    "()",
    "[[:alpha:]]",
    "[a\\-c]",
    "[a^]",
  ],
  ...[
    "\\p{L}",
    "\\A",
    "\\z",
    "\\Qa\\E",
    "\\C",
    "\\a",
    "\\x{41}",
    "\\x4",
    "\\u00",
    "\\c",
    "\\01",
    "\\8",
    "[\\d-x]",
    "\\e",
  ],
  ...["(?=a)", "(?!a)", "(?<=a)", "(?<!a)", "(a)\\1", "(?<x>b)\\k<x>", "\ud83d\ude00", "\\ud83d"],
];
const quantifiers = [
  "",
  "",
  "",
  "",
  "*",
  "+",
  "?",
  "{2}",
  "{0}",
  "{1,2}",
  "{0,}",
  "*?",
  "+?",
  "??",
  "{1,2}?",
];
const { pattern: patterns } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4 },
    fc.tuple(fc.constantFrom(...atoms), fc.constantFrom(...quantifiers)).map((pair) => pair.join("")),
    fc.array(tie("pattern"), { maxLength: 4 }).map((all) => all.join("")),
    fc.tuple(tie("pattern"), tie("pattern")).map((pair) => pair.join("|")),
    fc
      .tuple(fc.constantFrom("(", "(?:", "(?<n>"), tie("pattern"), fc.constantFrom(...quantifiers))
      .map(([open, inner, quantifier]) => `${open}${inner})${quantifier}`),
  ),
}));
const characters = [
  "a",
  "b",
  "c",
  "W",
  "_",
  "-",
  " ",
  "\n",
  "\r",
  "\u2028",
  "\u00a0",
  "1",
  "A",
  "é",
  "\0",
  "{",
  "}",
  "]",
];
const subjects = fc.array(
  fc
    .array(
      fc.constantFrom(...characters, "\\", "p", "\u0001", "\b", "^", ",", "2", "x", "{41}", "\ud83d\ude00"),
      { maxLength: 8 },
    )
    .map((all) => all.join("")),
  { minLength: 4, maxLength: 4 },
);

describe("a pattern", () => {
  it("means what it means in JavaScript, whatever runs it", () => {
    fc.assert(
      fc.property(patterns, subjects, (source, all) => {
        const { pattern } = compilePattern(source);
        let regex: RegExp | null = null;
        try {
          regex = new RegExp(source);
        } catch {}
        expect(pattern === null).toBe(regex === null);
        for (const subject of all) {
          const answer = pattern?.test(subject);
          if (!answer?.problem) expect(answer?.matched).toBe(regex?.test(subject));
        }
        // A long subject takes the other way: it is never short enough for plain JavaScript.
        const long = `${all.join("")}${"~".repeat(300)}`;
        const expected = callWithin(20, () => regex?.test(long));
        const answer = pattern?.test(long);
        if (expected.kind === "value" && answer?.problem === null)
          expect(answer.matched).toBe(expected.value);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ["\\p{L}", "pL", false],
    ["\\p{L}", "p{L}", true],
    ["[[:alpha:]]", "b", false],
    ["[[:alpha:]]", "a]", true],
    ["\\Ab", "b", false],
    ["\\Ab", "Ab", true],
    ["\\x{41}", "A", false],
    ["^.$", "\r", false],
    ["^.$", "\ud83d\ude00", false],
    ["\\s", "\u00a0", true],
    ["\\101", "A", true],
    ["a$", "a\n", false],
    ["[^a]", "\n", true],
  ])("/%s/ on %j is %j, also where RE2 says otherwise", (source, subject, expected) => {
    expect(search(source, subject)).toBe(expected);
    expect(search(`${source}|never{3}(?:x*)*y`, subject)).toBe(expected);
  });

  it.each(["[", "(", "a**", "(?i)a", "*a", "a{2,1}", "(?<n>a)(?<n>b)", "\\"])(
    "/%s/ is not valid",
    (source) => {
      const { pattern, problem } = compilePattern(source);
      expect(pattern).toBeNull();
      expect(problem).toMatch(/\w/);
    },
  );

  it("is said in the words of RE2, but for what RE2 does not know", () => {
    const unknown = [
      "(?=a)",
      "(?!a)",
      "(?<=a)",
      "(?<!a)",
      "(a)\\1",
      "\\k",
      "\\p{L}",
      "\\01",
      "[\\d-x]",
      "\ud83d",
      "a{1001}",
    ];
    for (const source of unknown) expect([source, linearSyntax(source)]).toEqual([source, null]);
    for (const source of ["^(\\w+\\s?)*$", "mcp__.*", "[^]", "(?<n>a)"])
      expect(linearSyntax(source)).not.toBeNull();
  });
});

describe("a hostile pattern", () => {
  const long = `${"a".repeat(100_000)}!`;

  it.each(["^(\\w+\\s?)*$", "(a+)+$", "^(a|a)*$", "(.*)*\\d", "([a-z]+)+[A-Z]", "(a?){30}a{30}$"])(
    "/%s/ is answered in linear time",
    (source) => {
      expect(milliseconds(() => search(source, `${"a".repeat(28)}!`))).toBeLessThan(1_000);
      expect(milliseconds(() => compilePattern(source).pattern?.test(long))).toBeLessThan(5_000);
    },
  );

  it.each(["^(?=(\\w+\\s?)*$)", "(?<!x)(a+)+$", "(a+)+\\1$", "^(?!.*b)(a|a)*$"])(
    "/%s/ counts as matched when the time is up, and that is said",
    (source) => {
      const { pattern } = compilePattern(source);
      const subject = `${"a".repeat(40)}!`;
      const elapsed = milliseconds(() => {
        expect(pattern?.test(subject)).toEqual({
          matched: true,
          problem: expect.stringContaining("counts as matched"),
        });
      });
      expect(elapsed).toBeLessThan(5_000);
      const again = milliseconds(() => expect(pattern?.test(subject).matched).toBe(true));
      expect(again).toBeLessThan(20);
      expect(search(source, "b!")).toBe(new RegExp(source).test("b!"));
    },
  );

  it("works on after its search was stopped", () => {
    const { pattern } = compilePattern("(?:(?:a?){900})a{900}$");
    expect(pattern?.test(`${"a".repeat(20_000)}!`).problem).toContain("50 ms");
    expect(pattern?.test("b")).toEqual({ matched: false, problem: null });
  });

  it.each([
    ["many counted repetitions", "a{1000}".repeat(500)],
    ["repetitions of repetitions", "(?:(?:a{1000}){1000}){1000}"],
    ["deep groups", "(".repeat(5_000) + ")".repeat(5_000)],
    ["deep loops", `${"(?:".repeat(900)}a${")*".repeat(900)}`],
    ["a long text", `${"a".repeat(200_000)}(?=b)`],
    ["many choices", "(?:a|b)?".repeat(20_000)],
  ])("with %s neither throws nor hangs", (_what, source) => {
    const elapsed = milliseconds(() => {
      const { pattern, problem } = compilePattern(source);
      if (!pattern) expect(problem).toMatch(/\w/);
      else expect(typeof pattern.test("a".repeat(500)).matched).toBe("boolean");
    });
    expect(elapsed).toBeLessThan(5_000);
  });
});

describe("a pattern of RE2", () => {
  it("knows flags inside", () => {
    expect(compileLinearPattern("(?i)^RM\\b").pattern?.test("rm -rf").matched).toBe(true);
  });

  it("says what is wrong", () => {
    expect(compileLinearPattern("(?!a)").problem).toBe("invalid or unsupported Perl syntax");
    expect(compileLinearPattern("a{1000}".repeat(500)).problem).toContain("too large");
  });
});

describe("a harmless pattern", () => {
  it.each([
    "",
    "^W",
    "mcp__srv__.*",
    "Write.*|Edit.*",
    "^(?!Bash).*",
    "[*+]+",
    "\\*\\+x*",
    "(?<=a)b{2,3}",
    "(?:a|b)",
    "a\\)*",
    "(ab)?c",
    "^(-m|--mode=)?[2-7][0-7]{3}$|^[ugoa]*[+=][rwxXt]*s",
    "(?<one>x|y)z",
    "(ssh|aws|gnupg|kube|docker)".repeat(20),
    "^(core\\.(pager|editor)|pager\\..*|diff\\..*\\.(command|textconv)|gpg(\\..*)?\\.program)=",
  ])("is /%s/", (source) => expect(isHarmless(source)).toBe(true));

  it.each([
    "(a*)*",
    "(?:ab)+",
    "a*b*c*",
    "(a*)\\1",
    "(?<x>a)\\k<x>",
    "(?=a)*",
    "(a|b){2}",
    "(a?){3}",
    "( +-[a-z]+)*$",
    `^${"a?".repeat(13)}b`,
    "a*a*b?c",
    "a|b*c*d*",
    "(a|a)".repeat(13),
    "(?<one>a|a)(?<two>a|a)".repeat(7).replaceAll("<", () => "<x"),
    `^${"(a|aa|a)".repeat(12)}b`,
    "(?:a|[ab])".repeat(10),
    `(?!${"(?:a?|a)".repeat(9)}b)`,
    ["b", "c", "d"].map((end) => `a*a*${end}`).join("|"),
    `a*a*${`(?=${"a".repeat(100)})`.repeat(9)}b`,
    "^a*a*a*b|",
    "a".repeat(2_000),
  ])("is not /%s/", (source) => expect(isHarmless(source)).toBe(false));

  it("is quick on the longest subject that goes unwatched", () => {
    const worst = ["a*a*b", ".*.*\\d", "(?=.*b).*c", "a{0,1000}a{0,1000}b", `^${"a?".repeat(12)}b`];
    for (const source of [...worst, "^(a?a?a?a?)a*a*b", "^(a|aa?)?a*a*b", "a?a?a?a?a*b"]) {
      expect(isHarmless(source)).toBe(true);
      expect(milliseconds(() => new RegExp(source).test("a".repeat(256)))).toBeLessThan(2_000);
    }
  });

  it("is quick whatever it is made of, where others take for ever", () => {
    const letter = fc.constantFrom("a", "a", "[ab]", ".", "\\w", "b", "(?=a)", "(?!b)", "\\b");
    const group = fc
      .tuple(
        fc.constantFrom("(", "(?:", "(?=", "(?!", "(?<="),
        fc.array(letter, { maxLength: 3 }),
        fc.constantFrom("a*", "a?", "a", "aa"),
        fc.constantFrom("", "", "?"),
        fc.integer({ min: 1, max: 40 }),
      )
      .map(([open, one, other, end, times]) => `${open}${one.join("")}|${other})${end}`.repeat(times));
    const loop = fc.tuple(letter, fc.constantFrom("*", "+", "?", "*?", "{0,200}")).map((all) => all.join(""));
    const part = fc.array(fc.oneof(letter, loop, group), { maxLength: 4 }).map((all) => all.join(""));
    const source = fc
      .tuple(
        fc.constantFrom("", "^"),
        fc.array(part, { minLength: 1, maxLength: 3 }),
        fc.constantFrom("c", "$"),
      )
      .map(([start, parts, end]) => `${start}${parts.join("|")}${end}`);
    let harmless = 0;
    fc.assert(
      fc.property(source, (text) => {
        if (!isHarmless(text)) return;
        harmless++;
        let regex: RegExp;
        try {
          regex = new RegExp(text);
        } catch {
          return;
        }
        for (const subject of ["a".repeat(256), "ab".repeat(128)])
          expect(callWithin(5_000, () => regex.test(subject)).kind).toBe("value");
      }),
      { numRuns: 500 },
    );
    expect(harmless).toBeGreaterThan(50);
  });
});
