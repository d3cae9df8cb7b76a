import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import type { Call, Judge, JudgeAnswer, JudgeRequest, Services } from "../../src/contract/runner.ts";
import { createJudgementBook } from "../../src/engine/judgement-book.ts";
import { agent } from "../../src/runners/agent.ts";
import { fillPrompt } from "../../src/runners/judge.ts";
import { prompt } from "../../src/runners/prompt.ts";
import { approvedHook } from "./approved-hook.ts";
import { callWith, payload } from "./call.ts";

const fields: JsonObject = { prompt: "Is this safe? $ARGUMENTS" };

function ask(services: Partial<Services>, given: Partial<Call> = {}, more: JsonObject = {}) {
  return prompt.run(approvedHook({ type: "prompt" }), { ...fields, ...more }, callWith(services, given));
}

function saying(answer: JudgeAnswer | string): { asked: JudgeRequest[]; model: Judge } {
  const asked: JudgeRequest[] = [];
  return {
    asked,
    model: async (request) => {
      asked.push(request);
      return answer;
    },
  };
}

const refusal = { kind: "judgement", ok: false, reason: "no", impossible: false, continues: false };

describe("a question", () => {
  test("holds the payload, the model and the event", async () => {
    const { asked, model } = saying({ ok: true });
    const { end } = await ask({ model }, {}, { model: "small" });
    expect(end).toEqual({ kind: "judgement", ok: true, reason: "", impossible: false, continues: false });
    expect(asked).toMatchObject([
      { prompt: `Is this safe? ${JSON.stringify(payload)}`, model: "small", event: { id: "event-1" } },
    ]);
  });

  test.each([
    ["a $ARGUMENTS b $ARGUMENTS", "a {} b {}"],
    ["none", "none\n\n{}"],
    ["only \\$ARGUMENTS", "only $ARGUMENTS\n\n{}"],
    ["\\$ARGUMENTS and $ARGUMENTS", "$ARGUMENTS and {}"],
    ["$ARGUMENTS_2", "$ARGUMENTS_2\n\n{}"],
  ])("%s becomes %j", (text, filled) => {
    expect(fillPrompt(text, "{}")).toBe(filled);
  });

  test("keeps a payload that looks like a placeholder as it is", () => {
    expect(fillPrompt("<$ARGUMENTS>", '"$& $1 $ARGUMENTS"')).toBe('<"$& $1 $ARGUMENTS">');
  });
});

describe("an answer", () => {
  test.each<[JudgeAnswer | string]>([
    [{ ok: false, reason: "no" }],
    [{ text: '{"ok": false, "reason": "no"}' }],
    ['\n{"ok":false,"reason":"no","confidence":1}\n'],
    ['```json\n{"ok": false, "reason": "no", "impossible": null}\n```'],
  ])("may be %j", async (answer) => {
    const ended = await ask(saying(answer));
    expect(ended.end).toEqual(refusal);
  });

  test.each<[JudgeAnswer | string]>([
    [{}],
    [""],
    ["no"],
    ["true"],
    ['[{"ok":false}]'],
    ['I think {"ok":false}'],
    ['{"ok":false} {"ok":true}'],
    ['{"ok":"false"}'],
    ['```json\n{"ok":false}\n``` because'],
    ["```"],
    [`\`\`\`${"\n".repeat(100_000)}`],
    ['{"ok":false,"reason":7}'],
    ['{"ok":false,"impossible":"yes"}'],
  ])("is malformed: %#", async (answer) => {
    const { end } = await ask(saying(answer));
    expect(end).toMatchObject({ kind: "fault", fault: "malformed", detail: expect.stringContaining('"ok"') });
  });

  test("that is malformed is shown", async () => {
    const ended = await ask(saying("I am not sure"));
    expect(ended.stdout.text).toBe("I am not sure");
    expect(ended.end).toMatchObject({ detail: expect.stringContaining('it begins with "I am not sure"') });
  });

  test("of a host in plain JavaScript may be anything", async () => {
    for (const answer of ["null", "5", '{"text":5}', '{"text":null,"ok":null}']) {
      const model: Judge = () => Promise.resolve(JSON.parse(answer));
      expect((await ask({ model })).end).toMatchObject({ fault: "malformed" });
    }
  });

  test("goes on after a block when the entry says so", async () => {
    const { end } = await ask(saying({ ok: false, reason: "no" }), {}, { continueOnBlock: true });
    expect(end).toEqual({ ...refusal, continues: true });
  });

  test("may say that it is impossible", async () => {
    const { end } = await ask(saying({ ok: false, reason: "no", impossible: true }));
    expect(end).toEqual({ ...refusal, impossible: true });
  });
});

