import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { Command } from "@langchain/langgraph";
import { createAgent, createMiddleware, tool } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { endBatch, hooksMiddleware, markOf, textOf } from "../../../src/adapters/langchain/index.ts";
import type { OwnAnswer } from "../../../src/index.ts";
import { scratch } from "../../engine/scratch.ts";
import { ScriptedModel } from "./scripted-model.ts";
import { calling, listenTo, payloadsOf, plainAgent, resultsIn, texts, writeTool, writing } from "./stage.ts";

/** One call of the tool under one answer of a PreToolUse hook. */
async function underHook(answer: OwnAnswer) {
  const engine = await scratch().engine();
  const heard = listenTo(engine, { PreToolUse: () => answer });
  const { say, given, model } = plainAgent(engine, [calling(writing("a")), { text: "Done." }]);
  const { messages } = await say("go");
  return { messages, given, heard, model, result: resultsIn(messages)[0] };
}

describe("PreToolUse", () => {
  it("that denies: the tool does not run, the model reads why, the run goes on", async () => {
    const { messages, given, heard, result } = await underHook({ verdict: "deny", reason: "not there" });
    expect(given).toEqual([]);
    expect(result).toMatchObject({ status: "error", tool_call_id: "toolu_1_0", name: "write_file" });
    expect(texts(messages)).toEqual([
      "human: go",
      "ai: ",
      "tool: PreToolUse:write_file hook error: not there",
      "ai: Done.",
    ]);
    expect(payloadsOf(heard, "PermissionDenied")).toMatchObject([
      {
        tool_name: "write_file",
        tool_input: { file_path: "a" },
        tool_use_id: "toolu_1_0",
        reason: "not there",
      },
    ]);
    expect(payloadsOf(heard, "PostToolUse")).toEqual([]);
    expect(payloadsOf(heard, "PostToolBatch")).toMatchObject([
      { tool_calls: [{ tool_use_id: "toolu_1_0" }] },
    ]);
  });

  it.each(["ask", "defer"] as const)(
    "that says %s with nobody to ask: the tool does not run",
    async (verdict) => {
      const { given, result, messages } = await underHook({ verdict, reason: "who says so" });
      expect(given).toEqual([]);
      expect(result?.status).toBe("error");
      expect(result && textOf(result)).toContain("who says so");
      expect(texts(messages).at(-1)).toBe("ai: Done.");
    },
  );

  it.each(["pass", "allow"] as const)("that says %s: the tool runs", async (verdict) => {
    const { given, result } = await underHook({ verdict });
    expect(given).toEqual([{ file_path: "a", content: "x" }]);
    expect(result).toMatchObject({ content: "wrote a", status: "success" });
  });

  it("that rewrites: the tool gets it, PostToolUse and PostToolBatch show it, the model's own call stays", async () => {
    const updatedInput = { file_path: "safe/a", content: "y" };
    const { messages, given, heard, result } = await underHook({ updatedInput });
    expect(given).toEqual([updatedInput]);
    expect(payloadsOf(heard, "PostToolUse")).toMatchObject([{ tool_input: updatedInput }]);
    expect(payloadsOf(heard, "PostToolBatch")).toMatchObject([
      { tool_calls: [{ tool_input: updatedInput }] },
    ]);
    expect(result && markOf(result).input).toEqual(updatedInput);
    expect(messages[1]).toMatchObject({ tool_calls: [{ args: { file_path: "a" } }] });
  });

  it("that gives context: it stands beside the result", async () => {
    const { model } = await underHook({ context: "the disk is slow" });
    expect(texts(model.requests[1]).at(-1)).toBe(
      "tool: wrote a\n\n<system-reminder>\n" +
        "PreToolUse:write_file hook additional context: the disk is slow\n</system-reminder>",
    );
  });

  it("that halts: the tool does not run and the turn ends without another request", async () => {
    const { messages, given, model, heard } = await underHook({ halt: "go home" });
    expect(given).toEqual([]);
    expect(model.requests).toHaveLength(1);
    expect(texts(messages).at(-1)).toBe("human: A hook ended the turn: go home");
    expect(payloadsOf(heard, "Stop")).toEqual([]);
  });

  it("of a command denies by exit 2 and rewrites by JSON, as it would around any other agent", async () => {
    const rewrite = { hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { file_path: "B" } } };
    const { engine } = scratch({
      PreToolUse: [
        {
          matcher: "Write",
          hooks: [
            { type: "command", command: "grep -q secret && { echo 'no secrets' >&2; exit 2; } || true" },
            { type: "command", command: `grep -q '"b"' && echo '${JSON.stringify(rewrite)}' || true` },
          ],
        },
      ],
    });
    const { say, given } = plainAgent(await engine(), [
      calling(writing("secret"), writing("b"), writing("c")),
      { text: "Done." },
    ]);
    const { messages } = await say("go");
    expect(given).toHaveLength(2);
    expect(texts(resultsIn(messages))).toEqual([
      expect.stringMatching(/^tool: PreToolUse:write_file hook error: .*no secrets/),
      "tool: wrote B",
      "tool: wrote c",
    ]);
  });
});

