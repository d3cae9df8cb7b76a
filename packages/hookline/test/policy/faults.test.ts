import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { bash, eventOf, judged } from "./judged.ts";

const rule = (given: JsonObject): JsonObject => ({
  id: "a",
  verdict: "deny",
  when: "true",
  reason: "no",
  ...given,
});
const of = (given: JsonObject, event = bash("ls")) => judged({ rules: [rule(given)] }, event);

describe("a rule that cannot be judged", () => {
  it.each([
    ["prompt.contains('x')", "Unknown variable: prompt"],
    ["tool_input.missing == 1", "No such key: missing"],
    ["settings.limit > 1", "No such key: limit"],
    ["tool_input.command > 1", "no such overload"],
    ["tool_input.command", "neither true nor false"],
    ["payload.tool_input.command.matches(payload.tool_name + '[')", "no valid regular expression"],
  ])("%s is a fault with its name", (when, text) => {
    const { verdict, faults } = of({ when });
    expect(verdict).toBe("pass");
    expect(faults).toEqual([{ kind: "crash", detail: expect.stringContaining("rule a: ") }]);
    expect(faults[0]?.detail).toContain(text);
  });

  it("is one as well if an exception cannot be judged", () => {
    expect(of({ except: [{ when: "settings.off", reason: "x" }] }).faults).toHaveLength(1);
  });

  it("is none if it asks first whether the field is there", () => {
    expect(of({ when: "has(tool_input.missing) && tool_input.missing == 1" }).faults).toEqual([]);
    expect(of({ when: "settings.?limit.orValue(0) > 1" }).faults).toEqual([]);
    expect(of({ when: "prompt.contains('x')", events: ["UserPromptSubmit"] }).faults).toEqual([]);
  });

  it("leaves the others in force", () => {
    const both = judged(
      { rules: [rule({ when: "settings.off" }), rule({ id: "b", verdict: "ask" })] },
      bash("ls"),
    );
    expect(both).toMatchObject({ verdict: "ask", faults: [{ kind: "crash" }] });
  });
});