describe("a judge is broken", () => {
  test("if the host has none", async () => {
    expect((await ask({})).end).toEqual({
      kind: "fault",
      fault: "spawn",
      detail: "no model: pass createEngine({ model })",
    });
  });

  test("if it throws", async () => {
    const model = () => Promise.reject(new Error("rate limit"));
    expect((await ask({ model })).end).toEqual({ kind: "fault", fault: "crash", detail: "rate limit" });
  });

  test("if it takes too long, and is told to stop", async () => {
    let signal: AbortSignal | undefined;
    const model: Judge = (request) => {
      signal = request.signal;
      return new Promise(() => {});
    };
    expect((await ask({ model }, { deadlineMs: 20 })).end).toMatchObject({ fault: "timeout" });
    expect(signal?.aborted).toBe(true);
  });

  test("never, if the caller cancels", async () => {
    const { asked, model } = saying({ ok: true });
    expect((await ask({ model }, { signal: AbortSignal.abort() })).end).toMatchObject({ fault: "cancelled" });
    expect(asked).toEqual([]);
  });
});

describe("the book", () => {
  test("answers the same question of the same model without asking again", async () => {
    const judgements = createJudgementBook();
    const { asked, model } = saying('{"ok":false,"reason":"no"}');
    const services = { judgements, model, agent: model };
    const first = await ask(services);
    const second = await ask(services);
    expect([second.end, asked.length]).toEqual([first.end, 1]);
    await ask(services, {}, { model: "other" });
    await ask(services, {}, { prompt: "Another?" });
    await ask(services, { payload: { tool_name: "Read" } });
    await agent.run(approvedHook({ type: "agent" }), fields, callWith(services));
    expect(asked).toHaveLength(5);
  });

  test("keeps an answer as it was given", async () => {
    const judgements = createJudgementBook();
    const answer = { ok: false, reason: "no" };
    await ask({ judgements, ...saying(answer) });
    answer.ok = true;
    expect((await ask({ judgements, ...saying(answer) })).end).toEqual(refusal);
  });

  test("asks again after an answer that could not be read", async () => {
    const judgements = createJudgementBook();
    await ask({ judgements, ...saying("hm") });
    expect((await ask({ judgements, ...saying({ ok: true }) })).end).toMatchObject({ ok: true });
  });

  test("knows its own answers when the budget is spent, and asks no new question", async () => {
    const judgements = createJudgementBook({ maxCostUsd: 0.01 });
    const { asked, model } = saying({ ok: false, reason: "no", costUsd: 0.02 });
    await ask({ judgements, model });
    expect((await ask({ judgements, model })).end).toEqual(refusal);
    const { end } = await ask({ judgements, model }, {}, { prompt: "Another?" });
    expect(end).toMatchObject({
      kind: "fault",
      fault: "resource",
      detail: expect.stringContaining("maxCostUsd"),
    });
    expect(asked).toHaveLength(1);
  });

  test("counts calls that failed, and answers that came too late", async () => {
    const failed = createJudgementBook({ maxCalls: 1 });
    await ask({ judgements: failed, model: () => Promise.reject(new Error("no")) });
    expect(failed.begin()).toContain("maxCalls");

    const late = createJudgementBook({ maxCostUsd: 1 });
    let answer: (said: JudgeAnswer) => void = () => {};
    const model: Judge = () =>
      new Promise((done) => {
        answer = done;
      });
    expect((await ask({ judgements: late, model }, { deadlineMs: 10 })).end).toMatchObject({
      fault: "timeout",
    });
    expect(late.begin()).toBe(null);
    answer({ ok: true, costUsd: 2 });
    await new Promise(setImmediate);
    expect(late.begin()).toContain("maxCostUsd");
  });
});

describe("an agent hook", () => {
  const run = (services: Partial<Services>) =>
    agent.run(approvedHook({ type: "agent" }), fields, callWith(services));

  test("asks the host's agent, and its refusal goes on", async () => {
    const { asked, model } = saying({ ok: false, reason: "tests fail", impossible: true });
    const { end } = await run({ agent: model });
    expect(end).toEqual({
      kind: "judgement",
      ok: false,
      reason: "tests fail",
      impossible: false,
      continues: true,
    });
    expect(asked).toHaveLength(1);
  });

  test("without an agent never ran", async () => {
    const { end } = await run(saying({ ok: true }));
    expect(end).toMatchObject({ fault: "spawn", detail: "no agent: pass createEngine({ agent })" });
  });
});

test("both may only tighten, have their own deadlines, and refuse an empty prompt", () => {
  expect([prompt.judges, prompt.timeoutSeconds, agent.judges, agent.timeoutSeconds]).toEqual([
    true,
    30,
    true,
    60,
  ]);
  expect([prompt.check?.({ prompt: " " }), agent.check?.({ prompt: "" })]).toEqual([
    "the prompt is empty",
    "the prompt is empty",
  ]);
  expect(prompt.check?.(fields)).toBe(null);
});
