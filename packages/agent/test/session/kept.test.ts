import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { HumanMessage } from "@langchain/core/messages";
import {
  Command,
  emptyCheckpoint,
  MessagesDeltaValue,
  START,
  StateGraph,
  StateSchema,
} from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { deepAgent, plainAgent, task } from "./graphs.ts";
import { checkpointerOf, scratchStore } from "./scratch-store.ts";
import type { Turn } from "./turns-model.ts";

const asking: Turn[] = [[{ name: "ask", args: { what: "go" } }], "gone"];
const hello = { messages: [new HumanMessage("hello")] };
const on = (thread_id: string) => ({ configurable: { thread_id } });
const linesIn = (file: string): { kind: string; name?: string }[] =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("what the state file keeps", () => {
  it("keeps one checkpoint and each message once, however long the session is", async () => {
    const store = scratchStore();
    const turns: Turn[] = Array.from({ length: 30 }, () => [
      { name: "echo", args: { text: "x".repeat(500) } },
    ]);
    await plainAgent([...turns, "end"], checkpointerOf(store)).invoke(hello, {
      ...on("s1"),
      recursionLimit: 200,
    });
    const lines = linesIn(store.statePath("s1"));
    expect(lines.filter(({ kind }) => kind === "checkpoint")).toHaveLength(1);
    expect(lines.filter(({ kind }) => kind === "object")).toHaveLength(62);
    expect(lines.filter(({ kind }) => kind === "write")).toHaveLength(0);
    expect(statSync(store.statePath("s1")).mode & 0o777).toBe(0o600);
    expect(statSync(store.folder).mode & 0o777).toBe(0o700);
  });

  it("keeps a sub-agent while it waits for an answer, and drops it when the call is done", async () => {
    const store = scratchStore();
    const saver = checkpointerOf(store);
    const agent = deepAgent(
      [[task("dig")], "done"],
      [[{ name: "ask", args: { what: "dig" } }], "dug"],
      saver,
    );
    const names = () =>
      linesIn(store.statePath("s1")).flatMap(({ kind, name }) => (kind === "space" ? [name] : []));
    await agent.invoke(hello, on("s1"));
    expect(names()).toEqual(["", expect.stringMatching(/^tools:/)]);
    expect(store.list()).toEqual([]);
    await agent.invoke(new Command({ resume: "yes" }), on("s1"));
    expect(names()).toEqual([""]);
  });

  it("drops a sub-agent whose question was left for a new prompt", async () => {
    const store = scratchStore();
    const agent = deepAgent(
      [[task("dig")], "never mind"],
      [[{ name: "ask", args: { what: "dig" } }], "dug"],
      checkpointerOf(store),
    );
    await agent.invoke(hello, on("s1"));
    await agent.invoke({ messages: [new HumanMessage("forget it")] }, on("s1"));
    expect(linesIn(store.statePath("s1")).filter(({ kind }) => kind === "space")).toHaveLength(1);
  });

  it("keeps writes and sub-graphs that came before the checkpoint they belong to", async () => {
    const store = scratchStore();
    const saver = checkpointerOf(store);
    const [first, second] = [
      { ...emptyCheckpoint(), id: "1" },
      { ...emptyCheckpoint(), id: "2" },
    ];
    const metadata = { source: "loop", step: 0, parents: {} } as const;
    const inner = { thread_id: "s1", checkpoint_ns: "tools:t2", checkpoint_map: { "": "2" } };
    await saver.put(on("s1"), first, metadata);
    await saver.put({ configurable: inner }, { ...emptyCheckpoint(), id: "9" }, metadata);
    await saver.putWrites({ configurable: { thread_id: "s1", checkpoint_id: "1" } }, [["a", "old"]], "t1");
    await saver.putWrites({ configurable: { thread_id: "s1", checkpoint_id: "2" } }, [["a", "early"]], "t2");
    await saver.put({ configurable: { thread_id: "s1", checkpoint_id: "1" } }, second, metadata);
    expect((await saver.getTuple(on("s1")))?.pendingWrites).toEqual([["t2", "a", "early"]]);
    expect(
      await saver.getTuple({ configurable: { thread_id: "s1", checkpoint_ns: "tools:t2" } }),
    ).toBeDefined();
    await saver.put(on("s1"), { ...emptyCheckpoint(), id: "3" }, metadata);
    expect(
      await saver.getTuple({ configurable: { thread_id: "s1", checkpoint_ns: "tools:t2" } }),
    ).toBeUndefined();
  });

  it("keeps a graph that remembers from call to call", async () => {
    const store = scratchStore();
    const saver = checkpointerOf(store);
    const metadata = { source: "loop", step: 0, parents: {} } as const;
    const inner = { thread_id: "s1", checkpoint_ns: "notes", checkpoint_map: { "": "1" } };
    await saver.put({ configurable: inner }, { ...emptyCheckpoint(), id: "5" }, metadata);
    await saver.put(on("s1"), { ...emptyCheckpoint(), id: "7" }, metadata);
    expect(await saver.getTuple({ configurable: { thread_id: "s1", checkpoint_ns: "notes" } })).toBeDefined();
  });

  it("goes on from the last checkpoint when the clock was put back", async () => {
    const saver = checkpointerOf(scratchStore());
    const metadata = { source: "loop", step: 0, parents: {} } as const;
    await saver.put(on("s1"), { ...emptyCheckpoint(), id: "8" }, metadata);
    await saver.putWrites({ configurable: { thread_id: "s1", checkpoint_id: "8" } }, [["a", 1]], "t");
    await saver.put(on("s1"), { ...emptyCheckpoint(), id: "4" }, metadata);
    const tuple = await saver.getTuple(on("s1"));
    expect(tuple?.checkpoint.id).toBe("4");
    expect(tuple?.pendingWrites).toEqual([]);
  });

  it("lists what is kept, of sessions in use and of others, and forgets a session when told", async () => {
    const store = scratchStore();
    const saver = checkpointerOf(store);
    await plainAgent(asking, saver).invoke(hello, on("s1"));
    await plainAgent(["hi"], saver).invoke(hello, on("s2"));
    saver.release("s2");
    const all = [];
    for await (const { config } of saver.list({})) all.push(config.configurable?.thread_id);
    expect(all.sort()).toEqual(["s1", "s2"]);
    const limited = [];
    for await (const tuple of saver.list({}, { limit: 1, filter: { source: "loop" } })) limited.push(tuple);
    expect(limited).toHaveLength(1);
    await saver.deleteThread("s1");
    expect(await saver.getTuple(on("s1"))).toBeUndefined();
    expect(existsSync(store.statePath("s1"))).toBe(false);
  });
});

