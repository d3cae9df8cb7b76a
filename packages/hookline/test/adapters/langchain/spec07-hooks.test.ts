import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/index.ts";
import { scratch } from "../../engine/scratch.ts";
import { calling, plainAgent, resultsIn, texts, writing } from "./stage.ts";

const says = (answer: JsonObject) => ({ command: `printf %s '${JSON.stringify(answer)}'` });

describe("hooks of Spec 07 around an agent", () => {
  // shows: S-016 S-059
  it("restart the loop by continue=true on Stop, with their message as the model's next instruction", async () => {
    const engine = await scratch().engine();
    let stops = 0;
    engine.register({
      dialect: "spec07",
      event: "Stop",
      hooks: [() => (++stops === 1 ? { continue: true, systemMessage: "now run the tests" } : {})],
    });
    const { say, model } = plainAgent(engine, [{ text: "one" }, { text: "two" }]);
    const { messages } = await say("go");
    expect(texts(messages).at(-1)).toBe("ai: two");
    expect(texts(model.requests[1]).at(-1)).toContain("now run the tests");
    expect(stops).toBe(2);
  });

  // shows: S-016
  it("refuse a tool, and change the input of another", async () => {
    const engine = await scratch().engine();
    const specific = {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "no",
    };
    const rewrite = { hookEventName: "PreToolUse", updatedInput: { file_path: "B" } };
    engine.register({
      dialect: "spec07",
      event: "PreToolUse",
      hooks: [
        (payload: JsonObject) => ({
          hookSpecificOutput: JSON.stringify(payload).includes('"b"') ? rewrite : specific,
        }),
      ],
    });
    const { say } = plainAgent(engine, [calling(writing("a"), writing("b")), { text: "Done." }]);
    expect(texts(resultsIn((await say("go")).messages))).toEqual([
      "tool: PreToolUse:write_file hook error: no",
      "tool: wrote B",
    ]);
  });

  // shows: S-016 S-065
  it("give context that the model reads beside the result", async () => {
    const engine = await scratch().engine();
    const context = (hookEventName: string) =>
      says({ hookSpecificOutput: { hookEventName, additionalContext: `from ${hookEventName}` } });
    for (const event of ["PreToolUse", "PostToolUse"])
      engine.register({ dialect: "spec07", event, hooks: [context(event)] });
    const { say, model } = plainAgent(engine, [calling(writing("a")), { text: "Done." }]);
    await say("go");
    const result = texts(model.requests[1]).at(-1);
    for (const event of ["PreToolUse", "PostToolUse"]) expect(result).toContain(`from ${event}`);
  });

  // As a reminder beside the prompt, where Claude Code puts it: a system prompt that changes would cost the cache.
  // shows: S-060 S-061
  it("give context at SessionStart that waits for the next request of the model, and is then gone", async () => {
    const engine = await scratch().engine();
    const hookSpecificOutput = { hookEventName: "SessionStart", additionalContext: "the branch is main" };
    engine.register({ dialect: "spec07", event: "SessionStart", hooks: [says({ hookSpecificOutput })] });
    const pending = [...(await engine.fire("SessionStart", { source: "startup" })).context];
    const { say, model } = plainAgent(engine, () => ({ text: "Yes." }), {
      pendingContext: () => pending.splice(0),
    });
    await say("one");
    await say("two");
    expect(texts(model.requests[0]).join()).toContain("the branch is main");
    expect(texts(model.requests[1]).filter((text) => text.includes("the branch is main"))).toHaveLength(1);
    expect(pending).toEqual([]);
  });
});
