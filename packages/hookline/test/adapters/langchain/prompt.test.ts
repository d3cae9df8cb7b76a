import { HumanMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import type { HooksOptions } from "../../../src/adapters/langchain/index.ts";
import type { JsonObject, OwnAnswer } from "../../../src/index.ts";
import { scratch } from "../../engine/scratch.ts";
import { listenTo, payloadsOf, plainAgent, texts } from "./stage.ts";

async function prompting(answer: (payload: JsonObject) => OwnAnswer | undefined, options: HooksOptions = {}) {
  const engine = await scratch().engine();
  const heard = listenTo(engine, { UserPromptSubmit: answer });
  return { heard, ...plainAgent(engine, () => ({ text: "Yes." }), options) };
}

const refusing = ({ prompt }: JsonObject): OwnAnswer | undefined =>
  prompt === "secret" ? { verdict: "deny", reason: "no secrets" } : undefined;

describe("UserPromptSubmit", () => {
  it("that denies: no request, the person reads why, the prompt is not kept", async () => {
    const { say, model, heard } = await prompting(refusing);
    const { messages } = await say("secret");
    expect(model.requests).toEqual([]);
    expect(texts(messages)).toEqual([
      "ai: UserPromptSubmit operation blocked by hook:\nno secrets\n\nOriginal prompt: secret",
    ]);
    expect(payloadsOf(heard, "Stop")).toEqual([]);
  });

  it("that denies leaves nothing behind for the model to read in a later turn", async () => {
    const { say, model } = await prompting(refusing);
    await say("hello");
    await say("secret");
    const { messages } = await say("again");
    expect(texts(model.requests[1])).toEqual(["human: hello", "ai: Yes.", "human: again"]);
    expect(texts(messages)).toEqual(["human: hello", "ai: Yes.", "human: again", "ai: Yes."]);
  });

  it("that denies twice, and halts, leaves nothing either", async () => {
    const { say, model } = await prompting(({ prompt }) =>
      prompt === "stop" ? { halt: "go home" } : refusing({ prompt: prompt ?? "" }),
    );
    await say("secret");
    const { messages } = await say("stop");
    expect(texts(messages)).toEqual([expect.stringContaining("go home")]);
    await say("fine");
    expect(model.requests.map(texts)).toEqual([["human: fine"]]);
  });

  it("may keep the prompt out of what the person reads", async () => {
    const { say } = await prompting(() => ({
      verdict: "deny",
      reason: "hush",
      effects: { suppressOriginalPrompt: true },
    }));
    expect(texts((await say("pw=1234")).messages)).toEqual([
      "ai: UserPromptSubmit operation blocked by hook:\nhush",
    ]);
  });

  it("that rewrites: the model reads that, and nothing else", async () => {
    const { say, model } = await prompting(() => ({ updatedPrompt: "in English, please" }));
    await say("bitte");
    expect(texts(model.requests[0])).toEqual(["human: in English, please"]);
  });

  // shows: S-065
  it("that gives context: it stands after the prompt, also in later turns", async () => {
    const { say, model } = await prompting(({ prompt }) =>
      prompt === "one" ? { context: "on main" } : undefined,
    );
    await say("one");
    await say("two");
    const reminder =
      "human: <system-reminder>\nUserPromptSubmit hook additional context: on main\n</system-reminder>";
    expect(texts(model.requests[0])).toEqual(["human: one", reminder]);
    expect(texts(model.requests[1])).toEqual(["human: one", reminder, "ai: Yes.", "human: two"]);
  });

  it("of a command gives context by what it prints", async () => {
    const command = "echo 'the branch is main'";
    const engine = await scratch({ UserPromptSubmit: [{ hooks: [{ type: "command", command }] }] }).engine();
    const { say, model } = plainAgent(engine, [{ text: "Yes." }]);
    await say("go");
    expect(texts(model.requests[0])[1]).toContain("the branch is main");
  });

  // shows: S-061
  it("brings the context that waited, once", async () => {
    const waiting = ["from SessionStart"];
    const { say, model } = await prompting(() => undefined, { pendingContext: () => waiting.splice(0) });
    await say("one");
    await say("two");
    expect(texts(model.requests[0])).toEqual([
      "human: one",
      "human: <system-reminder>\nfrom SessionStart\n</system-reminder>",
    ]);
    expect(texts(model.requests[1]).filter((text) => text.includes("SessionStart"))).toHaveLength(1);
  });

  it("keeps the context that waits when the prompt is refused", async () => {
    const waiting = ["from SessionStart"];
    const { say, model } = await prompting(refusing, { pendingContext: () => waiting.splice(0) });
    await say("secret");
    await say("fine");
    expect(texts(model.requests[0]).at(-1)).toContain("from SessionStart");
  });

  it("is fired once a prompt, with the fields of the host, and not for one that was seen", async () => {
    const payload = () => ({ session_id: "S", transcript_path: "/t.jsonl", permission_mode: "plan" });
    const { say, agent, config, heard } = await prompting(() => undefined, { payload });
    await say("one");
    await agent.invoke({ messages: [] }, config);
    expect(payloadsOf(heard, "UserPromptSubmit")).toMatchObject([{ ...payload(), prompt: "one" }]);
  });

  it("takes a prompt of several parts, and leaves the parts as they are", async () => {
    const { agent, config, model, heard } = await prompting(() => undefined);
    const content = [
      { type: "text", text: "what is it?" },
      { type: "image_url", image_url: "data:x" },
    ];
    await agent.invoke({ messages: [new HumanMessage({ content })] }, config);
    expect(payloadsOf(heard, "UserPromptSubmit")).toMatchObject([{ prompt: "what is it?" }]);
    expect(model.requests[0]?.[0]?.content).toEqual(content);
  });

  it("keeps all else that a prompt carries", async () => {
    const { agent, config, model } = await prompting(() => ({ updatedPrompt: "hello" }));
    const prompt = new HumanMessage({
      id: "p1",
      name: "ann",
      content: "hi",
      additional_kwargs: { files: ["a"] },
      response_metadata: { from: "phone" },
    });
    await agent.invoke({ messages: [prompt] }, config);
    expect(model.requests[0]?.[0]).toMatchObject({
      id: "p1",
      name: "ann",
      content: "hello",
      additional_kwargs: { files: ["a"] },
      response_metadata: { from: "phone" },
    });
  });
});
