import {
  BaseCheckpointSaver,
  type Checkpoint,
  type CheckpointMetadata,
  type CheckpointTuple,
} from "@langchain/langgraph";
import { noDeltas } from "./codec.ts";
import { checkedId } from "./place.ts";
import { isRoute, putCheckpoint, putWrites, type Space, writeIndex } from "./spaces.ts";
import { openThread, type Thread, type ThreadView, viewThread } from "./thread.ts";

type Config = Parameters<BaseCheckpointSaver["getTuple"]>[0];
type ListOptions = NonNullable<Parameters<BaseCheckpointSaver["list"]>[1]>;
type PendingWrites = Parameters<BaseCheckpointSaver["putWrites"]>[1];

/** What the checkpointer needs of the store. */
export interface CheckpointerOptions {
  statePath(id: string): string;
  ids(): readonly string[];
  /** Hears one sentence when the state cannot be written; the session goes on in memory and the next write tries again. */
  onFault(sentence: string): void;
  removeState(id: string): void;
}

/** A LangGraph checkpointer over one file a session, in which the newest state is, whole, at any moment. */
export class SessionCheckpointer extends BaseCheckpointSaver {
  readonly #options: CheckpointerOptions;
  readonly #threads = new Map<string, Thread>();

  constructor(options: CheckpointerOptions) {
    super();
    this.#options = options;
  }

  /** Takes the session for this process, if it has not been taken; throws one sentence if another one has it or it is broken. */
  hold(id: string): void {
    this.#thread(id);
  }

  /** Gives the session back, all written; it is taken again when a graph next uses it. */
  release(id: string): void {
    const thread = this.#threads.get(id);
    this.#threads.delete(id);
    if (thread) this.#guard(() => thread.release());
  }

