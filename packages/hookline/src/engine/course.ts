import type { Dialect } from "../contract/dialect.ts";
import type { Event } from "../contract/event.ts";
import type { Hook } from "../contract/hook.ts";
import type { Plan, PlanItem } from "../contract/plan.ts";
import type { FireScope } from "./fire-scope.ts";
import type { PresentedOnce } from "./present-once.ts";
import { createSpawnBatch, type Spawn } from "./spawn-batch.ts";
import type { EngineState } from "./state.ts";

/** What the hooks of one event share. */
export interface Course extends PresentedOnce {
  readonly state: EngineState;
  readonly event: Event;
  readonly scope: FireScope;
  /** How many hooks start at once and are waited for. */
  readonly starters: number;
  /** Made for the first command, since many events start none. */
  spawnAhead: Spawn | null;
  spawnBehind: Spawn | null;
  readonly secondLook: boolean;
  readonly startBackground: boolean;
  readonly skips: Plan["skips"][number][];
  readonly notes: Plan["notes"][number][];
  /** What of each dialect runs behind one after the other, and when the last of it has ended. */
  queues: Map<string, Promise<unknown>> | null;
}

/** One hook on its course that is to run: the event as it sees it, and what is left of its group's time (null: each hook has its own). */
export interface Turn {
  readonly course: Course;
  readonly event: Event;
  readonly dialect: Dialect;
  readonly item: PlanItem & { readonly kind: "run" };
  readonly leftMs: number | null;
}

/** The name of one run of a hook, by its place in the event. */
export function runIdOf({ id }: Event, order: number, secondLook: boolean): string {
  return `${id}/${order + 1}${secondLook ? "/again" : ""}`;
}

/** The person is told once what several hooks were given. */
export function noteOnce({ notes }: Course, hook: Hook, texts: readonly string[]): void {
  for (const text of texts) if (!notes.some((note) => note.text === text)) notes.push({ hook, text });
}

/** Starts commands together; what nobody waits for is apart, since only closing the engine stops it. */
export function spawnOf(course: Course, background: boolean): Spawn {
  const { state, event, scope, starters } = course;
  if (background) {
    course.spawnBehind ??= createSpawnBatch(state.host, event.id, state.closing.signal, 1);
    return course.spawnBehind;
  }
  course.spawnAhead ??= createSpawnBatch(state.host, event.id, scope.signal, starters);
  return course.spawnAhead;
}
