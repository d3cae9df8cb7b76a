/** How far an item is. */
export const todoStatuses = ["pending", "in_progress", "completed"] as const;

/** What the model says of one item. */
export interface TodoInput {
  readonly content: string;
  readonly status: (typeof todoStatuses)[number];
  readonly id?: string | undefined;
  readonly description?: string | undefined;
}

/** One item of the session's list. */
export interface Todo {
  /** The number that hooks know it by; never given again. */
  readonly taskId: string;
  /** The model's own name for it. */
  readonly name: string | null;
  readonly content: string;
  readonly description: string | null;
  readonly status: (typeof todoStatuses)[number];
}

/** Finds for each item that the model names the one that is meant: by its name, by its number, by its words; null if it is new. */
export function matchTodos(known: readonly Todo[], named: readonly TodoInput[]): readonly (Todo | null)[] {
  const free = new Set(known);
  const taken = new Map<TodoInput, Todo>();
  const rules: ((todo: Todo, item: TodoInput) => boolean)[] = [
    ({ name }, { id }) => id !== undefined && name === id,
    ({ taskId, name }, { id }) => name === null && taskId === id,
    ({ content, name }, item) => content === item.content && (item.id === undefined || name === null),
  ];
  for (const rule of rules)
    for (const item of named) {
      if (taken.has(item)) continue;
      const todo = [...free].find((one) => rule(one, item));
      if (!todo) continue;
      free.delete(todo);
      taken.set(item, todo);
    }
  return named.map((item) => taken.get(item) ?? null);
}

/** The list as the model sees it. */
export function renderTodos(todos: readonly Todo[]): string {
  const marks = { pending: "[ ]", in_progress: "[~]", completed: "[x]" } as const;
  if (todos.length === 0) return "The list is empty.";
  return todos.map(({ taskId, status, content }) => `${marks[status]} ${taskId}. ${content}`).join("\n");
}
