import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFrontMatter } from "../../src/config/text/front-matter.ts";
import type { Json } from "../../src/contract/json.ts";

const hooks = `hooks:
  PreToolUse:
    - matcher: Bash
      hooks:
        - type: command
          command: ./check.sh
          timeout: 5
`;
const entry = { type: "command", command: "./check.sh", timeout: 5 };
const read = { PreToolUse: [{ matcher: "Bash", hooks: [entry] }] };

const nested = (depth: number) =>
  Array.from({ length: depth }, (_, level) => `${" ".repeat(level + 1)}a:\n`).join("");

describe("front matter", () => {
  it("is read up to the second ---, with the place of everything in it", async () => {
    const document = await parseFrontMatter(`---\nname: a\n${hooks}---\n# Text\n---\nhooks: no\n`);
    if (!("value" in document)) throw new Error(document.message);
    expect(document.value).toEqual({ name: "a", hooks: read });
    expect(document.problems).toEqual([]);
    expect(document.locate(["hooks"], "key")).toEqual({ line: 3, column: 1 });
    expect(document.locate(["hooks", "PreToolUse", 0])).toEqual({ line: 5, column: 7 });
    expect(document.locate(["hooks", "PreToolUse", 0, "hooks", 0, "timeout"])).toEqual({
      line: 9,
      column: 20,
    });
    expect(document.locate(["hooks", "PreToolUse", 0, "hooks", 0, "nothing"])).toEqual({
      line: 7,
      column: 11,
    });
  });

  it.each([
    ["no front matter", "# A skill\nhooks:\n"],
    ["nothing at all", ""],
    ["no hooks", "---\nname: a\n---\n"],
    ["an empty one", "---\n---\n"],
    ["hooks without a value", "---\nname: a\nhooks:\n---\n"],
    ["hooks deeper down", "---\nmeta:\n  hooks: x\n---\n"],
    ["broken, but nothing about hooks", "---\ndescription: a: b: c\n\tx\n---\n"],
    ["not closed, but nothing about hooks", "---\nname: a\n"],
    ["a line of dashes that is none", `----\n${hooks}---\n`],
  ])("%s is nothing", async (_title, text) => {
    expect(await parseFrontMatter(text)).toMatchObject({ value: {}, problems: [] });
  });

  it.each([
    ["windows lines", `---\r\n${hooks.replaceAll("\n", "\r\n")}---\r\n`],
    ["a byte order mark", `\uFEFF---\n${hooks}---\n`],
    ["spaces after the dashes", `---  \n${hooks}---\t\n`],
    ["flow style", `---\nhooks: ${JSON.stringify(read)}\n---`],
    ["quoted keys", `---\n${hooks.replace("hooks:", '"hooks":')}---`],
    ["comments", `---\n# ours\n${hooks}# end\n---`],
    [
      "anchors",
      `---\nx: &e\n  - type: command\n    command: ./check.sh\n    timeout: 5\nhooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks: *e\n---`,
    ],
  ])("%s make no difference", async (_title, text) => {
    expect(await parseFrontMatter(text)).toMatchObject({ value: { hooks: read }, problems: [] });
  });

  it("keeps the hooks when something beside them is broken, and says where", async () => {
    const document = await parseFrontMatter(
      `---\nname: a\ndescription: use it: when\n${hooks}model: [b\n---\n`,
    );
    expect(document).toMatchObject({ value: { name: "a", hooks: read } });
    expect("problems" in document && document.problems).toEqual([
      {
        severity: "warning",
        line: 3,
        column: 14,
        message: expect.stringMatching(/^the front matter is no YAML here \(.+\); its hooks hold$/),
        hint: expect.stringMatching(/quotes/),
      },
    ]);
  });

  it.each([
    ["a broken hook", `---\n${hooks}  Stop: [\n---\n`, 10],
    ["tabs", `---\nhooks:\n\tStop: []\n---\n`, 3],
    ["no end", `---\n${hooks}`, 1],
    ["an alias of nothing", `---\nhooks: *x\n---\n`, 2],
    ["deep nesting", `---\nhooks: ${"[".repeat(5_000)}\n---\n`, undefined],
    ["nesting that overflows", `---\nhooks: ${"[".repeat(1_000_000)}\n---\n`, 2],
    ["nesting by lines", `---\nhooks:\n${nested(300)}---\n`, undefined],
    ["far too much", `---\nhooks:\n${"  a: b\n".repeat(20_000)}---\n`, 2],
  ])("%s is a problem with its place", async (_title, text, line) => {
    const problem = await parseFrontMatter(text);
    expect(problem).toMatchObject({ severity: "error", ...(line && { line }) });
    expect(problem).not.toHaveProperty("value");
  });

  it("does not let aliases grow without end", async () => {
    const levels = Array.from({ length: 30 }, (_, level) => {
      const inner = level === 0 ? "[x, x]" : `[*a${level - 1}, *a${level - 1}]`;
      return `a${level}: &a${level} ${inner}`;
    });
    const text = `---\n${levels.join("\n")}\nhooks: *a29\n---\n`;
    expect(await parseFrontMatter(text)).toMatchObject({ severity: "error" });
  });

  it("joins hooks under a key that stands twice, and leaves out unsafe keys", async () => {
    const twice = `---\nhooks:\n  Stop: [{hooks: [1]}]\n  Stop: [{hooks: [2]}]\n  __proto__: {}\n---\n`;
    const document = await parseFrontMatter(twice);
    expect(document).toMatchObject({ value: { hooks: { Stop: [{ hooks: [1] }, { hooks: [2] }] } } });
    expect("problems" in document && document.problems.map(({ severity, line }) => [severity, line])).toEqual(
      [
        ["warning", 4],
        ["error", 5],
      ],
    );
  });

  it("reads what JSON says as JSON does", async () => {
    const plain = fc
      .jsonValue({ maxDepth: 4 })
      .filter((value) => !/__proto__|constructor|prototype/.test(JSON.stringify(value)));
    await fc.assert(
      fc.asyncProperty(plain, async (value: unknown) => {
        const text = JSON.stringify(value);
        const document = await parseFrontMatter(`---\nhooks: {"a": ${text}}\n---\n`);
        if (!("value" in document)) throw new Error(document.message);
        const expected: Json = JSON.parse(text);
        expect(document.value).toEqual({ hooks: { a: expected } });
      }),
      { numRuns: 200 },
    );
  });

  it("never throws, whatever it is given", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 200 }), async (text) => {
        const document = await parseFrontMatter(`---\nhooks:\n${text}\n---\n`);
        expect("value" in document || document.severity === "error").toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
