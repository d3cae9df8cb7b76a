import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HumanMessage } from "@langchain/core/messages";
import { tool } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { scratch } from "../../engine/scratch.ts";
import { isAlive, until } from "../../system/command.ts";
import { calling, listenTo, payloadsOf, plainAgent, resultsIn, texts, writing } from "./stage.ts";

const go = () => ({ messages: [new HumanMessage("go")] });
const hook = (command: string, more: object = {}) => [{ hooks: [{ type: "command", command, ...more }] }];
const turn = [calling(writing("a")), { text: "Done." }];

describe("a run that is aborted", () => {
  it.each(["UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"])(
    "while a hook of %s runs ends at once, and the hook's process is gone",
    async (event) => {
      const { engine, project } = scratch({ [event]: hook("echo $$ > pid; exec sleep 600") });
      const { agent, config, given } = plainAgent(await engine(), turn);
      const stop = new AbortController();
      const run = agent.invoke(go(), { ...config, signal: stop.signal });
      const pidFile = join(project, "pid");
      await until(() => existsSync(pidFile) && readFileSync(pidFile, "utf8").endsWith("\n"));
      const pid = Number(readFileSync(pidFile, "utf8"));
      stop.abort();
      await expect(run).rejects.toThrow();
      await until(() => !isAlive(pid));
      expect(given).toHaveLength(["PostToolUse", "Stop"].includes(event) ? 1 : 0);
    },
  );

  it("while a tool runs ends at once, and PostToolUseFailure hears that it was interrupted", async () => {
    const engine = await scratch().engine();
    const heard = listenTo(engine, {}, ["PostToolUse", "PostToolUseFailure", "Stop"]);
    let started = false;
    const slow = tool(
      (_input, { signal }) =>
        new Promise((_done, fail) => {
          started = true;
          signal?.addEventListener("abort", () => fail(new Error("cut off")), { once: true });
        }),
      { name: "slow", description: "Takes long.", schema: z.object({}) },
    );
    const { agent, config } = plainAgent(engine, [calling({ name: "slow", input: {} })], {}, [slow]);
    const stop = new AbortController();
    const run = agent.invoke(go(), { ...config, signal: stop.signal });
    await until(() => started);
    stop.abort();
    await expect(run).rejects.toThrow();
    await until(() => heard.length > 0);
    expect(heard.map(({ event, payload }) => [event, payload.is_interrupt])).toEqual([
      ["PostToolUseFailure", true],
    ]);
  });

  it("can be taken up again: the call that was cut off is asked about anew", async () => {
    const engine = await scratch().engine();
    const stop = new AbortController();
    const heard = listenTo(engine, {}, ["PreToolUse"]);
    engine.on("PreToolUse", () => stop.abort());
    const { agent, config, given } = plainAgent(engine, turn);
    await expect(agent.invoke(go(), { ...config, signal: stop.signal })).rejects.toThrow();
    expect(given).toEqual([]);
    const { messages } = await agent.invoke(null, config);
    expect(given).toHaveLength(1);
    expect(texts(messages).at(-1)).toBe("ai: Done.");
    expect(payloadsOf(heard, "PreToolUse")).toHaveLength(2);
  });
});

describe("an engine that is closed", () => {
  it("while its tool runs takes nothing away from the result", async () => {
    const engine = await scratch().engine();
    const closing = tool(
      async () => {
        await engine.close();
        return "closed it";
      },
      { name: "closing", description: "Closes.", schema: z.object({}) },
    );
    listenTo(engine, {}, ["PostToolUse"]);
    const { say } = plainAgent(engine, [calling({ name: "closing", input: {} }), { text: "Done." }], {}, [
      closing,
    ]);
    expect(texts((await say("go")).messages).slice(2)).toEqual(["tool: closed it", "ai: Done."]);
  });

  it("before a tool is called: the tool does not run, for nobody has judged it, and the run says why", async () => {
    const engine = await scratch().engine();
    const { say, given } = plainAgent(engine, () => {
      void engine.close();
      return calling(writing("a"));
    });
    await expect(say("go")).rejects.toThrow("the engine was closed");
    expect(given).toEqual([]);
  });
});

