import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { defineDialect, native } from "../../src/index.ts";
import { scratch } from "./scratch.ts";

/** A dialect with placeholders and a variable, read from a file of its own. */
const braces = defineDialect({
  ...native,
  name: "braces",
  files: [{ layer: "team", base: "project", path: "braces.json" }],
  template: { form: "braces", names: ["tool_input", "tool_name"] },
  present: (event, place) => ({
    ...native.present(event, place),
    env: { WHOLE_INPUT: JSON.stringify(event.payload.tool_input) },
    values: event.payload,
  }),
});

function commandIn(command: string) {
  const place = scratch();
  place.write("braces.json", { hooks: { PreToolUse: [{ hooks: [{ type: "command", command }] }] } });
  const fire = async (content: unknown, more: object = {}) => {
    const engine = await place.engine({ dialects: [braces] });
    const tool_input = { content, ...more };
    return engine.fire("PreToolUse", {
      tool_name: "Write",
      tool_input: JSON.parse(JSON.stringify(tool_input)),
    });
  };
  const read = (name: string) => readFileSync(join(place.project, name), "utf8");
  return { place, fire, read };
}

describe("values of an event in a command", () => {
  it.each([
    ["text", "hello", "hello"],
    ["nothing", null, ""],
    ["a number", 7, "7"],
    ["an object", { a: [1] }, '{"a":[1]}'],
    ["a program", "$(touch pwned)`touch pwned`; touch pwned", "$(touch pwned)`touch pwned`; touch pwned"],
    ["line ends", "a\n\nb\n\n", "a\n\nb\n\n"],
    ["a NUL", "a\0b", "a\ufffdb"],
  ])("arrive as they are: %s", async (_title, content, expected) => {
    const { place, fire, read } = commandIn("printf %s {{tool_input.content}} > got");
    const decision = await fire(content);
    expect(decision.runs.map(({ status }) => status)).toEqual(["ok"]);
    expect(read("got")).toBe(expected);
    expect(existsSync(join(place.project, "pwned"))).toBe(false);
  });

  it("arrive also when they are larger than the environment can be, and leave no file behind", async () => {
    const large = `${"x".repeat(1_000_000)} $(touch pwned) '"\n\n`;
    const { place, fire, read } = commandIn(
      `printf %s '{{tool_input.content}}' > got; cat "$WHOLE_INPUT_FILE" > whole; printf %s "$WHOLE_INPUT_FILE" > path`,
    );
    const decision = await fire(large);
    expect(decision.runs.map(({ status }) => status)).toEqual(["ok"]);
    expect(read("got")).toBe(large);
    expect(JSON.parse(read("whole"))).toEqual({ content: large });
    expect(existsSync(join(place.project, "pwned"))).toBe(false);
    expect(decision.messages.map(({ text }) => text)).toEqual([
      "WHOLE_INPUT is too large for the environment: the file that WHOLE_INPUT_FILE names holds it",
    ]);
    expect(read("path")).toMatch(/^\/.+WHOLE_INPUT$/);
    expect(existsSync(read("path"))).toBe(false);
  });

  it("arrive when many of them together are too large", async () => {
    const parts = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`p${index}`, `${index}`.repeat(40_000)]),
    );
    const all = Object.keys(parts).map((name) => `{{tool_input.${name}}}`);
    const { fire, read } = commandIn(`printf '%s\\n' ${all.join(" ")} > got`);
    const decision = await fire("", parts);
    expect(decision.runs.map(({ status }) => status)).toEqual(["ok"]);
    expect(read("got")).toBe(`${Object.values(parts).join("\n")}\n`);
  });

  it("never leave a guard that must hold without what it may look at", async () => {
    const { place } = commandIn("true");
    const hooks = [
      { type: "command", command: "./guard.sh", onFailure: "block" },
      { type: "command", command: 'printf %s "$WHOLE_INPUT" | wc -c > size', onFailure: "block" },
    ];
    place.write("braces.json", { hooks: { PreToolUse: [{ hooks }] } });
    const engine = await place.engine({ dialects: [braces] });
    const tool_input = { content: "x".repeat(200_000) };
    const decision = await engine.fire("PreToolUse", { tool_name: "Write", tool_input });
    expect(decision.runs.map(({ fault }) => fault)).toEqual(["resource", null]);
    expect(decision.verdict).toBe("deny");
    expect(decision.reason).toMatch(/WHOLE_INPUT: too large for the environment/);
    expect(Number(readFileSync(join(place.project, "size"), "utf8"))).toBe(JSON.stringify(tool_input).length);
  });

  it.each([
    "sh -c 'case \"$WHOLE_INPUT\" in *secret*) exit 2;; esac'",
    "printf %s 'WHOLE_INPUT' | ./guard.sh",
    "# $WHOLE_INPUT\n./guard.sh",
  ])("are missed by what a command starts, whatever it says in quotes: %j", async (command) => {
    const { place } = commandIn("true");
    place.write("guard.sh", "#!/bin/sh\nexit 0\n");
    chmodSync(join(place.project, "guard.sh"), 0o755);
    place.write("braces.json", {
      hooks: { PreToolUse: [{ hooks: [{ type: "command", command, onFailure: "block" }] }] },
    });
    const engine = await place.engine({ dialects: [braces] });
    const tool_input = { content: `secret ${"x".repeat(200_000)}` };
    const decision = await engine.fire("PreToolUse", { tool_name: "Write", tool_input });
    expect(decision.verdict).toBe("deny");
  });

  it("are not taken for those of another event that the process itself was started with", async () => {
    const { place, read } = commandIn("true");
    chmodSync(place.write("guard.sh", `#!/bin/sh\nprintf '%s' "[$WHOLE_INPUT]" > got\n`), 0o755);
    const hooks = [{ type: "command", command: "./guard.sh" }];
    place.write("braces.json", { hooks: { PreToolUse: [{ hooks }] } });
    const engine = await place.engine({ dialects: [braces], env: { ...place.env, WHOLE_INPUT: "stale" } });
    const tool_input = { content: "x".repeat(200_000) };
    const { messages } = await engine.fire("PreToolUse", { tool_name: "Write", tool_input });
    expect(read("got")).toBe("[]");
    expect(messages).toHaveLength(1);
  });

  it("are too large for the argument of a program, and that is a fault that says so", async () => {
    const { fire } = commandIn("/bin/echo {{tool_input.content}}");
    const decision = await fire("x".repeat(300_000));
    expect(decision.runs.map(({ fault }) => fault)).toEqual(["spawn"]);
    expect(decision.runs[0]?.reason).toMatch(/too long/i);
  });
});
