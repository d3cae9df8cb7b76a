import type { Json, JsonObject } from "hookline";
import { numbersIn } from "./codec.ts";

/** The newest checkpoint of a namespace, as it is in the file. */
export interface SavedCheckpoint {
  readonly id: string;
  /** The checkpoint before it. */
  readonly parent: string | null;
  /** The encoded checkpoint and its metadata. */
  readonly body: { readonly checkpoint: Json; readonly metadata: Json };
}

/** What one task wrote to one channel, for the step after a checkpoint. */
export interface SavedWrite {
  readonly checkpoint: string;
  readonly task: string;
  /** Its place among the task's writes; below 0 for errors, interrupts and answers, of which the newest counts. */
  readonly index: number;
  readonly channel: string;
  readonly value: Json;
}

/** What is kept of one graph: the root's namespace is "", a sub-graph's names the task that it runs in. */
export interface Space {
  readonly name: string;
  /** For each graph around this one, the checkpoint at which it started this one. */
  readonly parents: ReadonlyMap<string, string>;
  readonly checkpoint: SavedCheckpoint | null;
  /** By checkpoint, task and index; many tasks may write, one after the other. */
  readonly writes: Map<string, SavedWrite>;
}

/** The namespaces of one thread, by name. */
export type Spaces = Map<string, Space>;

/** The channel that holds what an interrupted task asks. */
export const interruptChannel = "__interrupt__";

/** The channels that are not part of the state; their index says that they replace what was there. */
const specialIndex: { readonly [channel: string]: number } = {
  __error__: -1,
  __scheduled__: -2,
  [interruptChannel]: -3,
  __resume__: -4,
};

/** True for a channel that says which node comes next, and nothing of the conversation. */
export function isRoute(channel: string): boolean {
  return channel.startsWith("branch:to:") || channel === "jumpTo" || channel === "__pregel_tasks";
}

/** The place of a task's write: its turn in the list, or the fixed one of a special channel. */
export function writeIndex(channel: string, turn: number): number {
  return Object.hasOwn(specialIndex, channel) ? (specialIndex[channel] ?? turn) : turn;
}

/**
 * Puts a namespace's new checkpoint in the place of its last one, and drops what can no longer be asked for: the writes for
 * earlier checkpoints, and the sub-graphs that an earlier checkpoint of this namespace started.
 *
 * LangGraph saves in the background: the writes and the sub-graphs of the new checkpoint, or of one after it, can be here
 * already. So what is dropped is decided by the checkpoint it belongs to and never by when it came.
 */
export function putCheckpoint(
  spaces: Spaces,
  name: string,
  checkpoint: SavedCheckpoint,
  parents: ReadonlyMap<string, string>,
): void {
  const space = spaces.get(name);
  const previous = space?.checkpoint?.id;
  // Ids are made from the time; `previous` counts too, for the clock may have been put back.
  const isPast = (id: string) => id !== checkpoint.id && (id === previous || id < checkpoint.id);
  const writes = new Map([...(space?.writes ?? [])].filter(([, write]) => !isPast(write.checkpoint)));
  spaces.set(name, {
    name,
    checkpoint,
    writes,
    parents: parents.size > 0 ? parents : (space?.parents ?? parents),
  });
  for (const other of [...spaces.values()]) {
    const startedAt = other.parents.get(name);
    if (isTaskWithin(other.name, name) && startedAt !== undefined && isPast(startedAt))
      spaces.delete(other.name);
  }
}

/** Adds a task's writes. A task that is run again does not write twice, but its question and its answer may change. */
export function putWrites(
  spaces: Spaces,
  name: string,
  writes: readonly SavedWrite[],
  parents: ReadonlyMap<string, string>,
): void {
  const space = spaces.get(name);
  const all = space?.writes ?? new Map<string, SavedWrite>();
  for (const write of writes) {
    const key = keyOf(write);
    if (write.index < 0 || !all.has(key)) all.set(key, write);
  }
  spaces.set(name, {
    name,
    checkpoint: space?.checkpoint ?? null,
    writes: all,
    parents: parents.size > 0 ? parents : (space?.parents ?? parents),
  });
}

/** True if the session stands at a question that nobody has answered. */
export function isPending(spaces: Spaces): boolean {
  const root = spaces.get("");
  return [...(root?.writes.values() ?? [])].some(
    ({ checkpoint, channel }) => channel === interruptChannel && checkpoint === root?.checkpoint?.id,
  );
}

/** The numbers of all messages that are still spoken of. */
export function numbersOf(spaces: Spaces): Set<number> {
  const found = new Set<number>();
  for (const { checkpoint, writes } of spaces.values()) {
    if (checkpoint) for (const json of Object.values(checkpoint.body)) numbersIn(json, found);
    for (const { value } of writes.values()) numbersIn(value, found);
  }
  return found;
}

/** The namespaces as lines of the state file. */
export function linesOf(spaces: Spaces): JsonObject[] {
  return [...spaces.values()].flatMap(({ name, parents, checkpoint, writes }): JsonObject[] => [
    { kind: "space", name, parents: Object.fromEntries(parents) },
    ...(checkpoint ? [{ kind: "checkpoint", space: name, ...checkpoint }] : []),
    ...[...writes.values()].map((write) => ({ kind: "write", space: name, ...write })),
  ]);
}

/** A graph that keeps its state from call to call (`checkpointer: true`) has no task in its name and is never dropped. */
function isTaskWithin(name: string, outer: string): boolean {
  return (
    name !== outer && (outer === "" || name.startsWith(`${outer}|`)) && name.slice(outer.length).includes(":")
  );
}

/** What tells a write from the others of its namespace. */
export function keyOf({ checkpoint, task, index }: SavedWrite): string {
  return JSON.stringify([checkpoint, task, index]);
}
