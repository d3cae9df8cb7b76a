import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HumanMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { builtInEvents, type Engine } from "../../../src/index.ts";
import { scratch } from "../../engine/scratch.ts";
import { calling, deepAgent, firedEvents, listenTo, payloadsOf, plainAgent, writing } from "./stage.ts";

const payload = () => ({
  session_id: "S",
  transcript_path: "/t.jsonl",
  permission_mode: "acceptEdits",
});

/** A streamed turn with a call that goes well, one that fails and one that is refused. */
async function busyTurn(engine: Engine) {
  const { agent, config } = plainAgent(
    engine,
    [
      {
        text: "I write it",
        tools: [writing("a"), writing("b", "boom"), writing("secret")],
        usage: { input: 3, output: 5 },
      },
      { text: "All done." },
    ],
    { payload, refuses: ({ input }) => (input.file_path === "secret" ? "no secrets" : null) },
  );
  const input = { messages: [new HumanMessage("go")] };
  for await (const _chunk of await agent.stream(input, { ...config, streamMode: "messages" }));
}

const model = "scripted-1";
const called = (index: number, file_path: string, content = "x") => ({
  tool_name: "write_file",
  tool_input: { file_path, content },
  tool_use_id: `toolu_1_${index}`,
});
const asked = [
  ["ToolSelection", { model, tools: ["write_file"] }],
  ["ModelRequest", { model, config: {}, tools: ["write_file"] }],
  ["StreamStart", { model }],
] as const;

/** What a hook hears of the busy turn; what happens at once, in the order of the calls. */
const busyEvents: readonly (readonly [string, object])[] = [
  ["UserPromptSubmit", { prompt: "go" }],
  ...asked,
  ["StreamEnd", { model, text: "I write it", input_tokens: 3, output_tokens: 5 }],
  ["ModelResponse", { model, response: { text: "I write it" }, input_tokens: 3, output_tokens: 5 }],
  ["PreToolUse", called(0, "a")],
  ["PreToolUse", called(1, "b", "boom")],
  ["PreToolUse", called(2, "secret")],
  ["PostToolUse", { ...called(0, "a"), tool_response: "wrote a" }],
  ["PostToolUseFailure", { ...called(1, "b", "boom"), error: "disk full", is_interrupt: false }],
  ["PermissionDenied", { ...called(2, "secret"), reason: "no secrets" }],
  [
    "PostToolBatch",
    {
      tool_calls: [
        { ...called(0, "a"), tool_response: "wrote a" },
        { ...called(1, "b", "boom"), tool_response: "disk full" },
        { ...called(2, "secret"), tool_response: "no secrets" },
      ],
    },
  ],
  ...asked,
  ["StreamEnd", { model, text: "All done." }],
  ["ModelResponse", { model, response: { text: "All done.", tool_calls: [] } }],
  ["Stop", { stop_hook_active: false, last_assistant_message: "All done." }],
];

/** The events of the calls, which happen at once, in the order in which the list has them. */
function inOrder<E extends { readonly event: string }>(heard: readonly E[]): E[] {
  const together = ["PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionDenied"];
  const from = heard.findIndex(({ event }) => together.includes(event));
  const to = heard.findLastIndex(({ event }) => together.includes(event)) + 1;
  const sorted = heard
    .slice(from, to)
    .toSorted((one, other) => together.indexOf(one.event) - together.indexOf(other.event));
  return [...heard.slice(0, from), ...sorted, ...heard.slice(to)];
}

