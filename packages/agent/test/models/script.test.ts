import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { ModelError } from "../../src/models/errors.ts";
import { parseScript, readScript } from "../../src/models/script.ts";

describe("a script file", () => {
  it("is read with all that it may hold", () => {
    const script = {
      turns: [
        { text: "hello", tools: [{ name: "ls", input: { path: "." } }, { name: "todo" }], delayMs: 5 },
        { error: "overloaded", message: "later" },
        {},
      ],
      summary: "short",
      judge: [{ ok: false, reason: "no" }, { ok: true }],
    };
    expect(parseScript(JSON.stringify(script), "s.json")).toEqual(script);
    expect(parseScript(`\uFEFF{"turns":[],"judge":{"ok":true}}`, "s.json").turns).toEqual([]);
  });

  it.each([
    ["", "s.json:1:1: no valid JSON: the file is empty"],
    ['{"turns": [\n  {"text": "a"},\n  {"text": b}\n]}', "s.json:3:12: no valid JSON: invalid symbol"],
    ['{"turns": [\n  {"text": "a"}', "s.json:2:16: no valid JSON: "],
    ["[]", "s.json:1:1: the script must be an object"],
    ["{}", 's.json:1:1: the script needs "turns"'],
    ['{"turn": []}', 's.json:1:1: the script needs "turns"'],
    ['{"turns": {}}', 's.json:1:11: "turns" must be a list'],
    ['{"turns": ["a"]}', "s.json:1:12: turn 1 must be an object"],
    [
      '{"turns": [{},\n {"tool": []}]}',
      's.json:2:11: turn 2 has an unknown key "tool"; did you mean "tools"?',
    ],
    ['{"turns": [{"__proto__": 1}]}', 'turn 1 has an unknown key "__proto__"'],
    [
      '{"turns": [{"expect": "a"}]}',
      'unknown key "expect"; it may have text, tools, delayMs, error, message',
    ],
    ['{"turns": [{"text": 1}]}', 's.json:1:21: turn 1, "text" must be a string'],
    ['{"turns": [{"tools": [{"input": {}}]}]}', 's.json:1:23: turn 1, tool 1 needs "name"'],
    ['{"turns": [{"tools": [{"name": "a", "input": []}]}]}', 'turn 1, tool 1, "input" must be an object'],
    ['{"turns": [{"tools": [{"name": "a", "inputs": {}}]}]}', 'did you mean "input"?'],
    ['{"turns": [{"delayMs": -1}]}', 'turn 1, "delayMs" must be a number of milliseconds, 0 or more'],
    ['{"turns": [{"error": "overload"}]}', 'did you mean "overloaded"?'],
    ['{"turns": [], "judge": {}}', '"judge" needs "ok"'],
    ['{"turns": [], "judge": [{"ok": "yes"}]}', '"ok" must be true or false'],
  ])("that is wrong is told with its place: %s", (text, line) => {
    const parse = () => parseScript(text, "s.json");
    expect(parse).toThrow(ModelError);
    expect(parse).toThrow(line);
  });

  it("is read, or refused in one line, whatever it holds", () => {
    const turn = fc.record(
      { text: fc.jsonValue(), tools: fc.jsonValue(), delayMs: fc.jsonValue(), error: fc.jsonValue() },
      { requiredKeys: [] },
    );
    const value = fc.oneof(fc.jsonValue(), fc.record({ turns: fc.array(turn), judge: fc.jsonValue() }));
    fc.assert(
      fc.property(
        fc.oneof(
          value.map((held) => JSON.stringify(held)),
          fc.string(),
        ),
        (text) => {
          try {
            expect(parseScript(text, "s.json").turns).toBeInstanceOf(Array);
          } catch (error) {
            if (!(error instanceof ModelError)) throw error;
            expect(error.message).toMatch(/^s\.json:\d+:\d+: [^\n]+$/);
          }
        },
      ),
    );
  });

  it("that cannot be read is told with its path", async () => {
    const dir = await mkdtemp(join(tmpdir(), "hookline-script-"));
    onTestFinished(() => rm(dir, { recursive: true }));
    await expect(readScript(join(dir, "no.json"))).rejects.toThrow(`${dir}/no.json: there is no such file`);
    await expect(readScript(dir)).rejects.toThrow("it cannot be read (EISDIR)");
    await writeFile(join(dir, "bad.json"), "{");
    await expect(readScript(join(dir, "bad.json"))).rejects.toThrow(`${dir}/bad.json:1:2: no valid JSON`);
  });
});
