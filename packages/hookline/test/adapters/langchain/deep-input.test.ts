import { tool } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { toolCallHook } from "../../../src/adapters/langchain/tool-call.ts";
import { scratch } from "../../engine/scratch.ts";
import { calling, listenTo, plainAgent, resultsIn, texts } from "./stage.ts";

function nested(depth: number): Record<string, unknown> {
  let value: Record<string, unknown> = {};
  for (let level = 0; level < depth; level++) value = { a: value };
  return value;
}
const circle: Record<string, unknown> = {};
circle.self = circle;
const why = "The input of any cannot be written as JSON or is nested too deep, so the call did not run";

describe("a call whose input nobody can be shown", () => {
  it("is refused with a reason, the calls beside it run, and the run goes on", async () => {
    const engine = await scratch().engine();
    const heard = listenTo(engine, {}, ["PreToolUse"]);
    let ran = 0;
    const any = tool(() => `ran ${++ran}`, { name: "any", description: "Any.", schema: z.looseObject({}) });
    const turns = [
      calling({ name: "any", input: nested(600) }, { name: "any", input: { b: 1 } }),
      { text: "Done." },
    ];
    const { say } = plainAgent(engine, turns, {}, [any]);
    const { messages } = await say("go");
    const [first, second] = resultsIn(messages);
    expect([first?.status, first?.text]).toEqual(["error", expect.stringContaining(why)]);
    expect(second?.text).toBe("ran 1");
    expect(heard).toHaveLength(1);
    expect(texts(messages).at(-1)).toBe("ai: Done.");
  });

  it.each([
    ["is nested 20,000 deep", nested(20_000)],
    ["is a circle", circle],
    ["has a value that JSON has no word for", { size: 1n }],
  ])("because it %s never reaches the tool", async (_what, args) => {
    const around = toolCallHook(await scratch().engine(), {});
    const request = {
      toolCall: { name: "any", args, id: "toolu_1", type: "tool_call" },
      tool: undefined,
      state: { messages: [] },
      runtime: {},
    } as unknown as Parameters<typeof around>[0];
    const result = await around(request, () => {
      throw new Error("the tool ran");
    });
    expect(result).toMatchObject({ status: "error", tool_call_id: "toolu_1", name: "any" });
    expect(result).toHaveProperty("content", expect.stringContaining(why));
  });
});