describe("rules that would take for ever", () => {
  const began = () => performance.now();

  it.each([
    [
      "loops in loops",
      "tool_input.list.all(x, tool_input.list.all(y, tool_input.list.all(z, x + y + z >= 0)))",
    ],
    [
      "loops over texts that are cut",
      "tool_input.text.split('').all(x, tool_input.text.split('').all(y, x == y))",
    ],
  ])("are stopped: %s", (_name, when) => {
    const input = { list: Array.from({ length: 900 }, (_, index) => index), text: "x".repeat(20_000) };
    const start = began();
    const { faults } = of({ when }, eventOf("PreToolUse", { tool_name: "Write", tool_input: input }));
    expect(performance.now() - start).toBeLessThan(5_000);
    expect(faults).toHaveLength(1);
    expect(faults[0]?.detail).toContain("rule a");
  });

  it("end, whatever texts they put together", () => {
    const doubled = "cel.bind(a, a + a, ".repeat(12);
    const when = `cel.bind(a, tool_input.text, ${doubled}a.matches("(x+x+)+y")${")".repeat(13)}`;
    const input = { text: "x".repeat(20_000) };
    const start = began();
    of({ when }, eventOf("PreToolUse", { tool_name: "Write", tool_input: input }));
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it("are stopped, however many commands there are", () => {
    const commands = Array.from({ length: 5_000 }, (_, index) => `c${index} ${index}`).join("\n");
    const rules = Array.from({ length: 40 }, (_, index) =>
      rule({
        id: `r${index}`,
        each: "command",
        when: `commands.exists(c, c.program == "x${index}" && c.args == command.args)`,
      }),
    );
    const start = began();
    const { faults, verdict } = judged(
      { rules: [...rules, rule({ id: "unread", when: "!shell.read" })] },
      bash(commands),
    );
    expect(performance.now() - start).toBeLessThan(5_000);
    expect(faults.length > 0 || verdict === "deny").toBe(true);
  });

  it("are not those of a small event", () => {
    const when =
      "commands.all(a, commands.all(b, a.args.all(x, b.args.all(y, x != y || a.program == b.program))))";
    expect(of({ when }, bash("a b c | d e f | g h i")).faults).toEqual([]);
  });
});

describe("redaction", () => {
  const token = `ghp_${"a1B2".repeat(9)}`;
  const redact = rule({ verdict: "redact", each: "text", when: "text.hasSecret()" });

  it("takes secrets out of the input, and leaves everything else as it is", () => {
    const input = {
      file_path: "a",
      content: `KEY=${token} token = 1`,
      edits: [{ new: token, old: "x" }, 1, null],
    };
    const { redaction, verdict } = judged(
      { rules: [redact] },
      eventOf("PreToolUse", { tool_name: "Write", tool_input: input }),
    );
    expect(verdict).toBe("pass");
    expect(redaction).toEqual({
      updatedInput: {
        file_path: "a",
        content: "KEY=[redacted] token = 1",
        edits: [{ new: "[redacted]", old: "x" }, 1, null],
      },
      updatedOutput: null,
      updatedPrompt: null,
    });
  });

  it("takes them out of the output and of the prompt", () => {
    const output = eventOf("PostToolUse", {
      tool_name: "Bash",
      tool_input: { command: token },
      tool_response: { stdout: `a ${token}\nb` },
    });
    expect(judged({ rules: [redact] }, output).redaction).toMatchObject({
      updatedInput: null,
      updatedOutput: { stdout: "a [redacted]\nb" },
    });
    const prompt = eventOf("UserPromptSubmit", { prompt: `use ${token}` });
    expect(judged({ rules: [redact] }, prompt).redaction).toMatchObject({ updatedPrompt: "use [redacted]" });
  });

  it("puts a mark in the place of a text that a rule names although it has no such shape", () => {
    const own = { ...redact, when: 'text.value.contains("internal")' };
    const event = eventOf("PostToolUse", {
      tool_name: "Read",
      tool_input: {},
      tool_response: { a: "internal 7", b: "open" },
    });
    expect(judged({ rules: [own] }, event).redaction?.updatedOutput).toEqual({ a: "[redacted]", b: "open" });
  });

  it("of a rule about the event is of all secrets, beside those that other rules name", () => {
    const event = eventOf("PostToolUse", {
      tool_name: "Read",
      tool_input: {},
      tool_response: { a: "internal 7", b: token },
    });
    const whole = rule({ id: "b", verdict: "redact" });
    expect(judged({ rules: [whole] }, event).redaction?.updatedOutput).toEqual({
      a: "internal 7",
      b: "[redacted]",
    });
    const own = { ...redact, when: 'text.value.contains("internal")' };
    expect(judged({ rules: [own, whole] }, event).redaction?.updatedOutput).toEqual({
      a: "[redacted]",
      b: "[redacted]",
    });
  });

  it("says where it can do nothing, and changes nothing where there is nothing", () => {
    const stop = eventOf("Stop", { stop_hook_active: false, last_assistant_message: token });
    expect(judged({ rules: [redact] }, stop)).toMatchObject({
      redaction: null,
      notes: ["nothing can be redacted on Stop (rule a)"],
    });
    const clean = eventOf("PreToolUse", { tool_name: "Write", tool_input: { content: "x" } });
    expect(judged({ rules: [rule({ verdict: "redact" })] }, clean).redaction?.updatedInput).toBeNull();
  });

  it("is quick with a long text", () => {
    const event = eventOf("PostToolUse", {
      tool_name: "Read",
      tool_input: {},
      tool_response: `${"lorem ipsum dolor ".repeat(60_000)}${token}`,
    });
    const start = performance.now();
    expect(String(judged({ rules: [redact] }, event).redaction?.updatedOutput)).toMatch(
      /dolor \[redacted\]$/,
    );
    expect(performance.now() - start).toBeLessThan(15_000);
  });
});
