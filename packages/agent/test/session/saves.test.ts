import { mkdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { emptyCheckpoint } from "@langchain/langgraph";
import { expect, it, vi } from "vitest";
import { checkpointerOf, scratchStore } from "./scratch-store.ts";

const on = { configurable: { thread_id: "s1" } };
const metadata = { source: "loop", step: 0, parents: {} } as const;
const at = (id: string, channel_versions: Record<string, number>) => ({
  ...emptyCheckpoint(),
  id,
  channel_versions,
});

it("writes a step that says something at once, and one that only moves on with what comes next", async () => {
  const store = scratchStore();
  const saver = checkpointerOf(store);
  const inFile = () =>
    /"kind":"checkpoint","space":"","id":"(\w+)"/.exec(readFileSync(store.statePath("s1"), "utf8"))?.[1];
  await saver.put(on, at("1", { messages: 1, "branch:to:model_request": 1 }), metadata);
  expect(inFile()).toBe("1");
  await saver.put(on, at("2", { messages: 1, "branch:to:model_request": 2, jumpTo: 2 }), metadata);
  await saver.putWrites({ configurable: { thread_id: "s1", checkpoint_id: "2" } }, [["jumpTo", null]], "t");
  expect(inFile()).toBe("1");
  expect((await saver.getTuple(on))?.checkpoint.id).toBe("2");
  await saver.put(on, at("3", { messages: 3, "branch:to:model_request": 2, jumpTo: 2 }), metadata);
  expect(inFile()).toBe("3");

  await saver.put(on, at("4", { messages: 3, "branch:to:tools": 4 }), metadata);
  expect(inFile()).toBe("3");
  await vi.waitFor(() => expect(inFile()).toBe("4"));
  await saver.put(on, at("5", { messages: 3, "branch:to:tools": 5 }), metadata);
  saver.release("s1");
  expect(inFile()).toBe("5");
});

it("writes what a tool gave before it goes on, also where other tools are still at work", async () => {
  const store = scratchStore();
  const saver = checkpointerOf(store);
  await saver.put(on, at("1", { messages: 1 }), metadata);
  await saver.putWrites(
    { configurable: { thread_id: "s1", checkpoint_id: "1" } },
    [["messages", "a result"]],
    "t",
  );
  expect(readFileSync(store.statePath("s1"), "utf8")).toContain("a result");
});

it("says that a step could not be written, and the session goes on", async () => {
  const store = scratchStore();
  const faults: string[] = [];
  const saver = checkpointerOf(store, (sentence) => faults.push(sentence));
  await saver.put(on, at("1", { messages: 1 }), metadata);
  // A folder stands where the file should be: the replacement fails, whoever runs the test.
  rmSync(store.statePath("s1"));
  mkdirSync(store.statePath("s1"));
  await saver.put(on, at("2", { messages: 1, jumpTo: 2 }), metadata);
  await vi.waitFor(() => expect(faults).toHaveLength(1));
  expect(faults[0]).toMatch(/^the session cannot be saved: .*s1\.state\.jsonl/);
  rmdirSync(store.statePath("s1"));
  saver.close();
  expect((await checkpointerOf(store).getTuple(on))?.checkpoint.id).toBe("2");
});
