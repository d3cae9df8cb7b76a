import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { defineRunner } from "../../src/index.ts";
import { aWrite, commands, scratch } from "./scratch.ts";

const silence = { text: "", tail: "", bytes: 0, truncated: false, valid: true };
const nameless: unknown = Object.create(null);

function saying(message: unknown): Error {
  return Object.defineProperty(new Error("it broke"), "message", { value: message });
}

function unreadable(): Error {
  return Object.defineProperty(new Error("it broke"), "message", {
    get() {
      throw new Error("not even this");
    },
  });
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

describe("what a function throws is a fault, whatever it is", () => {
  it.each<[string, unknown, string]>([
    ["an error whose message is an object", saying({ code: 7 }), '{"code":7}'],
    ["an error whose message is a symbol", saying(Symbol("odd")), "Symbol(odd)"],
    ["an error whose message is a number", saying(7), "7"],
    ["an error whose message cannot be read", unreadable(), "cannot be shown"],
    ["an object without a text", nameless, "{}"],
  ])("%s", async (_, thrown, words) => {
    const engine = await scratch().engine({ trace: "full" });
    const guard = () => Promise.reject(thrown);
    engine.on("PreToolUse", "*", guard, { id: "guard", onFailure: "block" });
    const { verdict, runs } = await engine.fire("PreToolUse", aWrite);
    expect(verdict).toBe("deny");
    expect(runs).toMatchObject([{ hook: "guard", fault: "crash", reason: expect.stringContaining(words) }]);
  });
});

describe("what a runner of the host gives is a run, or a fault", () => {
  const facts = { stdout: silence, stderr: silence, durationMs: 0, left: [] };
  it.each<[string, () => unknown, string]>([
    ["an end that nobody knows", () => ({ ...facts, end: { kind: "odd" } }), "malformed"],
    ["streams without a text", () => ({ ...facts, end: { kind: "exit", code: 0 }, stdout: {} }), "malformed"],
    ["a fault without a word", () => ({ ...facts, end: { kind: "fault", fault: "crash" } }), "malformed"],
    [
      "a judgement without a reason",
      () => ({ ...facts, end: { kind: "judgement", ok: false } }),
      "malformed",
    ],
    ["an object that cannot be read", revoked, "crash"],
    [
      "a value that cannot be read",
      () => ({ ...facts, end: { kind: "value", value: revoked() } }),
      "malformed",
    ],
    [
      "a failure without a text",
      () => {
        throw nameless;
      },
      "crash",
    ],
    ["a rejection without a text", () => Promise.reject(nameless), "crash"],
  ])("%s", async (_, answer, fault) => {
    // As code that no compiler has seen.
    const run = new Proxy(async () => ({ ...facts, end: { kind: "text" as const } }), { apply: answer });
    const mine = defineRunner({ type: "mine", summary: "odd", fields: {}, identity: [], run });
    const hooks = { PreToolUse: [{ hooks: [{ type: "mine", onFailure: "block" }] }] };
    const engine = await scratch(hooks).engine({ runners: [mine] });
    const { verdict, runs } = await engine.fire("PreToolUse", aWrite);
    expect(verdict).toBe("deny");
    expect(runs).toMatchObject([{ status: "fault", fault }]);
  });
});

it("a recorder that breaks with something that has no text is no record: where one is required, that is a deny", async () => {
  const write = () => Promise.reject(nameless);
  const engine = await scratch(commands("true")).engine({ record: { required: true, write } });
  expect(await engine.fire("PreToolUse", aWrite)).toMatchObject({
    verdict: "deny",
    reason: expect.stringContaining("could not be recorded"),
  });
});

it("whoever stands in for a hook and breaks has broken the hook alone", async () => {
  const standIn = () => {
    throw nameless;
  };
  const engine = await scratch(commands({ command: "true", onFailure: "block" })).engine({ standIn });
  expect(await engine.fire("PreToolUse", aWrite)).toMatchObject({
    verdict: "deny",
    runs: [{ fault: "crash" }],
  });
});

it.each([
  ["cannot be read", unreadable()],
  ["is gone", revoked()],
])("a tool that throws what %s has run, and its failure is told", async (_, thrown) => {
  const engine = await scratch().engine();
  const told: unknown[] = [];
  engine.on("PostToolUseFailure", ({ error }) => void told.push(error));
  const { ran, error } = await engine.wrapTool({ name: "Write", input: {} }, () => Promise.reject(thrown));
  expect(ran).toBe(true);
  expect(error).toBe(thrown);
  expect(told).toEqual([expect.any(String)]);
});

it.each<[string, object]>([
  ["an error", new Error("no")],
  ["a map", new Map([["verdict", "deny"]])],
])("a guard that gives back %s has not answered", async (_, given) => {
  const engine = await scratch().engine();
  const hooks = [() => given];
  engine.register({ event: "PreToolUse", hooks, onFailure: "block" });
  expect(await engine.fire("PreToolUse", aWrite)).toMatchObject({
    verdict: "deny",
    runs: [{ fault: "malformed" }],
  });
});

it("an object without fields is no answer, and no fault, whichever context it comes from", async () => {
  const engine = await scratch().engine();
  const hooks = [() => ({}), () => runInNewContext("({})"), () => Object.create(null)];
  engine.register({ event: "PreToolUse", hooks, onFailure: "block" });
  expect((await engine.fire("PreToolUse", aWrite)).runs.map(({ status }) => status)).toEqual([
    "ok",
    "ok",
    "ok",
  ]);
});

it("a person who allows another input does not allow this one, though the other is none", async () => {
  const engine = await scratch().engine();
  engine.on("PreToolUse", () => ({ verdict: "ask" }));
  const answer = JSON.parse('{"behavior":"allow","updatedInput":"{}"}');
  const { ran, decision } = await engine.wrapTool({ name: "Write", input: {} }, () => "ran", {
    permission: () => answer,
  });
  expect(ran).toBe(false);
  expect(decision).toMatchObject({ verdict: "deny", reason: "the host's new input is no object" });
});
