import type { SubAgent } from "deepagents";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";
import { scratch } from "../../engine/scratch.ts";
import { delegate, delegating, promptOf, research, tasking } from "./delegating.ts";
import { ScriptedModel } from "./scripted-model.ts";
import { calling, deepAgent, listenTo, payloadsOf, resultsIn, texts } from "./stage.ts";

describe("a sub-agent", () => {
  it.each([
    ["general-purpose", []],
    ["research", [research]],
    ["forked", [{ ...research, name: "forked", mode: "fork" }]],
  ] satisfies [string, SubAgent[]][])(
    "of type %s begins, uses its tools and ends under one name, each told once",
    async (type, subagents) => {
      const { heard, messages, given } = await delegate([tasking("x", type)], {}, subagents);
      expect(texts(resultsIn(messages))).toEqual(["tool: x is done"]);
      expect(given).toHaveLength(1);
      const starts = payloadsOf(heard, "SubagentStart");
      expect(starts).toMatchObject([
        { agent_type: type, agent_id: expect.stringMatching(/^a[0-9a-f]{16}$/) },
      ]);
      const agent_id = starts[0]?.agent_id;
      expect(payloadsOf(heard, "SubagentStop")).toMatchObject([
        { agent_id, agent_type: type, stop_hook_active: false, last_assistant_message: "x is done" },
      ]);
      const tools = heard.filter(({ event }) => event === "PreToolUse" || event === "PostToolUse");
      expect(tools.map(({ event, payload }) => [event, payload.tool_name, payload.agent_id])).toEqual([
        ["PreToolUse", "task", undefined],
        ["PreToolUse", "write_note", agent_id],
        ["PostToolUse", "write_note", agent_id],
        ["PostToolUse", "task", undefined],
      ]);
      expect(payloadsOf(heard, "UserPromptSubmit")).toHaveLength(1);
      expect(payloadsOf(heard, "Stop")).toHaveLength(1);
      expect(payloadsOf(heard, "ModelRequest").map((one) => one.agent_id)).toEqual([
        undefined,
        agent_id,
        agent_id,
        undefined,
      ]);
    },
  );

  it("that the host names general-purpose itself is not added a second time", async () => {
    const own = { ...research, name: "general-purpose" };
    const { heard } = await delegate([tasking("x")], {}, [own]);
    expect(payloadsOf(heard, "SubagentStart")).toHaveLength(1);
  });

  it("beside another has an identifier of its own, and so have its tools and contexts", async () => {
    const { heard, model, messages } = await delegate([tasking("x"), tasking("y")], {
      ModelResponse: ({ agent_id }) => (agent_id === undefined ? {} : { context: `for ${String(agent_id)}` }),
    });
    expect(texts(resultsIn(messages))).toEqual(["tool: x is done", "tool: y is done"]);
    const starts = payloadsOf(heard, "SubagentStart").map(({ agent_id }) => agent_id);
    expect(new Set(starts).size).toBe(2);
    const of = (path: string, event: string) =>
      payloadsOf(heard, event).find(
        ({ tool_name, tool_input }) =>
          tool_name === "write_note" && JSON.stringify(tool_input).includes(`"${path}"`),
      )?.agent_id;
    expect(of("x", "PostToolUse")).toBe(of("x", "PreToolUse"));
    expect(of("y", "PostToolUse")).toBe(of("y", "PreToolUse"));
    expect(new Set([of("x", "PreToolUse"), of("y", "PreToolUse")])).toEqual(new Set(starts));
    for (const path of ["x", "y"]) {
      const request = model.requests.find(
        (one) => promptOf(one) === path && one.at(-2)?.getType() === "tool",
      );
      const contexts = texts(request).filter((text) => text.includes("ModelResponse hook"));
      expect(contexts).toEqual([expect.stringContaining(`for ${String(of(path, "PreToolUse"))}`)]);
    }
  });

  it("reads the context that SubagentStart gives", async () => {
    const { model } = await delegate([tasking("x")], { SubagentStart: () => ({ context: "be brief" }) });
    const own = model.requests.filter((request) => promptOf(request) === "x");
    expect(texts(own[0])).toContain(
      "human: <system-reminder>\nSubagentStart hook additional context: be brief\n</system-reminder>",
    );
    expect(texts(model.requests[0]).join()).not.toContain("be brief");
  });

  it("that SubagentStop denies goes on with the reason; its parent reads the last answer", async () => {
    const engine = await scratch().engine();
    const heard = listenTo(engine, {
      SubagentStop: ({ stop_hook_active }) =>
        stop_hook_active ? undefined : { verdict: "deny", reason: "check it" },
    });
    const { say } = deepAgent(engine, [
      calling(tasking("x")),
      { text: "first" },
      { text: "checked" },
      { text: "All done." },
    ]);
    const { messages } = await say("go");
    expect(texts(resultsIn(messages))).toEqual(["tool: checked"]);
    expect(payloadsOf(heard, "SubagentStop").map((one) => one.stop_hook_active)).toEqual([false, true]);
  });

  it("whose tool a hook denies reads so itself", async () => {
    const { messages, given, model } = await delegate([tasking("x")], {
      PreToolUse: ({ tool_name }) => (tool_name === "write_note" ? { verdict: "deny", reason: "no" } : {}),
    });
    expect(given).toEqual([]);
    expect(texts(model.requests[2]).at(-1)).toBe("tool: PreToolUse:write_note hook error: no");
    expect(texts(messages).at(-1)).toBe("ai: All done.");
  });

  it("is not begun if a hook denies its task", async () => {
    const { heard, messages } = await delegate([tasking("x")], {
      PreToolUse: () => ({ verdict: "deny", reason: "no helpers" }),
    });
    expect(payloadsOf(heard, "SubagentStart")).toEqual([]);
    expect(texts(resultsIn(messages))).toEqual(["tool: PreToolUse:task hook error: no helpers"]);
  });

  it("whose turn a hook ends: its parent reads why and goes on", async () => {
    const { messages, model } = await delegate([tasking("x")], {
      PostToolUse: ({ tool_name }) => (tool_name === "write_note" ? { halt: "enough" } : {}),
    });
    expect(texts(resultsIn(messages))).toEqual(["tool: A hook ended the turn: enough"]);
    expect(texts(messages).at(-1)).toBe("ai: All done.");
    expect(model.requests).toHaveLength(3);
  });

  it("has a transcript where the host says", async () => {
    const engine = await scratch().engine();
    const heard = listenTo(engine);
    const { say } = deepAgent(engine, delegating(tasking("x")), {
      agentTranscript: ({ id, type }) => `/t/${type}-${id}.jsonl`,
    });
    await say("go");
    const [stop] = payloadsOf(heard, "SubagentStop");
    expect(stop?.agent_transcript_path).toBe(`/t/general-purpose-${String(stop?.agent_id)}.jsonl`);
  });

  it("that is compiled already goes through as it is: its task is told, what it does is not", async () => {
    const engine = await scratch().engine();
    const heard = listenTo(engine);
    const runnable = createAgent({ model: new ScriptedModel([{ text: "compiled" }]), tools: [] });
    const compiled = { name: "compiled", description: "d", runnable };
    const { say } = deepAgent(engine, delegating(tasking("x", "compiled")), {}, { subagents: [compiled] });
    const { messages } = await say("go");
    expect(texts(resultsIn(messages))).toEqual(["tool: compiled"]);
    expect(payloadsOf(heard, "PostToolUse")).toMatchObject([{ tool_name: "task" }]);
    expect(payloadsOf(heard, "SubagentStart")).toEqual([]);
  });
});
