import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type JsonText, parseJsonText, type TextProblem } from "../../src/config/text/json-text.ts";

async function read(text: string): Promise<JsonText> {
  const parsed = await parseJsonText(text);
  if (!("value" in parsed)) throw new Error(`${parsed.line}:${parsed.column}: ${parsed.message}`);
  return parsed;
}

async function broken(text: string): Promise<TextProblem> {
  const parsed = await parseJsonText(text);
  if ("value" in parsed) throw new Error("it was read");
  return parsed;
}

describe("what can be read", () => {
  test.each([
    ["plain JSON", '{"a":[1,true,null,"x"]}'],
    ["a byte order mark", '\uFEFF{"a":[1,true,null,"x"]}'],
    ["comments", '// first\n{"a":[1,true,/* here */null,"x"]} // last'],
    ["trailing commas", '{"a":[1,true,null,"x",],}'],
    ["Windows line ends", '{\r\n  "a": [1, true, null, "x"],\r\n}\r\n'],
    ["escapes", '{"\\u0061":[1,true,null,"\\u0078"]}'],
    ["a mark and comments", '\uFEFF/* x */{"a":[1,true,null,"x"]}'],
  ])("%s", async (_name, text) => {
    const { value, problems } = await read(text);
    expect(value).toEqual({ a: [1, true, null, "x"] });
    expect(problems).toEqual([]);
  });

  test("every JSON value, as JSON.parse reads it, whichever way it is written", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 2), async (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const expected = JSON.parse(text, (key, item) => (unsafe.has(key) ? undefined : item));
        expect((await read(text)).value).toEqual(expected);
        expect((await read(`${text} // with a comment`)).value).toEqual(expected);
      }),
    );
  });

  test("text that looks like keys inside strings is no key", async () => {
    const value = { command: 'jq \'{"a": 1, "a": 2}\'', next: ": x", "odd\\": '\\": "' };
    const { problems, value: parsed } = await read(JSON.stringify(value));
    expect(parsed).toEqual(value);
    expect(problems).toEqual([]);
  });
});

const unsafe = new Set(["__proto__", "constructor", "prototype"]);

// shows: W-100 W-108
describe("what cannot be read", () => {
  test.each([
    ["", 1, 1, "the file is empty", "write {} if it should hold no hooks"],
    [" \n ", 1, 1, "the file is empty", "write {} if it should hold no hooks"],
    ['{"a": 1', 1, 8, "an object is not closed", "add the missing }"],
    ['{\n  "a": [1, 2\n}', 3, 1, "a comma is missing here", "put a comma between the two"],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, "a comma is missing here", "put a comma between the two"],
    ["{a: 1}", 1, 2, "a means nothing here", "put strings in double quotes; words are true, false and null"],
    ['{"a" 1}', 1, 6, "a colon is missing after the key", 'write "key": value'],
    [
      '{"a": "x\n"}',
      1,
      7,
      "a string is not closed",
      'end it with " on the same line; write a line break as \\n',
    ],
    ['{"a": }', 1, 7, "a value is missing here", "add the value, or remove the comma or key before it"],
    ["[1,,2]", 1, 4, "a value is missing here", "add the value, or remove the comma or key before it"],
    ['{"a": 1}}', 1, 9, "there is something after the end", "remove it, or the bracket too many before it"],
    ['{"a": "\\x"}', 1, 7, "this escape does not exist", 'write a backslash as \\\\ and a quote as \\"'],
    [
      '{\r\n"a": tru}',
      2,
      6,
      "tru means nothing here",
      "put strings in double quotes; words are true, false and null",
    ],
    ["/* x", 1, 1, "a comment is not closed", "end it with */"],
  ])("%j", async (text, line, column, message, hint) => {
    expect(await broken(text)).toEqual({ severity: "error", line, column, message, hint });
  });

  test("half of a file is never read, wherever it was cut", async () => {
    const text = JSON.stringify({
      hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "x" }] }] },
    });
    for (let length = 0; length < text.length; length++) await broken(text.slice(0, length));
  });

  test.each([
    ["lists", "[".repeat(30_000)],
    ["closed lists", "[".repeat(30_000) + "]".repeat(30_000)],
    ["objects", `${'{"a":'.repeat(101)}1${"}".repeat(101)}`],
    ["after a comment that a carriage return ends", `[// x\r${"[".repeat(30_000)}`],
    ["after a string that a line break ends", `["x\n,${"[".repeat(30_000)}`],
    ["commented", `/* [ */${"[".repeat(101)}${"]".repeat(101)}`],
  ])("nested too deeply: %s", async (_name, text) => {
    expect((await broken(text)).message).toBe("nested more than 100 deep");
  });

  test("brackets in strings and comments are not depth", async () => {
    const text = `{"a": "${"[".repeat(200)}" /* ${"{".repeat(200)} */}`;
    expect((await read(text)).value).toEqual({ a: "[".repeat(200) });
  });
});

