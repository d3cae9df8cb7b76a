import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { session } from "./session.ts";

const refuses = (event: string, word: string) => ({
  [event]: [
    { hooks: [{ type: "command", command: `if grep -q ${word}; then echo "no ${word}" >&2; exit 2; fi` }] },
  ],
});
const item = (content: string, status = "pending", rest: object = {}) => ({ content, status, ...rest });

describe("todo", () => {
  test("each new item is told once, with a number that stays; each completion too", async () => {
    const { call, told } = await session();
    await call("todo", { todos: [item("one"), item("two", "in_progress", { description: "more" })] });
    await call("todo", { todos: [item("two", "completed"), item("one"), item("three")] });
    const { content, artifact } = await call("todo", { todos: [item("two", "completed"), item("three")] });
    expect(told).toEqual([
      ["TaskCreated", { task_id: "1", task_subject: "one" }],
      ["TaskCreated", { task_id: "2", task_subject: "two", task_description: "more" }],
      ["TaskCompleted", { task_id: "2", task_subject: "two", task_description: "more" }],
      ["TaskCreated", { task_id: "3", task_subject: "three" }],
    ]);
    expect(content).toBe("[x] 2. two\n[ ] 3. three");
    expect(artifact).toEqual({
      oldTodos: [
        { id: "2", content: "two", status: "completed" },
        { id: "1", content: "one", status: "pending" },
        { id: "3", content: "three", status: "pending" },
      ],
      newTodos: [
        { id: "2", content: "two", status: "completed" },
        { id: "3", content: "three", status: "pending" },
      ],
    });
    expect((await call("todo", { todos: [] })).content).toBe("The list is empty.");
  });

  test("an item is known by the model's name, by its number, by its words", async () => {
    const { call, told } = await session();
    await call("todo", {
      todos: [item("one", "pending", { id: "a" }), item("two"), item("same"), item("same")],
    });
    expect(told).toHaveLength(4);
    const again = [item("one, in other words", "pending", { id: "a" }), item("2nd", "pending", { id: "2" })];
    await call("todo", { todos: [...again, item("same"), item("same")] });
    expect(told).toHaveLength(4);
    await call("todo", { todos: [item("one", "pending", { id: "b" })] });
    expect(told.at(-1)).toEqual(["TaskCreated", { task_id: "5", task_subject: "one" }]);
  });

  test("a refused item is left out and is an error that names it; the others are there", async () => {
    const { call, error, told } = await session({}, refuses("TaskCreated", "bad"));
    expect(await error("todo", { todos: [item("good"), item("bad idea")] })).toBe(
      '"bad idea" was not added to the list: no bad\n[ ] 1. good',
    );
    expect((await call("todo", { todos: [item("good", "completed")] })).content).toBe("[x] 1. good");
    expect(told.map(([event]) => event)).toEqual(["TaskCreated", "TaskCreated", "TaskCompleted"]);
  });

  test("a refused completion keeps the item in progress, and the model hears why; the next try asks again", async () => {
    const { call, told } = await session({}, refuses("TaskCompleted", "untested"));
    for (let turn = 0; turn < 2; turn++)
      expect(
        (await call("todo", { todos: [item("untested", "completed"), item("fine", "completed")] })).content,
      ).toBe('"untested" may not be completed yet: no untested\n[~] 1. untested\n[x] 2. fine');
    expect(told.filter(([event]) => event === "TaskCompleted")).toHaveLength(3);
  });

  test("hooks get the fields of Claude Code: the mode with the completion only", async () => {
    const record = [{ hooks: [{ type: "command", command: "cat >> heard; echo >> heard" }] }];
    const { call, project } = await session({}, { TaskCreated: record, TaskCompleted: record });
    await call("todo", { todos: [item("one", "completed")] });
    const heard = readFileSync(join(project, "heard"), "utf8").trim().split(/\n+/);
    const [created, completed] = heard.map((line) => JSON.parse(line));
    expect(created).toMatchObject({ hook_event_name: "TaskCreated", task_id: "1", task_subject: "one" });
    expect(created).not.toHaveProperty("permission_mode");
    expect(completed).toMatchObject({
      hook_event_name: "TaskCompleted",
      permission_mode: "default",
      task_id: "1",
    });
  });

  test("calls at the same time come one after the other", async () => {
    const { call, told } = await session();
    await Promise.all([
      call("todo", { todos: [item("one")] }),
      call("todo", { todos: [item("one"), item("two")] }),
    ]);
    expect(told.map(([, { task_id: id }]) => id)).toEqual(["1", "2"]);
  });
});
