import type { Hook } from "../contract/hook.ts";
import type { HookFunction } from "../contract/runner.ts";

/** The functions that a host registered, as hooks. */
export interface Functions {
  readonly hooks: readonly Hook[];
  /** A hook of another type has no function. */
  add(hook: Hook, run: HookFunction | null): void;
  remove(hook: Hook): void;
  has(id: string): boolean;
  /** The function of a hook; it stays with the hook, also when an event that has begun outlives the registration. */
  find(hook: Hook): HookFunction | undefined;
}

/** Makes an empty list of functions. */
export function createFunctions(): Functions {
  const registered = new Set<Hook>();
  const ids = new Map<string, number>();
  // By the entry, which a plain copy of the hook shares.
  const functions = new WeakMap<Hook["entry"], HookFunction>();
  return {
    get hooks() {
      return [...registered];
    },
    add(hook, run) {
      registered.add(hook);
      ids.set(hook.id, (ids.get(hook.id) ?? 0) + 1);
      if (run) functions.set(hook.entry, run);
    },
    remove(hook) {
      if (registered.delete(hook)) ids.set(hook.id, (ids.get(hook.id) ?? 1) - 1);
    },
    has: (id) => (ids.get(id) ?? 0) > 0,
    find: ({ entry }) => functions.get(entry),
  };
}
