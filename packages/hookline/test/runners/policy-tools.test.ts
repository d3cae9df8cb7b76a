import { expect, it } from "vitest";
import type { JsonObject } from "../../src/index.ts";
import { scratch } from "../engine/scratch.ts";

const rule = (given: object) => ({ id: "a", verdict: "deny", when: "true", reason: "no", ...given });
const hooks = (...rules: object[]) => ({ PreToolUse: [{ hooks: [{ type: "policy", id: "guard", rules }] }] });

it("a tool of a server that is given a command is judged as a shell, in the folder that it names", async () => {
  const engine = await scratch(
    hooks(
      rule({ id: "rm", each: "command", kinds: ["shell"], when: 'command.program == "rm"' }),
      rule({ id: "sub", when: "facts.cwd == facts.project + '/sub'" }),
    ),
  ).engine();
  const reason = async (tool_name: string, tool_input: JsonObject) =>
    (await engine.fire("PreToolUse", { tool_name, tool_input })).reason;
  expect(await reason("mcp__shell__exec", { command: "rm x" })).toBe("no (rule rm)");
  expect(await reason("mcp__shell__exec", { command: "ls", cwd: "sub" })).toBe("no (rule sub)");
  expect(await reason("mcp__files__list", { cwd: "sub" })).toBe("");
  expect(await reason("Bash", { command: "ls", cmd: "rm x" })).toBe("no (rule rm)");
});

it("a long command is watched in whatever field it stands", async () => {
  const engine = await scratch(hooks(rule({ each: "path", when: 'path.name == "nothing"' }))).engine();
  const long = Array.from({ length: 40_000 }, (_, index) => `cat a${index} > b${index}`).join("\n");
  const began = performance.now();
  for (const [tool_name, tool_input] of [
    ["Bash", { command: "ls", cmd: long }],
    ["mcp__x__y", { command: long }],
  ] as const)
    expect((await engine.fire("PreToolUse", { tool_name, tool_input })).verdict, tool_name).not.toBe("pass");
  expect(performance.now() - began).toBeLessThan(8_000);
});
