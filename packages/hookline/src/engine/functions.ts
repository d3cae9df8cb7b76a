import type { Hook } from "../contract/hook.ts";
import type { HookFunction } from "../contract/runner.ts";

/** The functions that a host registered, as hooks. */
export interface Functions {
  readonly hooks: readonly Hook[];
  add(hook: Hook, run: HookFunction): void;
  remove(hook: Hook): void;
  find(id: string): HookFunction | undefined;
}

/** Makes an empty list of functions. */
export function createFunctions(): Functions {
  const entries = new Map<Hook, HookFunction>();
  const byId = new Map<string, HookFunction>();
  return {
    get hooks() {
      return [...entries.keys()];
    },
    add(hook, run) {
      entries.set(hook, run);
      byId.set(hook.id, run);
    },
    remove(hook) {
      entries.delete(hook);
      byId.delete(hook.id);
    },
    find: (id) => byId.get(id),
  };
}