  /** Gives all sessions back. */
  close(): void {
    for (const id of [...this.#threads.keys()]) this.release(id);
  }

  override async getTuple(config: Config): Promise<CheckpointTuple | undefined> {
    const { thread_id, checkpoint_ns = "", checkpoint_id } = config.configurable ?? {};
    if (thread_id === undefined) return undefined;
    const thread = this.#thread(thread_id);
    const space = thread.spaces.get(checkpoint_ns);
    if (!space?.checkpoint) return undefined;
    // LangGraph would take nothing for an empty session and start anew.
    if (checkpoint_id && checkpoint_id !== space.checkpoint.id)
      throw new Error(
        `checkpoint ${checkpoint_id} of session ${thread_id} is gone: only the newest one is kept`,
      );
    return tupleOf(thread_id, thread, space);
  }

  override async *list(config: Config, options: ListOptions = {}): AsyncGenerator<CheckpointTuple> {
    const { thread_id, checkpoint_ns, checkpoint_id } = config.configurable ?? {};
    const before = options.before?.configurable?.checkpoint_id;
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    for (const id of thread_id === undefined ? this.#options.ids() : [checkedId(thread_id, "a session")]) {
      const thread = this.#threads.get(id) ?? viewThread(this.#options.statePath(id), id);
      for (const space of thread.spaces.values()) {
        if (!space.checkpoint || (checkpoint_ns !== undefined && checkpoint_ns !== space.name)) continue;
        if (checkpoint_id && checkpoint_id !== space.checkpoint.id) continue;
        if (before && space.checkpoint.id >= before) continue;
        const tuple = await tupleOf(id, thread, space);
        if (!tuple || !fits(tuple.metadata, options.filter)) continue;
        if (left-- <= 0) return;
        yield tuple;
      }
    }
  }

  override async put(config: Config, checkpoint: Checkpoint, metadata: CheckpointMetadata): Promise<Config> {
    const { thread_id, checkpoint_ns = "", checkpoint_id, checkpoint_map } = config.configurable ?? {};
    if (metadata.counters_since_delta_snapshot !== undefined) throw new Error(noDeltas);
    const thread = this.#thread(thread_id);
    const body = { checkpoint: thread.encode(checkpoint), metadata: thread.encode(metadata) };
    const saved = { id: checkpoint.id, parent: checkpoint_id ?? null, body };
    const movesOn = onlyMovesOn(thread.spaces.get(checkpoint_ns), checkpoint);
    putCheckpoint(thread.spaces, checkpoint_ns, saved, parentsIn(checkpoint_map));
    // At once: LangGraph starts the next `put` only after this one, and must not fall behind the graph.
    // Sub-graphs run side by side: theirs share a write.
    // A step that says nothing can be done again: most steps are such, and each write of the file costs milliseconds.
    if (movesOn) thread.saveLater((error) => this.#fault(error));
    else if (checkpoint_ns === "") this.#guard(() => thread.save());
    else await thread.saveSoon().catch((error) => this.#fault(error));
    return { configurable: { thread_id, checkpoint_ns, checkpoint_id: checkpoint.id } };
  }

  override async putWrites(config: Config, writes: PendingWrites, task: string): Promise<void> {
    const { thread_id, checkpoint_ns = "", checkpoint_id, checkpoint_map } = config.configurable ?? {};
    if (typeof checkpoint_id !== "string") throw new Error("writes need the id of their checkpoint");
    const thread = this.#thread(thread_id);
    const saved = writes.map(([channel, value], turn) => ({
      checkpoint: checkpoint_id,
      task,
      index: writeIndex(channel, turn),
      channel,
      value: thread.encode(value),
    }));
    putWrites(thread.spaces, checkpoint_ns, saved, parentsIn(checkpoint_map));
    if (saved.every(({ channel }) => isRoute(channel))) thread.saveLater((error) => this.#fault(error));
    else await thread.saveSoon().catch((error) => this.#fault(error));
  }

  override async deleteThread(id: string): Promise<void> {
    this.hold(id);
    this.release(id);
    this.#options.removeState(id);
  }

  #guard(save: () => void): void {
    try {
      save();
    } catch (error) {
      this.#fault(error);
    }
  }

  /** LangGraph waits for what it saves only at the end of a run: a rejection before that would end the process. */
  #fault(error: unknown): void {
    this.#options.onFault(
      `the session cannot be saved: ${error instanceof Error ? error.message : String(error)}`,
    );
  }

  #thread(id: unknown): Thread {
    const name = checkedId(String(id ?? ""), "a session");
    const thread = this.#threads.get(name) ?? openThread(this.#options.statePath(name), name);
    this.#threads.set(name, thread);
    return thread;
  }
}

async function tupleOf(id: string, thread: ThreadView, space: Space): Promise<CheckpointTuple | undefined> {
  if (!space.checkpoint) return undefined;
  const { body, id: checkpoint_id, parent } = space.checkpoint;
  const writes = [...space.writes.values()].filter(({ checkpoint }) => checkpoint === checkpoint_id);
  const configOf = (checkpoint: string) => ({
    configurable: { thread_id: id, checkpoint_ns: space.name, checkpoint_id: checkpoint },
  });
  const decoded = await thread.decode(body.checkpoint, body.metadata, ...writes.map(({ value }) => value));
  const [checkpoint, metadata, ...values] = decoded;
  return {
    config: configOf(checkpoint_id),
    // What LangGraph gave to `put` comes back to it.
    checkpoint: checkpoint as Checkpoint,
    metadata: metadata as CheckpointMetadata,
    pendingWrites: writes.map(({ task, channel }, index) => [task, channel, values[index]]),
    ...(parent !== null && { parentConfig: configOf(parent) }),
  };
}

/** True if nothing has changed since the last checkpoint but where the graph is. */
function onlyMovesOn(space: Space | undefined, { channel_versions: now }: Checkpoint): boolean {
  const last = space?.checkpoint?.body.checkpoint;
  if (typeof last !== "object" || last === null || !("channel_versions" in last)) return false;
  const before: object = Object(last.channel_versions);
  return Object.keys({ ...before, ...now }).every(
    (channel) => isRoute(channel) || Reflect.get(before, channel) === now[channel],
  );
}

function parentsIn(map: unknown): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(map ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

function fits(metadata: object | undefined, filter: ListOptions["filter"]): boolean {
  return Object.entries(filter ?? {}).every(([name, value]) => Reflect.get(metadata ?? {}, name) === value);
}
