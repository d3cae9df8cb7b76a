import type { JsonObject } from "hookline";
import { z } from "zod";
import type { ToolRun } from "./context.ts";
import { defineCodingTool } from "./define.ts";
import { matchTodos, renderTodos, type Todo, type TodoInput, todoStatuses } from "./todo-list.ts";

/** Keeps the list of what is to be done; hooks may refuse a new item, and the completion of one. */
export const todo = defineCodingTool({
  name: "todo",
  description:
    "Keeps the list of what is to be done. Give the whole list each time; what is not in it any more is taken off.",
  schema: z.object({
    todos: z.array(
      z.object({
        content: z.string().min(1).describe("What is to be done"),
        status: z.enum(todoStatuses),
        id: z.string().min(1).optional().describe("A name by which you mean the same item later"),
        description: z.string().optional().describe("More about it"),
      }),
    ),
  }),
  open() {
    let list: readonly Todo[] = [];
    let numbers = 0;
    let last: Promise<unknown> = Promise.resolve();

    async function replace(named: readonly TodoInput[], run: ToolRun): Promise<Refusals> {
      const refusals: Refusals = { created: [], completed: [] };
      const next: Todo[] = [];
      for (const [index, known] of matchTodos(list, named).entries()) {
        const item = named[index];
        if (!item) continue;
        const draft = known ?? newTodo(String(++numbers), item);
        if (!known && !(await agrees(run, "TaskCreated", draft, refusals.created))) continue;
        const changed = {
          ...draft,
          content: item.content,
          description: item.description ?? draft.description,
        };
        const completes = item.status === "completed" && draft.status !== "completed";
        const mayComplete = !completes || (await agrees(run, "TaskCompleted", changed, refusals.completed));
        next.push({ ...changed, status: mayComplete ? item.status : "in_progress" });
      }
      list = next;
      return refusals;
    }

    return async ({ todos }, run) => {
      // Several calls of one turn run at once; each must see the list that the one before left.
      const turn = last.then(async () => {
        const before = list;
        const refusals = await replace(todos, run);
        return { before, after: list, refusals };
      });
      last = turn.catch(() => {});
      const { before, after, refusals } = await turn;
      const text = [...refusals.created, ...refusals.completed, renderTodos(after)].join("\n");
      if (refusals.created.length > 0) throw new Error(text);
      return [text, { oldTodos: before.map(plain), newTodos: after.map(plain) }];
    };
  },
});

/** What hooks refused, a sentence each. */
interface Refusals {
  readonly created: string[];
  readonly completed: string[];
}

function newTodo(taskId: string, { content, id, description }: TodoInput): Todo {
  return { taskId, name: id ?? null, content, description: description ?? null, status: "pending" };
}

async function agrees(
  { tell, stop }: ToolRun,
  event: "TaskCreated" | "TaskCompleted",
  { taskId, content, description }: Todo,
  refusals: string[],
): Promise<boolean> {
  const about = description === null ? {} : { task_description: description };
  const { verdict, reason } = await tell(event, { task_id: taskId, task_subject: content, ...about }, stop);
  if (verdict !== "deny") return true;
  const what = event === "TaskCreated" ? "was not added to the list" : "may not be completed yet";
  refusals.push(`"${content}" ${what}: ${reason}`);
  return false;
}

function plain({ taskId, name, content, status }: Todo): JsonObject {
  return { id: name ?? taskId, content, status };
}
