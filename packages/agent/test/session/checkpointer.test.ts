import { HumanMessage } from "@langchain/core/messages";
import { type BaseCheckpointSaver, Command, MemorySaver } from "@langchain/langgraph";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deepAgent, nestedGraph, plainAgent, task } from "./graphs.ts";
import { checkpointerOf, scratchStore } from "./scratch-store.ts";
import type { Turn } from "./turns-model.ts";

/** The part of a graph that the comparison needs. */
interface Graph {
  invoke(input: unknown, config: { configurable: { thread_id: string } }): Promise<unknown>;
  getState(config: { configurable: { thread_id: string } }): Promise<{
    values: Record<string, unknown>;
    next: readonly string[];
    tasks: readonly { name: string; interrupts: readonly { id?: string; value?: unknown }[] }[];
  }>;
}

/** What a person could notice of a state: no ids that are made at random. */
async function seen(graph: Graph, thread_id: string) {
  const { values, next, tasks } = await graph.getState({ configurable: { thread_id } });
  return JSON.parse(
    JSON.stringify({
      values,
      next,
      tasks: tasks.map(({ name, interrupts }) => ({
        name,
        interrupts: interrupts.map(({ value }) => value),
      })),
    }).replace(/"id":"(?!call-)[^"]*"/g, '"id":"-"'),
  );
}

/** Runs a prompt, then answers every question until none is left; the state after each step. */
async function play(graph: Graph, thread_id: string, prompts: readonly string[], again: () => Graph) {
  const config = { configurable: { thread_id } };
  const states: unknown[] = [];
  let current = graph;
  for (const prompt of prompts) {
    await current.invoke({ messages: [new HumanMessage(prompt)], log: [prompt] }, config).catch(() => {});
    states.push(await seen(current, thread_id));
    for (let round = 0; round < 8; round++) {
      const { tasks } = await current.getState(config);
      const asked = tasks.flatMap(({ interrupts }) => interrupts);
      if (asked.length === 0) break;
      current = again();
      const answers = Object.fromEntries(asked.map(({ id, value }) => [id ?? "", { yes: value }]));
      await current.invoke(new Command({ resume: answers }), config);
      states.push(await seen(current, thread_id));
    }
  }
  return states;
}

const calls: fc.Arbitrary<Turn> = fc.array(
  fc.oneof(
    fc.record({ name: fc.constant("ask"), args: fc.record({ what: fc.string({ maxLength: 5 }) }) }),
    fc.record({ name: fc.constant("echo"), args: fc.record({ text: fc.string({ maxLength: 5 }) }) }),
    fc.record({ name: fc.constantFrom("ask_twice", "fail", "unknown"), args: fc.constant({}) }),
  ),
  { minLength: 1, maxLength: 3 },
);
const turns: fc.Arbitrary<Turn[]> = fc.array(fc.oneof(calls, fc.constantFrom("done", "well")), {
  minLength: 1,
  maxLength: 5,
});

describe("the checkpointer beside LangGraph's own in memory", () => {
  it("gives the same states, the state being read from the file anew before each answer", async () => {
    await fc.assert(
      fc.asyncProperty(
        turns,
        fc.array(fc.string(), { minLength: 1, maxLength: 2 }),
        async (script, prompts) => {
          const store = scratchStore();
          const id = store.create();
          let saver = checkpointerOf(store);
          const memory = new MemorySaver();
          const inMemory: Graph = plainAgent(script, memory);
          const expected = await play(inMemory, id, prompts, () => plainAgent(script, memory));
          const reopened = () => {
            saver.close();
            saver = checkpointerOf(store);
            return plainAgent(script, saver);
          };
          const got = await play(plainAgent(script, saver), id, prompts, reopened);
          expect(got).toEqual(expected);
          saver.close();
        },
      ),
      { numRuns: 15 },
    );
  });

  it("gives the same states for sub-agents that ask, several at once", async () => {
    const store = scratchStore();
    const main: Turn[] = [
      [task("one"), task("two"), { name: "ask", args: { what: "stay" } }],
      [task("three")],
      "all done",
    ];
    const sub: Turn[] = [
      [{ name: "echo", args: { text: "sub" } }],
      [{ name: "ask", args: { what: "dig" } }],
      "dug",
    ];
    const run = async (saver: BaseCheckpointSaver, again: () => BaseCheckpointSaver) =>
      play(deepAgent(main, sub, saver), "s1", ["go"], () => deepAgent(main, sub, again()));
    const memory = new MemorySaver();
    const expected = await run(memory, () => memory);
    const savers = [checkpointerOf(store)];
    const got = await run(savers[0] ?? memory, () => {
      savers.at(-1)?.close();
      const next = checkpointerOf(store);
      savers.push(next);
      return next;
    });
    expect(expected.length).toBeGreaterThan(2);
    expect(JSON.stringify(expected)).toContain("all done");
    expect(got).toEqual(expected);
  });

  it("gives the same states for graphs within graphs, one of which remembers its last call", async () => {
    const store = scratchStore();
    const memory = new MemorySaver();
    const expected = await play(nestedGraph(memory), "s1", ["one", "two"], () => nestedGraph(memory));
    let saver = checkpointerOf(store);
    const got = await play(nestedGraph(saver), "s1", ["one", "two"], () => {
      saver.close();
      saver = checkpointerOf(store);
      return nestedGraph(saver);
    });
    expect(expected).toHaveLength(4);
    expect(JSON.stringify(expected)).toMatch(/middle has \d+.*middle has \d+/);
    expect(got).toEqual(expected);
  });

  it("gives the same states when a turn is given up in the middle of a call", async () => {
    const run = async (saver: BaseCheckpointSaver, reopened: () => BaseCheckpointSaver) => {
      const script: Turn[] = [
        [
          { name: "echo", args: { text: "a" } },
          { name: "hang", args: {} },
        ],
        "back again",
      ];
      const given = new AbortController();
      const agent = plainAgent(script, saver);
      const stream = await agent.stream(
        { messages: [new HumanMessage("go")] },
        { configurable: { thread_id: "s1" }, signal: given.signal, streamMode: "updates" },
      );
      await expect(
        (async () => {
          for await (const update of stream) if ("tools" in update) given.abort();
        })(),
      ).rejects.toThrow();
      const later = plainAgent(script, reopened());
      const left = await seen(later, "s1");
      await later.invoke({ messages: [new HumanMessage("go on")] }, { configurable: { thread_id: "s1" } });
      return [left, await seen(later, "s1")];
    };
    const memory = new MemorySaver();
    const store = scratchStore();
    const saver = checkpointerOf(store);
    const reopened = () => {
      saver.close();
      return checkpointerOf(store);
    };
    const expected = await run(memory, () => memory);
    expect(JSON.stringify(expected)).toContain("back again");
    expect(await run(saver, reopened)).toEqual(expected);
  });
});
