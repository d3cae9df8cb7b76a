import { AIMessage, AIMessageChunk } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { ModelError } from "../../src/models/errors.ts";
import { withWholeCalls } from "../../src/models/whole-calls.ts";

const type = "tool_call_chunk" as const;
const streamed = (...tool_call_chunks: { name?: string; args?: string; id?: string; index?: number }[]) =>
  new AIMessageChunk({
    content: "I call",
    id: "m1",
    tool_call_chunks: tool_call_chunks.map((chunk) => ({ type, ...chunk })),
  });
const calling = (...calls: { name: string; args: Record<string, unknown>; id?: string }[]) =>
  new AIMessage({ content: "I call", id: "m1", tool_calls: calls });

describe("an answer's calls", () => {
  it("stay as they are when each is whole and has an id", () => {
    const answer = streamed({ name: "ls", args: '{"path":"."}', id: "a", index: 0 });
    expect(withWholeCalls(answer)).toBe(answer);
    const bare = new AIMessage("no calls");
    expect(withWholeCalls(bare)).toBe(bare);
  });

  it.each([
    ["streamed without an id", streamed({ name: "ls", args: '{"path":"."}', index: 0 })],
    ["streamed with an empty one", streamed({ name: "ls", args: '{"path":"."}', id: "", index: 0 })],
    ["given without an id", calling({ name: "ls", args: { path: "." } })],
    ["given with an empty one", calling({ name: "ls", args: { path: "." }, id: "" })],
  ])("get an id: %s", (_what, answer) => {
    const { tool_calls, invalid_tool_calls, id, content } = withWholeCalls(answer);
    expect(tool_calls).toEqual([
      expect.objectContaining({
        name: "ls",
        args: { path: "." },
        id: expect.stringMatching(/^toolu_[\w-]{36}$/),
      }),
    ]);
    expect([invalid_tool_calls, id, content]).toEqual([[], "m1", "I call"]);
  });

  it("never share an id: each result answers one call", () => {
    const { tool_calls = [] } = withWholeCalls(
      calling({ name: "ls", args: {}, id: "a" }, { name: "glob", args: {}, id: "a" }),
    );
    expect(tool_calls.map(({ name }) => name)).toEqual(["ls", "glob"]);
    expect(tool_calls[0]?.id).toBe("a");
    expect(tool_calls[1]?.id).toMatch(/^toolu_/);
  });

  it.each([
    [
      "an input that is a list",
      streamed({ name: "ls", args: "[1]", id: "a", index: 0 }),
      "call of ls has no readable input",
    ],
    [
      "an input that is null",
      streamed({ name: "ls", args: "null", index: 0 }),
      "call of ls has no readable input",
    ],
    ["no name", streamed({ args: '{"a":1}', index: 0 }), "has no name"],
    [
      "text for an input",
      new AIMessage({
        content: "",
        invalid_tool_calls: [{ name: "ls", args: "{oops", id: "a", error: "bad" }],
      }),
      "call of ls has no readable input",
    ],
    ["half an input", streamed({ name: "ls", args: '{"path":"/', id: "a", index: 0 }), "was cut off"],
  ])("stop the turn with %s", (_what, answer, words) => {
    expect(() => withWholeCalls(answer)).toThrow(ModelError);
    expect(() => withWholeCalls(answer)).toThrow(words);
  });

  it("may be 128 and no more", () => {
    const many = (count: number) =>
      calling(...Array.from({ length: count }, (_, index) => ({ name: "ls", args: {}, id: `c${index}` })));
    expect(withWholeCalls(many(128)).tool_calls).toHaveLength(128);
    expect(() => withWholeCalls(many(129))).toThrow(
      "129 tool calls at once, so none of them runs: 128 are the most",
    );
  });

  it("that are nested without end are cut to what can be stored, and stay too deep to run", () => {
    const args: Record<string, unknown> = JSON.parse(`${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`);
    const [call] = withWholeCalls(calling({ name: "ls", args, id: "a" })).tool_calls ?? [];
    expect(JSON.stringify(call?.args).match(/\{/g)).toHaveLength(600);
  });
});