describe("what the checkpointer refuses", () => {
  it("says which file is cut off, broken or somebody else's, and never starts anew in silence", async () => {
    const store = scratchStore();
    const first = checkpointerOf(store);
    await plainAgent(asking, first).invoke(hello, on("s1"));
    first.close();
    const file = store.statePath("s1");
    const whole = readFileSync(file, "utf8");
    const fails = async (why: RegExp) => {
      const saver = checkpointerOf(store);
      const run = plainAgent(asking, saver).invoke(hello, on("s1"));
      await expect(run).rejects.toThrow(why);
      await expect(run).rejects.toThrow(file);
      saver.close();
    };
    truncateSync(file, whole.length - 10);
    await fails(/its end is missing/);
    writeFileSync(file, whole.split("\n").slice(0, -2).join("\n").concat("\n"));
    await fails(/its end is missing/);
    writeFileSync(file, "");
    await fails(/first line is not JSON/);
    writeFileSync(file, whole.replace('"kind":"checkpoint"', '"kind":"chequepoint"'));
    await fails(/line \d+: .*chequepoint/);
    writeFileSync(file, whole.replace('"kind":"object"', '"kind":"object"}'));
    await fails(/line 2: /);
    writeFileSync(file, whole.replace('"number":1,', '"number":99,'));
    await fails(/message 1 is missing/);
    writeFileSync(file, whole.replace('"HumanMessage"', '"NoMessage"'));
    await fails(/NoMessage/);
    writeFileSync(file, whole.replace('"version":1', '"version":7'));
    await fails(/version 7/);
    writeFileSync(file, whole.replace('"thread":"s1"', '"thread":"s9"'));
    await fails(/belongs to session s9/);
    writeFileSync(file, whole);
    const saver = checkpointerOf(store);
    await plainAgent(asking, saver).invoke(new Command({ resume: 1 }), on("s1"));
  });

  it("refuses ids that lead out of the folder", async () => {
    const saver = checkpointerOf(scratchStore());
    for (const id of ["../../etc/passwd", "a/b", "..", "", "a.b", "a\0b", "x".repeat(200)])
      await expect(saver.getTuple(on(id)), id).rejects.toThrow("cannot be the id of a session");
  });

  it("refuses graphs that need older checkpoints, instead of losing what they hold", async () => {
    const saver = checkpointerOf(scratchStore());
    const graph = new StateGraph(new StateSchema({ messages: MessagesDeltaValue }))
      .addNode("say", () => ({ messages: [new HumanMessage("x")] }))
      .addEdge(START, "say")
      .compile({ checkpointer: saver });
    await expect(graph.invoke({ messages: [] }, on("s1"))).rejects.toThrow("delta channels");
    await plainAgent(["hi"], saver).invoke(hello, on("s2"));
    const gone = { configurable: { thread_id: "s2", checkpoint_id: "1ef00000-0000-6000-8000-000000000000" } };
    await expect(saver.getTuple(gone)).rejects.toThrow("only the newest one is kept");
  });

  it("says that it cannot write, and the session goes on", async () => {
    const store = scratchStore();
    const faults: string[] = [];
    const saver = checkpointerOf(store, (sentence) => faults.push(sentence));
    saver.hold("s1");
    // A folder stands where the file should be: the replacement fails, whoever runs the test.
    mkdirSync(store.statePath("s1"));
    const agent = plainAgent(["hi", "still here"], saver);
    await agent.invoke(hello, on("s1"));
    expect(faults[0]).toMatch(/^the session cannot be saved: .*s1\.state\.jsonl/);
    rmdirSync(store.statePath("s1"));
    await agent.invoke({ messages: [new HumanMessage("more")] }, on("s1"));
    saver.close();
    const tuple = await checkpointerOf(store).getTuple(on("s1"));
    expect(tuple?.checkpoint.channel_values.messages).toHaveLength(4);
  });
});
