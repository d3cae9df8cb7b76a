// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders under test look like this
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import type { McpCaller } from "../../src/contract/runner.ts";
import { mcpTool, UnknownMcpServer } from "../../src/runners/mcp-tool.ts";
import { approvedHook } from "./approved-hook.ts";
import { callWith } from "./call.ts";

const fields: JsonObject = { server: "guard", tool: "check" };

function run(mcp: McpCaller | null, more: JsonObject = {}, deadlineMs = 5_000) {
  return mcpTool.run(
    approvedHook({ type: "mcp_tool" }),
    { ...fields, ...more },
    callWith({ mcp }, { deadlineMs }),
  );
}

function answering(content: readonly Json[], isError = false) {
  const calls: unknown[] = [];
  const mcp: McpCaller = {
    async callTool(server, tool, input) {
      calls.push([server, tool, input]);
      return { content, isError };
    },
  };
  return { mcp, calls };
}

describe("a tool", () => {
  test("gets an input that is filled from the payload", async () => {
    const { mcp, calls } = answering([]);
    await run(mcp, {
      input: {
        path: "${tool_input.file_path}",
        lines: "${tool_input.lines}",
        first: "${tool_input.lines.0}",
        on: "${ tool_input.deep.on }",
        none: "${tool_input.deep.none}",
        text: "${tool_name}: ${tool_input.lines} ${tool_input.deep.none} ${gone}.",
        gone: "${tool_input.gone.deeper}",
        inherited: "${constructor.name}",
        length: "${tool_input.lines.length}",
        list: ["${tool_name}", { deep: "${tool_name}" }, 5, null, true],
        plain: "$tool_name ${} {tool_name}",
      },
    });
    expect(calls).toEqual([
      [
        "guard",
        "check",
        {
          path: "a.txt",
          lines: [1, 2],
          first: 1,
          on: true,
          none: null,
          text: "Write: [1,2] null .",
          gone: "",
          inherited: "",
          length: "",
          list: ["Write", { deep: "Write" }, 5, null, true],
          plain: "$tool_name ${} {tool_name}",
        },
      ],
    ]);
  });

  test("without an input gets an empty one", async () => {
    const { mcp, calls } = answering([]);
    await run(mcp);
    expect(calls).toEqual([["guard", "check", {}]]);
  });

  test("answers with its texts, joined by lines", async () => {
    const { mcp } = answering([
      { type: "text", text: '{"decision":' },
      { type: "image", data: "", mimeType: "image/png" },
      "stray",
      { type: "text", text: '"block"}' },
    ]);
    expect(await run(mcp)).toMatchObject({
      end: { kind: "text" },
      stdout: { text: '{"decision":\n"block"}' },
    });
  });

  test("whose text is beyond the cap is truncated between characters, with its tail", async () => {
    const { mcp } = answering([{ type: "text", text: `{${"é".repeat(600_000)}` }]);
    const { stdout } = await run(mcp);
    expect([stdout.truncated, stdout.bytes, stdout.valid]).toEqual([true, 1_200_001, true]);
    expect(stdout.text).toBe(`{${"é".repeat(524_287)}`);
    expect(stdout.tail).toBe("é".repeat(4_096));
  });

  test("that reports an error has crashed, with its text", async () => {
    const { mcp } = answering([{ type: "text", text: "disk full" }], true);
    expect(await run(mcp)).toMatchObject({
      end: { kind: "fault", fault: "crash", detail: "disk full" },
      stdout: { text: "disk full" },
    });
    expect((await run(answering([], true).mcp)).end).toMatchObject({
      fault: "crash",
      detail: "the tool check of guard reported an error without a text",
    });
  });

  test("that throws has crashed", async () => {
    const { end } = await run({ callTool: () => Promise.reject(new Error("connection lost")) });
    expect(end).toEqual({ kind: "fault", fault: "crash", detail: "connection lost" });
  });

  test("that does not answer is out of time, and is told", async () => {
    let told: AbortSignal | undefined;
    const mcp: McpCaller = {
      callTool(_server, _tool, _input, signal) {
        told = signal;
        return new Promise(() => {});
      },
    };
    expect((await run(mcp, {}, 20)).end).toMatchObject({ fault: "timeout" });
    expect(told?.aborted).toBe(true);
  });

  test("of a server that the host does not know never ran", async () => {
    const { end } = await run({
      callTool: () => Promise.reject(new UnknownMcpServer("guard", ["files", "git"])),
    });
    expect(end).toEqual({
      kind: "fault",
      fault: "spawn",
      detail: 'no MCP client for the server "guard"; the host has files, git',
    });
  });

  test("without any client never ran", async () => {
    const { end } = await run(null);
    expect(end).toEqual({
      kind: "fault",
      fault: "spawn",
      detail: "no MCP client: pass createEngine({ mcp })",
    });
  });
});
