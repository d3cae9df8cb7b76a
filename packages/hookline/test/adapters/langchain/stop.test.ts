import { describe, expect, it } from "vitest";
import type { HooksOptions } from "../../../src/adapters/langchain/index.ts";
import { markOf } from "../../../src/adapters/langchain/index.ts";
import type { Decision, JsonObject, OwnAnswer } from "../../../src/index.ts";
import { scratch } from "../../engine/scratch.ts";
import type { Script } from "./scripted-model.ts";
import { calling, listenTo, payloadsOf, plainAgent, texts, writing } from "./stage.ts";

const talk = Array.from({ length: 20 }, (_, index) => ({ text: `answer ${index + 1}` }));

async function stopping(
  answer: (payload: JsonObject) => OwnAnswer | undefined,
  script: Script = talk,
  options: HooksOptions = {},
) {
  const engine = await scratch().engine();
  const told: Decision[] = [];
  const heard = listenTo(engine, { Stop: answer });
  const rest = plainAgent(engine, script, { told: (decision) => void told.push(decision), ...options });
  return { ...rest, stops: () => payloadsOf(heard, "Stop"), told };
}

const unlessActive = (answer: OwnAnswer) => (payload: JsonObject) =>
  payload.stop_hook_active ? undefined : answer;

describe("Stop", () => {
  // shows: W-122
  it("is fired when the agent has finished, with its last words", async () => {
    const { say, stops, model } = await stopping(
      () => undefined,
      [calling(writing("a")), { text: "All done." }],
    );
    await say("go");
    expect(stops()).toMatchObject([{ stop_hook_active: false, last_assistant_message: "All done." }]);
    expect(model.requests).toHaveLength(2);
  });

  it("that denies: the agent goes on with the reason as its next instruction", async () => {
    const { say, stops, model } = await stopping(unlessActive({ verdict: "deny", reason: "run the tests" }));
    const { messages } = await say("go");
    expect(texts(messages)).toEqual([
      "human: go",
      "ai: answer 1",
      "human: Stop hook feedback:\nrun the tests",
      "ai: answer 2",
    ]);
    expect(texts(model.requests[1]).at(-1)).toBe("human: Stop hook feedback:\nrun the tests");
    expect(stops().map(({ stop_hook_active }) => stop_hook_active)).toEqual([false, true]);
  });

  it("of a command that exits with 2 makes it go on", async () => {
    const command = "grep -q 'stop_hook_active\":true' || { echo 'run the tests' >&2; exit 2; }";
    const engine = await scratch({ Stop: [{ hooks: [{ type: "command", command }] }] }).engine();
    const { say } = plainAgent(engine, talk);
    const { messages } = await say("go");
    expect(texts(messages)).toHaveLength(4);
    expect(texts(messages)[2]).toContain("run the tests");
  });

  it("that always denies is heard eight times in a row, then the agent stops and the person is told", async () => {
    const { say, model, told, stops } = await stopping(() => ({ verdict: "deny", reason: "more" }));
    const { messages } = await say("go");
    expect(model.requests).toHaveLength(9);
    expect(stops()).toHaveLength(9);
    expect(texts(messages).at(-1)).toBe("ai: answer 9");
    const warnings = told.flatMap(({ messages }) => messages.filter(({ level }) => level === "warn"));
    expect(warnings.map(({ text }) => text)).toEqual([
      "Stop hooks made the agent go on 8 times in a row: this time it stops (stopCap)",
    ]);
  });

  it.each([
    [1, 2],
    [10, 11],
  ])("is heard as often as the host says: %i", async (stopCap, requests) => {
    const { say, model } = await stopping(() => ({ verdict: "deny", reason: "more" }), talk, { stopCap });
    await say("go");
    expect(model.requests).toHaveLength(requests);
  });

  it("has no cap if the host says 0", async () => {
    let left = 11;
    const { say, model } = await stopping(
      () => (left-- > 0 ? { verdict: "deny", reason: "more" } : undefined),
      talk,
      { stopCap: 0 },
    );
    await say("go");
    expect(model.requests).toHaveLength(12);
  });

  it("is counted anew after a tool was used, and for each prompt", async () => {
    const script = [
      { text: "1" },
      { text: "2" },
      calling(writing("a")),
      { text: "4" },
      { text: "5" },
      ...talk,
    ];
    const { say, model, stops } = await stopping(() => ({ verdict: "deny", reason: "more" }), script, {
      stopCap: 2,
    });
    await say("go");
    expect(model.requests).toHaveLength(6);
    expect(stops().map(({ stop_hook_active }) => stop_hook_active)).toEqual([false, true, false, true, true]);
    await say("again");
    expect(model.requests).toHaveLength(9);
    expect(stops().at(5)).toMatchObject({ stop_hook_active: false });
  });

  it("that gives context: the agent goes on with it", async () => {
    const { say } = await stopping(unlessActive({ context: "the build is red" }));
    const { messages } = await say("go");
    expect(texts(messages).slice(2)).toEqual([
      "human: <system-reminder>\nStop hook additional context: the build is red\n</system-reminder>",
      "ai: answer 2",
    ]);
  });

  it("that halts ends the turn, whatever another says", async () => {
    const engine = await scratch().engine();
    listenTo(engine, { Stop: () => ({ verdict: "deny", reason: "more" }) }, ["Stop"]);
    listenTo(engine, { Stop: () => ({ halt: "enough" }) }, ["Stop"]);
    const { say, model } = plainAgent(engine, talk);
    await say("go");
    expect(model.requests).toHaveLength(1);
  });

  it("is not asked about as a prompt: the reason is no UserPromptSubmit", async () => {
    const engine = await scratch().engine();
    const heard = listenTo(engine, { Stop: unlessActive({ verdict: "deny", reason: "more" }) });
    const { say } = plainAgent(engine, talk);
    const { messages } = await say("go");
    await say("next");
    expect(payloadsOf(heard, "UserPromptSubmit").map(({ prompt }) => prompt)).toEqual(["go", "next"]);
    expect(messages[2] && markOf(messages[2])).toEqual({ goOn: true });
  });
});