describe("positions", () => {
  const text =
    '\uFEFF{\r\n  // why\r\n  "hooks": {\r\n    "Stop": [ { "hooks": [1, {"a": "ä", "b": 2}], } ]\r\n  }\r\n}';
  const strict = '{\n "hooks": {\n  "Stop": [ { "hooks": [1, {"a": "ä", "b": 2}] } ]\n }\n}';

  test.each([
    [[], "value", 1, 1],
    [["hooks"], "key", 3, 3],
    [["hooks"], "value", 3, 12],
    [["hooks", "Stop", 0], "value", 4, 15],
    [["hooks", "Stop", 0, "hooks", 1], "value", 4, 30],
    [["hooks", "Stop", 0, "hooks", 1, "b"], "key", 4, 41],
    [["hooks", "Stop", 0, "hooks", 1, "b"], "value", 4, 46],
    [["hooks", "Stop", 0, "absent"], "value", 4, 15],
    [["hooks", "Stop", 9], "value", 4, 13],
  ] as const)("%j (%s)", async (path, at, line, column) => {
    expect((await read(text)).locate(path, at)).toEqual({ line, column });
  });

  test("are the same for strict JSON", async () => {
    const { locate } = await read(strict);
    expect(locate(["hooks", "Stop", 0, "hooks", 1, "b"], "key")).toEqual({ line: 3, column: 39 });
    expect(locate(["hooks", "Stop", 0, "hooks", 1, "b"])).toEqual({ line: 3, column: 44 });
  });
});

describe("keys", () => {
  test.each(["__proto__", "constructor", "prototype", "\\u005f_proto__"])(
    "%s is left out and reported",
    async (key) => {
      const { value, problems } = await read(`{"a": {\n  "${key}": {"polluted": 1}, "b": 2}}`);
      expect(value).toEqual({ a: { b: 2 } });
      expect(Object.getPrototypeOf((value as { a: object }).a)).toBe(Object.prototype);
      expect(problems).toMatchObject([{ severity: "error", line: 2, column: 3, hint: "remove it" }]);
      expect(Reflect.get({}, "polluted")).toBeUndefined();
    },
  );

  test.each([
    ["strict", ""],
    ["with a comment", "// x"],
  ])("an event that stands twice keeps both lists (%s)", async (_name, end) => {
    const { value, problems, locate } = await read(`{"hooks": {"Stop": [1],\n "Stop" : [{"x": 2}]}}${end}`);
    expect(value).toEqual({ hooks: { Stop: [1, { x: 2 }] } });
    expect(problems).toEqual([
      {
        severity: "warning",
        line: 2,
        column: 2,
        message: '"Stop" stands here once more; what is written under all of them is in force',
        hint: "write them as one",
      },
    ]);
    expect(locate(["hooks", "Stop", 1, "x"], "key")).toEqual({ line: 2, column: 13 });
  });

  test("hooks that stand twice at the top are one", async () => {
    const { value, problems } = await read('{"hooks": {"Stop": [1], "Setup": [2]}, "hooks": {"Stop": [3]}}');
    expect(value).toEqual({ hooks: { Stop: [1, 3], Setup: [2] } });
    expect(problems).toHaveLength(2);
  });

  test.each([
    ['{"a": 1, "a": 2}', true],
    ['{"a":1,"a"\n:2}', true],
    ['{"a": [1], "a": 2}', false],
    ['{"a": 1, "a": 2} // with a comment', false],
    ['{"hooks": [1], "hooks": 2, "a": 2}', false],
  ])(
    "of other keys that stand twice the later holds, and that is an error: %j (thorough: %j)",
    async (text, thorough) => {
      const parsed = await parseJsonText(text, thorough);
      expect(parsed).toMatchObject({
        value: { a: 2 },
        problems: [{ severity: "error", hint: "remove one of them" }],
      });
    },
  );

  test("no list under a key that stands twice is lost, whatever strings stand beside it", async () => {
    const command = fc.constantFrom("x", "[", "[ -f x ] && ls", ", [", 'hooks"', '": [', "]");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom("Stop", "Setup"), fc.array(command))),
        async (events) => {
          const group = (commands: string[]) =>
            JSON.stringify([{ hooks: commands.map((text) => ({ command: text })) }]);
          const written = events.map(([event, commands]) => `"${event}": ${group(commands)}`);
          const { value } = await read(`{"hooks": {${written.join(",")}}}`);
          const { hooks } = value as { hooks: Record<string, { hooks: { command: string }[] }[]> };
          const kept = Object.values(hooks).flatMap((groups) => groups.flatMap((one) => one.hooks));
          expect(kept.map((hook) => hook.command).sort()).toEqual(events.flatMap(([, all]) => all).sort());
        },
      ),
    );
  });
});
