import { HumanMessage } from "@langchain/core/messages";
import { Command, MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";
import { hooksMiddleware } from "../../../src/adapters/langchain/index.ts";
import type { Engine } from "../../../src/index.ts";
import { scratch } from "../../engine/scratch.ts";
import { answers, approve, asking, type Question, questionsIn, writes } from "./questions.ts";
import { type Script, ScriptedModel } from "./scripted-model.ts";
import { calling, listenTo, payloadsOf, resultsIn, texts, writeTool, writing } from "./stage.ts";

describe("interruptOn", () => {
  it("asks in LangChain's words about what hooks made of the call, and runs just that", async () => {
    const { say, agent, config, given, heard } = await asking(
      [calling(writing("a")), { text: "Done." }],
      { interruptOn: writes },
      { PreToolUse: () => ({ updatedInput: { file_path: "safe/a", content: "x" } }) },
    );
    const asked = await say("go");
    expect(given).toEqual([]);
    expect(questionsIn(asked).map(({ value }) => value)).toEqual([
      {
        actionRequests: [
          {
            name: "write_file",
            args: { file_path: "safe/a", content: "x" },
            description: expect.stringContaining("safe/a"),
          },
        ],
        reviewConfigs: [{ actionName: "write_file", allowedDecisions: ["approve", "edit", "reject"] }],
      },
    ]);
    const { messages } = await agent.invoke(answers(asked, approve), config);
    expect(given).toEqual([{ file_path: "safe/a", content: "x" }]);
    expect(texts(messages).slice(2)).toEqual(["tool: wrote safe/a", "ai: Done."]);
    expect(payloadsOf(heard, "PreToolUse")).toHaveLength(1);
    expect(payloadsOf(heard, "PostToolUseFailure")).toEqual([]);
  });

  it("takes what the person changed", async () => {
    const { say, agent, config, given, heard } = await asking([calling(writing("a"))], {
      interruptOn: writes,
    });
    const edit = {
      type: "edit",
      editedAction: { name: "write_file", args: { file_path: "b", content: "" } },
    };
    await agent.invoke(
      answers(await say("go"), () => edit),
      config,
    );
    expect(given).toEqual([{ file_path: "b", content: "" }]);
    expect(payloadsOf(heard, "PostToolUse")).toMatchObject([{ tool_input: { file_path: "b" } }]);
  });

  it.each([
    [{ type: "reject", message: "not today" }, "not today"],
    [{ type: "reject" }, "the person rejected the call of write_file"],
    [{ type: "edit", editedAction: { name: "rm", args: {} } }, "the person wants rm instead of write_file"],
    [{ type: "shrug" }, "the answer to the question about write_file was none of approve, edit, reject"],
  ])("takes %j as a no", async (answer, why) => {
    const { say, agent, config, given, heard } = await asking([calling(writing("a")), { text: "Done." }], {
      interruptOn: writes,
    });
    const { messages } = await agent.invoke(
      answers(await say("go"), () => answer),
      config,
    );
    expect(given).toEqual([]);
    expect(texts(messages).slice(2)).toEqual([`tool: ${why}`, "ai: Done."]);
    expect(resultsIn(messages)[0]?.status).toBe("error");
    expect(payloadsOf(heard, "PermissionDenied")).toMatchObject([{ reason: why }]);
  });

  it("takes an answer of another shape as a no", async () => {
    const { say, agent, config, given } = await asking([calling(writing("a"))], { interruptOn: writes });
    await say("go");
    await agent.invoke(new Command({ resume: "yes please" }), config);
    expect(given).toEqual([]);
  });

  it("offers only what the tool's entry allows", async () => {
    const { say, agent, config, given } = await asking([calling(writing("a"))], {
      interruptOn: { write_file: { allowedDecisions: ["approve", "reject"] } },
    });
    const edit = { type: "edit", editedAction: { name: "write_file", args: { file_path: "b" } } };
    await agent.invoke(
      answers(await say("go"), () => edit),
      config,
    );
    expect(given).toEqual([]);
  });

  it("asks about several calls at once, and answers go to their own", async () => {
    const { say, agent, config, given, heard } = await asking(
      [calling(writing("a"), writing("b"), writing("c")), { text: "Done." }],
      { interruptOn: writes },
      { PreToolUse: ({ tool_use_id }) => (tool_use_id === "toolu_1_2" ? { verdict: "deny" } : undefined) },
    );
    const asked = await say("go");
    expect(questionsIn(asked)).toHaveLength(2);
    const about = (question: Question) => JSON.stringify(question.value);
    const { messages } = await agent.invoke(
      answers(asked, (question) => ({ type: about(question).includes('"b"') ? "reject" : "approve" })),
      config,
    );
    expect(given).toEqual([{ file_path: "a", content: "x" }]);
    expect(resultsIn(messages).map(({ status }) => status)).toEqual(["success", "error", "error"]);
    expect(payloadsOf(heard, "PreToolUse")).toHaveLength(3);
  });

  it("asks `when` with the rewritten call, and describes by the tool's own words", async () => {
    const { say, given } = await asking(
      [calling(writing("a"), writing("b"))],
      {
        interruptOn: {
          write_file: {
            allowedDecisions: ["approve"],
            when: ({ toolCall }) => toolCall.args.file_path === "B",
            description: ({ args }) => `May ${String(args.file_path)} be written?`,
          },
        },
      },
      {
        PreToolUse: ({ tool_input }) =>
          JSON.stringify(tool_input).includes('"b"') ? { updatedInput: { file_path: "B" } } : undefined,
      },
    );
    const asked = await say("go");
    expect(given).toEqual([{ file_path: "a", content: "x" }]);
    expect(questionsIn(asked)).toMatchObject([
      { value: { actionRequests: [{ description: "May B be written?" }] } },
    ]);
  });

  it("does not ask about a call that a hook denies", async () => {
    const { say } = await asking(
      [calling(writing("a"))],
      { interruptOn: writes },
      { PreToolUse: () => ({ verdict: "deny" }) },
    );
    expect(questionsIn(await say("go"))).toEqual([]);
  });

  it("asks about any tool that a hook says `ask` of, with the hook's reason", async () => {
    const { say, agent, config, given } = await asking(
      [calling(writing("a")), { text: "Done." }],
      { interruptOn: {} },
      { PreToolUse: () => ({ verdict: "ask", reason: "is that wise?" }) },
    );
    const asked = await say("go");
    expect(JSON.stringify(questionsIn(asked))).toContain("is that wise?");
    await agent.invoke(answers(asked, approve), config);
    expect(given).toHaveLength(1);
  });

  // A decision lives in the process that made it: a new one asks the hooks again, and the person's answer holds for what they say now.
  it("in a new process: PreToolUse runs once more, and a deny of now beats the answer", async () => {
    const checkpointer = new MemorySaver();
    const config = { configurable: { thread_id: "t1" } };
    const begin = (engine: Engine, script: Script) => {
      const { write, given } = writeTool();
      const middleware = [hooksMiddleware(engine, { interruptOn: writes })];
      const model = new ScriptedModel(script);
      return { agent: createAgent({ model, tools: [write], checkpointer, middleware }), given };
    };
    const one = await scratch().engine();
    const { agent: first } = begin(one, [calling(writing("a"), writing("b"))]);
    const asked = await first.invoke({ messages: [new HumanMessage("go")] }, config);
    const other = await scratch().engine();
    const heard = listenTo(other, {
      PreToolUse: ({ tool_use_id }) => (tool_use_id === "toolu_1_1" ? { verdict: "deny", reason: "no" } : {}),
    });
    const { agent: second, given } = begin(other, [{ text: "Done." }]);
    const { messages } = await second.invoke(answers(asked, approve), config);
    expect(payloadsOf(heard, "PreToolUse")).toHaveLength(2);
    expect(given).toEqual([{ file_path: "a", content: "x" }]);
    expect(texts(resultsIn(messages))).toEqual([
      "tool: wrote a",
      "tool: PreToolUse:write_file hook error: no",
    ]);
  });
});

describe("a person who is asked directly", () => {
  it("gets the final input and the hook's reason, and decides", async () => {
    const requests: object[] = [];
    const { say, given } = await asking(
      [calling(writing("a"), writing("b")), { text: "Done." }],
      {
        permission: (request, { agent }) => {
          requests.push({ ...request, agent });
          return request.id === "toolu_1_0"
            ? { behavior: "allow", updatedInput: { file_path: "c" } }
            : { behavior: "deny", message: "no b" };
        },
      },
      { PreToolUse: () => ({ verdict: "ask", reason: "hm", updatedInput: { file_path: "d" } }) },
    );
    const { messages } = await say("go");
    expect(requests).toMatchObject([
      { name: "write_file", input: { file_path: "d" }, verdict: "ask", reason: "hm", agent: null },
      { id: "toolu_1_1" },
    ]);
    expect(given).toEqual([{ file_path: "c", content: "" }]);
    expect(texts(resultsIn(messages))).toEqual(["tool: wrote c", "tool: no b"]);
  });

  it("is not asked where a rule of the host refuses", async () => {
    const { say, given } = await asking([calling(writing("a"))], {
      refuses: ({ input }) => (input.file_path === "a" ? "rule: no a" : null),
      permission: () => ({ behavior: "allow" }),
    });
    expect(texts(resultsIn((await say("go")).messages))).toEqual(["tool: rule: no a"]);
    expect(given).toEqual([]);
  });
});