describe("PostToolUse", () => {
  const after = async (answer: OwnAnswer) => {
    const engine = await scratch().engine();
    const heard = listenTo(engine, { PostToolUse: () => answer });
    const { say, model } = plainAgent(engine, [calling(writing("a")), { text: "Done." }]);
    const { messages } = await say("go");
    return { heard, model, messages, result: resultsIn(messages)[0] };
  };

  it("that denies gives feedback beside the result, which stays", async () => {
    const { result, messages } = await after({
      verdict: "deny",
      reason: "2 lint errors",
      context: "see a.ts",
    });
    expect(result).toMatchObject({ status: "success" });
    expect(texts(messages).slice(2)).toEqual([
      "tool: wrote a\n\n<system-reminder>\nPostToolUse:write_file hook blocking error: 2 lint errors\n" +
        "PostToolUse:write_file hook additional context: see a.ts\n</system-reminder>",
      "ai: Done.",
    ]);
  });

  it.each([
    ["a text", "rewritten", "rewritten"],
    ["an object", { written: 1 }, '{"written":1}'],
  ])("that changes the output to %s: the model reads that", async (_name, updatedOutput, content) => {
    const { result } = await after({ updatedOutput });
    expect(result).toMatchObject({ content, status: "success", tool_call_id: "toolu_1_0" });
  });

  it("that halts ends the turn after the batch", async () => {
    const { model, messages } = await after({ halt: { reason: "enough" } });
    expect(model.requests).toHaveLength(1);
    expect(texts(messages).slice(2)).toEqual(["tool: wrote a", "human: A hook ended the turn: enough"]);
  });

  it("gets a tool's own object where it gives one beside the text, and leaves what is no text alone", async () => {
    const engine = await scratch().engine();
    const heard = listenTo(engine);
    const picture = [
      { type: "text", text: "a picture" },
      { type: "image_url", image_url: "data:x" },
    ];
    const camera = tool(() => [picture, { file: "p.png" }], {
      name: "camera",
      description: "Takes a picture.",
      schema: z.object({}),
      responseFormat: "content_and_artifact",
    });
    const { say } = plainAgent(engine, [calling({ name: "camera", input: {} })], {}, [camera]);
    const [result] = resultsIn((await say("go")).messages);
    expect(result).toMatchObject({ content: picture, artifact: { file: "p.png" } });
    expect(payloadsOf(heard, "PostToolUse")).toMatchObject([{ tool_response: { file: "p.png" } }]);
  });
});

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

describe("PostToolBatch", () => {
  it("that denies ends the turn, and says why", async () => {
    const engine = await scratch().engine();
    listenTo(engine, { PostToolBatch: () => ({ verdict: "deny", reason: "too much" }) });
    const { say, model } = plainAgent(engine, [calling(writing("a"))]);
    const { messages } = await say("go");
    expect(model.requests).toHaveLength(1);
    expect(texts(messages).at(-1)).toBe("human: PostToolBatch hook stopped continuation: too much");
  });

  it("that gives context: the model reads it after the results", async () => {
    const engine = await scratch().engine();
    listenTo(engine, { PostToolBatch: () => ({ context: "3 files changed" }) });
    const { say, model } = plainAgent(engine, [calling(writing("a")), { text: "Done." }]);
    await say("go");
    expect(texts(model.requests[1]).slice(-2)).toEqual([
      "tool: wrote a",
      "human: <system-reminder>\nPostToolBatch hook additional context: 3 files changed\n</system-reminder>",
    ]);
  });

  it("is told in a step of the host where it has one, and once", async () => {
    const engine = await scratch().engine();
    const heard = listenTo(engine, { PostToolBatch: () => ({ context: "3 files changed" }) });
    const model = new ScriptedModel([calling(writing("a")), { text: "Done." }]);
    const step = createMiddleware({
      name: "HostStep",
      beforeModel: { canJumpTo: ["end"], hook: ({ messages }) => endBatch(engine, {}, messages) },
    });
    const middleware = [step, hooksMiddleware(engine, { batch: "host-step" })];
    const agent = createAgent({ model, tools: [writeTool().write], middleware });
    await agent.invoke({ messages: [new HumanMessage("go")] });
    expect(payloadsOf(heard, "PostToolBatch")).toHaveLength(1);
    expect(texts(model.requests[1]).at(-1)).toContain("3 files changed");
  });
});
