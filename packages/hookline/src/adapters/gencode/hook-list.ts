import type { Json, Registration } from "../../index.ts";
import type { HookDefinition, HookGroup, Settings } from "./definitions.ts";

/** A hook in a list: for which event, as it was written, and whether in a group. */
export interface ListedHook {
  readonly event: string;
  readonly hook: HookDefinition;
  readonly grouped: boolean;
}

/** The hooks of settings, one by one, in the order in which they are written. */
export function listHooks({ hooks = {} }: Settings): readonly ListedHook[] {
  return Object.entries(hooks).flatMap(([event, entries]) =>
    entries.flatMap((entry): readonly ListedHook[] => {
      if (!isGroup(entry)) return [{ event, hook: { ...entry }, grouped: false }];
      const { matcher, hooks: inside } = entry;
      const matched = matcher === undefined ? {} : { matcher };
      return inside.map((hook) => ({ event, hook: { ...matched, ...hook }, grouped: true }));
    }),
  );
}

function isGroup(entry: HookDefinition | HookGroup): entry is HookGroup {
  return "hooks" in entry;
}

/** True if two hooks are the same, word for word. */
export function isSame(one: ListedHook, other: ListedHook): boolean {
  return textOf(one) === textOf(other);
}

function textOf({ event, hook, grouped }: ListedHook): string {
  const { matcher = "", ...entry } = hook;
  const words = Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([event, grouped, typeof matcher, String(matcher), words]);
}

/** The hook as the engine registers it. */
export function registrationOf({ event, hook, grouped }: ListedHook): Registration {
  const { matcher, ...entry } = hook;
  const written: { [name: string]: Json } = {};
  for (const [name, value] of Object.entries(entry)) if (value !== undefined) written[name] = value;
  return {
    dialect: "gencode",
    event,
    hooks: [written],
    bare: !grouped,
    ...(matcher !== undefined && { matcher }),
  };
}