describe("two conversations at once through one middleware", () => {
  it("do not mix: calls of the same name keep their own decisions and contexts", async () => {
    const engine = await scratch().engine();
    listenTo(engine, {
      ModelResponse: ({ response }) => ({
        context: `said ${JSON.stringify(response).includes("left") ? "left" : "right"}`,
      }),
      PreToolUse: ({ tool_input }) =>
        JSON.stringify(tool_input).includes("left") ? { verdict: "deny", reason: "no left" } : {},
    });
    const { agent, given, model } = plainAgent(engine, (messages) => {
      const side = String(messages[0]?.content);
      const calls = messages.filter((message) => message.getType() === "tool").length;
      return calls < 3 ? calling(writing(side, "", `toolu_${calls}`)) : { text: side };
    });
    const sides = await Promise.all(
      ["left", "right"].map((side) =>
        agent.invoke(
          { messages: [new HumanMessage(side)] },
          { configurable: { thread_id: side }, recursionLimit: 100 },
        ),
      ),
    );
    const [left = [], right = []] = sides.map(({ messages }) => texts(resultsIn(messages)));
    expect(left).toEqual(Array(3).fill("tool: PreToolUse:write_file hook error: no left"));
    expect(right).toEqual(Array(3).fill("tool: wrote right"));
    expect(given).toEqual(Array(3).fill({ file_path: "right", content: "" }));
    for (const request of model.requests) {
      const [side, other] = request[0]?.content === "left" ? ["left", "right"] : ["right", "left"];
      const contexts = texts(request).filter((text) => text.includes("ModelResponse hook"));
      expect(contexts.join()).not.toContain(`said ${other}`);
      if (request.length > 1) expect(contexts.join()).toContain(`said ${side}`);
    }
  });
});

describe("a hook that breaks", () => {
  const events = [
    "UserPromptSubmit",
    "ToolSelection",
    "ModelRequest",
    "ModelResponse",
    "PreToolUse",
    "PostToolUse",
    "PostToolBatch",
    "Stop",
  ];
  const everywhere = (entry: object[]) => Object.fromEntries(events.map((event) => [event, entry]));

  it.each([
    ["crashes", everywhere(hook("exit 7"))],
    ["is not there", everywhere(hook("./no-such-program"))],
    ["prints nonsense", everywhere(hook("echo '{\"hookSpecificOutput\": 7'"))],
    ["kills itself", everywhere(hook("kill -9 $$"))],
  ])("because it %s never ends the run", async (_name, hooks) => {
    const { say, given } = plainAgent(await scratch(hooks).engine(), turn);
    expect(texts((await say("go")).messages).at(-1)).toBe("ai: Done.");
    expect(given).toHaveLength(1);
  });

  it("because it throws never ends the run, wherever it does", async () => {
    const engine = await scratch().engine();
    const throws = () => {
      throw new Error("oh");
    };
    listenTo(engine, Object.fromEntries(events.map((event) => [event, throws])));
    const { say, given } = plainAgent(engine, turn);
    expect(texts((await say("go")).messages).at(-1)).toBe("ai: Done.");
    expect(given).toHaveLength(1);
  });

  it("because it hangs is ended at its deadline, and the run goes on", async () => {
    const { engine } = scratch({ PreToolUse: hook("sleep 600", { timeout: 0.2 }) });
    const { say, given } = plainAgent(await engine(), turn);
    expect(texts((await say("go")).messages).at(-1)).toBe("ai: Done.");
    expect(given).toHaveLength(1);
  });

  it("and must hold (onFailure: block) keeps the tool from running", async () => {
    const { engine } = scratch({ PreToolUse: hook("sleep 600", { timeout: 0.2, onFailure: "block" }) });
    const { say, given } = plainAgent(await engine(), turn);
    const { messages } = await say("go");
    expect(given).toEqual([]);
    expect(resultsIn(messages)[0]?.status).toBe("error");
    expect(texts(messages).at(-1)).toBe("ai: Done.");
  });

  it("because it floods never ends the run, nor the model's memory", async () => {
    const { engine } = scratch({ UserPromptSubmit: hook("head -c 50000000 /dev/zero | tr '\\0' x") });
    const { say, model } = plainAgent(await engine(), turn);
    expect(texts((await say("go")).messages).at(-1)).toBe("ai: Done.");
    const longest = Math.max(...texts(model.requests[0]).map((text) => text.length));
    expect(longest).toBeLessThan(100_000);
  });
});
