import { tool } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { markOf, textOf } from "../../../src/adapters/langchain/index.ts";
import type { OwnAnswer } from "../../../src/index.ts";
import { scratch } from "../../engine/scratch.ts";
import { calling, listenTo, payloadsOf, plainAgent, resultsIn, texts, writing } from "./stage.ts";

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
    expect(result && markOf(result)).toEqual({ input: null });
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
    "that says %s with nobody to ask: the tool does not run, and the refusal is told",
    async (verdict) => {
      const { given, heard, result, messages } = await underHook({ verdict, reason: "who says so" });
      expect(given).toEqual([]);
      expect(payloadsOf(heard, "PermissionDenied")).toMatchObject([
        { tool_name: "write_file", tool_use_id: "toolu_1_0", reason: "who says so" },
      ]);
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
    expect(result).toMatchObject({ content, artifact: updatedOutput, status: "success" });
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
