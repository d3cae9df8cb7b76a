import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { Command } from "@langchain/langgraph";
import { createAgent, tool } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { textOf } from "../../../src/adapters/langchain/index.ts";
import { scratch } from "../../engine/scratch.ts";
import { ScriptedModel } from "./scripted-model.ts";
import { calling, listenTo, payloadsOf, plainAgent, resultsIn, texts, writeTool, writing } from "./stage.ts";

describe("a tool that fails", () => {
  it("stays an error of the tool: the model reads it, PostToolUseFailure hears it, the run goes on", async () => {
    const engine = await scratch().engine();
    const heard = listenTo(engine, { PostToolUseFailure: () => ({ context: "the disk is 99 % full" }) });
    const { say } = plainAgent(engine, [calling(writing("a", "boom")), { text: "Done." }]);
    const { messages } = await say("go");
    expect(payloadsOf(heard, "PostToolUseFailure")).toMatchObject([
      { tool_name: "write_file", tool_input: { content: "boom" }, error: "disk full", is_interrupt: false },
    ]);
    expect(payloadsOf(heard, "PostToolUse")).toEqual([]);
    expect(resultsIn(messages)[0]).toMatchObject({ status: "error" });
    expect(texts(messages).slice(2)).toEqual([
      "tool: disk full\n\n<system-reminder>\n" +
        "PostToolUseFailure:write_file hook additional context: the disk is 99 % full\n</system-reminder>",
      "ai: Done.",
    ]);
  });

  it("because there is none of that name: hooks hear of it, the words are LangChain's own", async () => {
    const script = [calling({ name: "rm_all", input: { x: 1 } }), { text: "Done." }];
    const engine = await scratch().engine();
    const heard = listenTo(engine);
    const hooked = resultsIn((await plainAgent(engine, script).say("go")).messages);
    const bare = await createAgent({ model: new ScriptedModel(script), tools: [writeTool().write] }).invoke({
      messages: [new HumanMessage("go")],
    });
    expect(texts(hooked)).toEqual(texts(resultsIn(bare.messages)));
    expect(payloadsOf(heard, "PreToolUse")).toMatchObject([{ tool_name: "rm_all", tool_input: { x: 1 } }]);
    expect(payloadsOf(heard, "PostToolUseFailure")).toMatchObject([{ tool_name: "rm_all" }]);
  });

  it("because its arguments do not fit: the words are LangChain's own, without the stack", async () => {
    const engine = await scratch().engine();
    const heard = listenTo(engine);
    const { say, given } = plainAgent(engine, [calling({ name: "write_file", input: { file_path: 7 } })]);
    const { messages } = await say("go");
    const [result] = resultsIn(messages);
    expect(given).toEqual([]);
    expect(result?.status).toBe("error");
    const text = result ? textOf(result) : "";
    expect(text).toMatch(/^Error invoking tool 'write_file' with kwargs \{"file_path":7\} with error: /);
    expect(text).toMatch(/\n Please fix the error and try again\.$/);
    expect(text).not.toMatch(/\n\s+at /);
    expect(payloadsOf(heard, "PostToolUseFailure")).toMatchObject([{ error: text }]);
  });

  it("with something that is no error is told as text", async () => {
    const odd = tool(
      () => {
        throw "just a word";
      },
      { name: "odd", description: "Throws.", schema: z.object({}) },
    );
    const engine = await scratch().engine();
    const heard = listenTo(engine);
    const { say } = plainAgent(engine, [calling({ name: "odd", input: {} })], {}, [odd]);
    expect(texts(resultsIn((await say("go")).messages))).toEqual(["tool: just a word"]);
    expect(payloadsOf(heard, "PostToolUseFailure")).toMatchObject([{ error: "just a word" }]);
  });
});

describe("a tool that makes its own message", () => {
  it.each(["success", "error"] as const)("of status %s keeps all that it carries", async (status) => {
    const own = tool(
      (_input, { toolCall }) =>
        new ToolMessage({
          content: "mine",
          tool_call_id: toolCall?.id ?? "",
          name: "own",
          status,
          artifact: { rows: 3 },
          additional_kwargs: { colour: "red" },
          metadata: { took: 5 },
        }),
      { name: "own", description: "Answers by itself.", schema: z.object({}) },
    );
    const engine = await scratch().engine();
    const heard = listenTo(engine);
    const { say } = plainAgent(engine, [calling({ name: "own", input: {} })], {}, [own]);
    const [result] = resultsIn((await say("go")).messages);
    expect(result).toMatchObject({
      content: "mine",
      status,
      artifact: { rows: 3 },
      additional_kwargs: { colour: "red" },
      metadata: { took: 5 },
    });
    const failure = { error: "mine" };
    expect(payloadsOf(heard, "PostToolUseFailure")).toMatchObject(status === "error" ? [failure] : []);
  });
});

describe("a tool that returns a Command", () => {
  const jump = tool(
    (_input, { toolCall }) =>
      new Command({
        update: {
          messages: [new ToolMessage({ content: "moved", tool_call_id: toolCall?.id ?? "", name: "jump" })],
        },
      }),
    { name: "jump", description: "Changes the state.", schema: z.object({}) },
  );

  it("keeps it, with what hooks add in its message", async () => {
    const engine = await scratch().engine();
    const heard = listenTo(engine, { PostToolUse: () => ({ context: "mind the gap" }) });
    const { say } = plainAgent(engine, [calling({ name: "jump", input: {} }), { text: "Done." }], {}, [jump]);
    const { messages } = await say("go");
    expect(payloadsOf(heard, "PostToolUse")).toMatchObject([{ tool_response: "moved" }]);
    expect(texts(messages).slice(2)).toEqual([
      "tool: moved\n\n<system-reminder>\nPostToolUse:jump hook additional context: mind the gap\n</system-reminder>",
      "ai: Done.",
    ]);
  });
});

describe("three calls at once", () => {
  it("are decided apart: one denied, one failing, one fine, each with its own context", async () => {
    const engine = await scratch().engine();
    const heard = listenTo(engine, {
      PreToolUse: ({ tool_use_id, tool_input }) => ({
        context: `about ${String(tool_use_id)}`,
        ...(JSON.stringify(tool_input).includes("secret") && { verdict: "deny", reason: "no" }),
      }),
    });
    const { say, given } = plainAgent(engine, [
      calling(writing("secret"), writing("a", "boom"), writing("b")),
      { text: "Done." },
    ]);
    const { messages } = await say("go");
    expect(given).toHaveLength(2);
    const about = (id: string) =>
      `\n\n<system-reminder>\nPreToolUse:write_file hook additional context: about ${id}\n</system-reminder>`;
    expect(texts(resultsIn(messages))).toEqual([
      `tool: PreToolUse:write_file hook error: no${about("toolu_1_0")}`,
      `tool: disk full${about("toolu_1_1")}`,
      `tool: wrote b${about("toolu_1_2")}`,
    ]);
    expect(payloadsOf(heard, "PostToolBatch")).toHaveLength(1);
  });
});
