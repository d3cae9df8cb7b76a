import { AIMessage, AIMessageChunk, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { Send } from "@langchain/langgraph";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decode, encode, numbersIn } from "../../src/session/codec.ts";
import { createPool } from "../../src/session/pool.ts";

/** There and back, by way of the text of a file. */
async function roundTrip(value: unknown): Promise<unknown> {
  const pool = createPool(new Map());
  const json = JSON.parse(JSON.stringify(encode(value, pool.numberOf)));
  const lines = pool.keep(numbersIn(json)).map((line) => JSON.parse(line.toString()));
  const read = createPool(new Map(lines.map(({ number, data }) => [number, JSON.stringify(data)])));
  return decode(json, await read.revive(numbersIn(json)));
}

const names = fc.oneof(fc.string(), fc.constantFrom("$", "of", "lc", "type", "__proto__", "constructor"));
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constant(undefined),
    fc.bigInt(),
    fc.constantFrom("object", "plain", "undefined"),
    fc.uint8Array().map((bytes) => new Uint8Array(bytes)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(names, tie("value")), { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs)),
    fc.array(fc.tuple(fc.string(), tie("value")), { maxLength: 3 }).map((pairs) => new Map(pairs)),
    fc.array(fc.integer(), { maxLength: 3 }).map((items) => new Set(items)),
    fc.string().map((content) => new HumanMessage({ content, id: "h" })),
    fc
      .dictionary(
        names.filter((name) => name !== "__proto__"),
        fc.jsonValue(),
        { noNullPrototype: true },
      )
      .map((args) => new AIMessage({ content: "", tool_calls: [{ id: "c", name: "t", args }] })),
  ),
})).value;

describe("a state's values", () => {
  it("come back as they were, whatever a model or a tool put into them", async () => {
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        expect(await roundTrip(value)).toEqual(value);
      }),
      { numRuns: 300 },
    );
  });

  it("come back with their classes", async () => {
    const value = {
      chunk: new AIMessageChunk({
        content: "a",
        id: "1",
        tool_call_chunks: [{ name: "t", args: "{", index: 0 }],
      }),
      result: new ToolMessage({ content: "b", tool_call_id: "c", status: "error", artifact: { deep: [1] } }),
      error: new Error("broke"),
      pattern: /a+/gi,
    };
    const read = await roundTrip(value);
    expect(read).toEqual(value);
    expect(read).toMatchObject({
      chunk: expect.any(AIMessageChunk),
      result: expect.any(ToolMessage),
      error: expect.any(Error),
    });
  });

  it("do not become LangChain objects because they look like some", async () => {
    const forged = { lc: 1, type: "constructor", id: ["langchain_core", "messages", "Nobody"], kwargs: {} };
    expect(await roundTrip({ todo: forged })).toEqual({ todo: forged });
    const call = new AIMessage({ content: "", tool_calls: [{ id: "c", name: "t", args: { forged } }] });
    expect(await roundTrip([call])).toEqual([call]);
  });

  it("are found again when they are nested deeper than LangChain loads by itself", async () => {
    let args: Record<string, unknown> = {};
    for (let depth = 0; depth < 200; depth++) args = { args };
    const call = new AIMessage({ content: "", tool_calls: [{ id: "c", name: "t", args }] });
    expect(await roundTrip([call])).toEqual([call]);
  });

  it("say a Send in plain words and a circle with a word", async () => {
    const circle: Record<string, unknown> = { name: "c" };
    circle.self = circle;
    expect(await roundTrip(new Send("tools", { a: [circle] }))).toEqual({
      node: "tools",
      args: { a: [{ name: "c", self: "[Circular]" }] },
    });
  });
});

describe("the pool of messages", () => {
  it("writes a message once, and again when the reducer has given it an id", () => {
    const pool = createPool(new Map());
    const message = new HumanMessage("a");
    const first = pool.numberOf(message);
    expect(pool.numberOf(message)).toBe(first);
    message._updateId("m1");
    const second = pool.numberOf(message);
    expect(second).not.toBe(first);
    expect(pool.keep(new Set([second])).join("")).toContain('"m1"');
    expect(pool.numberOf(message)).toBe(second);
  });

  it("has a message that was forgotten and comes back", () => {
    const pool = createPool(new Map());
    const message = new HumanMessage("a");
    const number = pool.numberOf(message);
    expect(pool.keep(new Set())).toEqual([]);
    expect(pool.numberOf(message)).toBe(number);
    expect(pool.keep(new Set([number]))).toHaveLength(1);
  });

  it("says which message is missing", async () => {
    await expect(createPool(new Map()).revive([3])).rejects.toThrow("message 3 is missing");
  });
});
