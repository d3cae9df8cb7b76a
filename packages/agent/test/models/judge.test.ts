import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { createEngine, type Event, type JudgeRequest } from "hookline";
import { createAgent, tool } from "langchain";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { chooseModel } from "../../src/models/choose.ts";
import { createAgentJudge, createJudge, type GetModel } from "../../src/models/judge.ts";
import type { Script } from "../../src/models/script.ts";
import { ScriptedModel } from "../../src/models/scripted.ts";
import { type ServerTurn, startOpenAiServer } from "./openai-server.ts";

const never = new AbortController().signal;
const request = (more: Partial<JudgeRequest> = {}): JudgeRequest => ({
  prompt: 'Is this safe?\n\n{"tool_name":"Bash"}',
  model: undefined,
  event,
  signal: never,
  ...more,
});

/** An event as the engine makes it. */
let event: Event;
beforeAll(async () => {
  const cwd = mkdtempSync(join(tmpdir(), "hookline-judge-"));
  const engine = await createEngine({ cwd, env: { HOME: cwd }, systemRoot: cwd });
  const seen = new Promise<Event>((resolve) => {
    engine.on("PreToolUse", "*", (_payload, call) => resolve(call.event));
  });
  await engine.fire("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
  event = await seen;
  await engine.close();
  rmSync(cwd, { recursive: true });
});

const look = tool(async ({ path }) => `${path} holds 42`, {
  name: "read_file",
  description: "reads",
  schema: z.object({ path: z.string() }),
});

/** A model at an OpenAI-compatible server, which sees what is really sent. */
async function served(turns: readonly ServerTurn[]) {
  const server = await startOpenAiServer(turns);
  onTestFinished(() => server.close());
  const named: (string | undefined)[] = [];
  const getModel: GetModel = async (name) => {
    named.push(name);
    return (await chooseModel({ model: name ?? "usual", env: { OPENAI_BASE_URL: server.url } })).model;
  };
  return { getModel, named, requests: server.requests };
}

describe("a judge for prompt hooks", () => {
  it("asks once, says how to answer, and gives the text back", async () => {
    const { getModel, requests } = await served([{ text: '{"ok": false, "reason": "no"}' }]);
    expect(await createJudge(getModel)(request())).toEqual({ text: '{"ok": false, "reason": "no"}' });
    expect(requests).toHaveLength(1);
    const [system, human] = requests[0]?.body.messages ?? [];
    expect(system?.content).toContain('{"ok": true}');
    expect(human).toMatchObject({ role: "user", content: request().prompt });
  });

  it("asks the model that the hook names", async () => {
    const { getModel, named, requests } = await served([]);
    await createJudge(getModel)(request({ model: "other" }));
    await createJudge(getModel)(request());
    expect(named).toEqual(["other", undefined]);
    expect(requests.map(({ body }) => body.model)).toEqual(["other", "usual"]);
  });

  it("ends when the hook is ended, and tells in one line why a model did not answer", async () => {
    const { getModel } = await served([{ hangs: true }]);
    const ended = new AbortController();
    const call = createJudge(getModel)(request({ signal: ended.signal }));
    ended.abort();
    await expect(call).rejects.toThrow();
    const refused = await served([{ status: 401, text: "bad key" }]);
    await expect(createJudge(refused.getModel)(request())).rejects.toThrow(
      /^the model did not answer.*bad key$/,
    );
  });
});

describe("a judge for agent hooks", () => {
  it("looks around with its tools before it answers", async () => {
    const { getModel, requests } = await served([
      { tools: [{ name: "read_file", input: { path: "a.txt" } }] },
      { text: '{"ok": true}' },
    ]);
    expect(await createAgentJudge(getModel, [look])(request())).toEqual({ text: '{"ok": true}' });
    expect(requests[1]?.body.messages?.at(-1)).toMatchObject({ role: "tool", content: "a.txt holds 42" });
  });

  it("gives up after 50 steps", async () => {
    const again = { tools: [{ name: "read_file", input: { path: "a.txt" } }] };
    const { getModel, requests } = await served(Array.from({ length: 60 }, () => again));
    const judge = createAgentJudge(getModel, [look]);
    await expect(judge(request())).rejects.toThrow("no answer after 50 steps");
    expect(requests).toHaveLength(50);
  });

  it("may answer at its last step", async () => {
    const again = { tools: [{ name: "read_file", input: { path: "a.txt" } }] };
    const { getModel } = await served([...Array.from({ length: 49 }, () => again), { text: '{"ok": true}' }]);
    expect(await createAgentJudge(getModel, [look])(request())).toEqual({ text: '{"ok": true}' });
  });
});

describe("judges inside of a running agent", () => {
  it.each(["prompt", "agent"] as const)("are neither seen nor heard by it: %s", async (type) => {
    const judge = { ok: false, reason: "not so" };
    const turns = [{ text: "I try", tools: [{ name: "act", input: {} }] }, { text: "it was refused" }];
    const model = new ScriptedModel({ turns, judge } satisfies Script);
    const ask =
      type === "prompt" ? createJudge(async () => model) : createAgentJudge(async () => model, [look]);
    const act = tool(async () => JSON.stringify(await ask(request())), {
      name: "act",
      description: "acts",
      schema: z.object({}),
    });
    let started = 0;
    const heard = BaseCallbackHandler.fromMethods({ handleChatModelStart: () => void started++ });
    const agent = createAgent({ model, tools: [act] });
    const options = { streamMode: "messages" as const, callbacks: [heard] };
    const shown: string[] = [];
    for await (const [message] of await agent.stream({ messages: "go" }, options)) {
      if (message.getType() === "ai") shown.push(message.text);
      else expect(JSON.parse(JSON.parse(message.text).text)).toEqual(judge);
    }
    expect(shown.join("")).toBe("I tryit was refused");
    expect(started).toBe(2);
  });

  it.each(["prompt", "agent"] as const)("give a real engine its %s hooks", async (type) => {
    const cwd = mkdtempSync(join(tmpdir(), "hookline-judge-"));
    onTestFinished(() => rmSync(cwd, { recursive: true }));
    const model = new ScriptedModel({ turns: [{ text: "mine" }], judge: { ok: false, reason: "dangerous" } });
    const engine = await createEngine({
      cwd,
      env: { HOME: cwd },
      systemRoot: cwd,
      model: createJudge(async () => model),
      agent: createAgentJudge(async () => model, [look]),
    });
    onTestFinished(() => engine.close());
    engine.register({ event: "PreToolUse", hooks: [{ type, prompt: "Is this safe? $ARGUMENTS" }] });
    const decision = await engine.fire("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
    expect(decision).toMatchObject({ verdict: "deny", reason: "dangerous" });
    expect((await model.invoke("go")).text).toBe("mine");
  });
});