describe("a turn of createAgent", () => {
  // shows: W-122
  it("fires its events in order, each with its fields and those of the host", async () => {
    const engine = await scratch().engine();
    const heard = listenTo(engine);
    await busyTurn(engine);
    expect(inOrder(heard).map(({ event, payload }) => [event, payload])).toMatchObject(busyEvents);
    for (const { payload } of heard)
      expect(payload).toMatchObject({ session_id: "S", transcript_path: "/t.jsonl" });
  });

  it("fires the same events to commands", async () => {
    const command = (event: string) => `cat > "$(mktemp payload-XXXXXX)"; echo ${event} >> heard`;
    const hooks = firedEvents.map((event) => [
      event,
      [{ hooks: [{ type: "command", command: command(event) }] }],
    ]);
    const { engine, project } = scratch(Object.fromEntries(hooks));
    await busyTurn(await engine());
    const names = readFileSync(join(project, "heard"), "utf8").trim().split("\n");
    expect(inOrder(names.map((event) => ({ event }))).map(({ event }) => event)).toEqual(
      busyEvents.map(([event]) => event),
    );
    const payloads = readdirSync(project)
      .filter((file) => file.startsWith("payload-"))
      .map((file) => JSON.parse(readFileSync(join(project, file), "utf8")));
    expect(payloads.map((one) => one.hook_event_name).toSorted()).toEqual(names.toSorted());
    for (const one of payloads) expect(one).toMatchObject({ session_id: "S", cwd: project });
  });

  it("fires only fields that the events know", async () => {
    const engine = await scratch().engine();
    const heard = listenTo(engine);
    await busyTurn(engine);
    const common = [
      "session_id",
      "transcript_path",
      "cwd",
      "hook_event_name",
      "permission_mode",
      "agent_id",
      "agent_type",
    ];
    for (const { event, payload } of heard) {
      const spec = builtInEvents.find(({ name }) => name === event);
      const known = [...common, ...Object.keys(spec?.payload ?? {})];
      expect(
        Object.keys(payload).filter((field) => !known.includes(field)),
        event,
      ).toEqual([]);
    }
  });
});

describe("what the host adds", () => {
  it("is in the payloads, and it is told every decision", async () => {
    const engine = await scratch().engine();
    const heard = listenTo(engine, {
      PreToolUse: () => ({ message: "before" }),
      PostToolUse: () => ({ message: "after" }),
      Stop: () => ({ message: "bye" }),
    });
    const told: string[] = [];
    const { say } = plainAgent(engine, [calling(writing("a")), { text: "Done." }], {
      toolPayload: (name) => ({ mcp_server: { name: `of ${name}` } }),
      modelName: () => "our-model",
      told: ({ event, messages }) => void told.push(...messages.map(({ text }) => `${event}: ${text}`)),
    });
    await say("go");
    expect(told).toEqual(["PreToolUse: before", "PostToolUse: after", "Stop: bye"]);
    expect(payloadsOf(heard, "PreToolUse")).toMatchObject([{ mcp_server: { name: "of write_file" } }]);
    expect(payloadsOf(heard, "ModelRequest")[0]).toMatchObject({ model: "our-model" });
  });
});

describe("a turn of createDeepAgent", () => {
  it("fires the events of the agent and of its sub-agent", async () => {
    const engine = await scratch().engine();
    const heard = listenTo(engine, {}, [
      "UserPromptSubmit",
      "PreToolUse",
      "PostToolUse",
      "SubagentStart",
      "SubagentStop",
      "Stop",
    ]);
    const { say } = deepAgent(engine, [
      calling({ name: "write_file", input: { file_path: "/a.txt", content: "hello" } }),
      calling({ name: "task", input: { description: "look", subagent_type: "general-purpose" } }),
      calling({ name: "read_file", input: { file_path: "/a.txt" } }),
      { text: "It says hello." },
      { text: "Done." },
    ]);
    await say("go");
    expect(heard.map(({ event, payload }) => [event, payload.tool_name ?? payload.agent_type])).toEqual([
      ["UserPromptSubmit", undefined],
      ["PreToolUse", "write_file"],
      ["PostToolUse", "write_file"],
      ["PreToolUse", "task"],
      ["SubagentStart", "general-purpose"],
      ["PreToolUse", "read_file"],
      ["PostToolUse", "read_file"],
      ["SubagentStop", "general-purpose"],
      ["PostToolUse", "task"],
      ["Stop", undefined],
    ]);
  });
});
