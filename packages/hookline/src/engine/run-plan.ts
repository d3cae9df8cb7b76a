import type { Dialect } from "../contract/dialect.ts";
import type { Event } from "../contract/event.ts";
import type { Hook } from "../contract/hook.ts";
import { isObject, type JsonObject } from "../contract/json.ts";
import type { Plan, PlanItem, Strand } from "../contract/plan.ts";
import type { Heard } from "../pipeline/heard.ts";
import { rewrite } from "../pipeline/rewrites.ts";
import type { Course } from "./course.ts";
import type { FireScope } from "./fire-scope.ts";
import { withInput } from "./present.ts";
import { type Placed, runItem } from "./run-item.ts";
import type { EngineState } from "./state.ts";

/** Runs a plan: lanes and strands together, the hooks of a strand one after the other; answers in configuration order. */
export async function runPlan(
  state: EngineState,
  plan: Plan,
  scope: FireScope,
  { secondLook = false, startBackground = true } = {},
): Promise<{ readonly heard: readonly Heard[] } & Pick<Plan, "skips" | "notes">> {
  const { event } = plan;
  const course: Course = {
    state,
    event,
    scope,
    starters: startersOf(plan),
    spawnAhead: null,
    spawnBehind: null,
    secondLook,
    startBackground,
    presentation: null,
    otherPresentations: null,
    skips: [...plan.skips],
    notes: [...plan.notes],
    queues: null,
  };
  const alone = aloneIn(plan);
  if (alone) {
    const { item, dialect } = alone;
    const one = await runItem(course, event, dialect, item, 0, item.hook.groupTimeoutMs);
    return { heard: [one], skips: course.skips, notes: course.notes };
  }
  const strands: Promise<Placed | Placed[]>[] = [];
  for (const { dialect, strands: own } of plan.lanes) {
    for (const items of own) strands.push(runStrand(course, dialect, items, strands.length));
  }
  const heard = (await Promise.all(strands)).flat();
  // Hooks that are alone in their strands are in order already.
  if (heard.length > strands.length) heard.sort((one, other) => one.order - other.order);
  return { heard, skips: course.skips, notes: course.notes };
}

/** The one hook of a plan that has no other. */
function aloneIn({ lanes }: Plan): { readonly item: PlanItem; readonly dialect: Dialect } | null {
  const lane = lanes.length === 1 ? lanes[0] : undefined;
  const strand = lane?.strands.length === 1 ? lane.strands[0] : undefined;
  const item = strand?.length === 1 ? strand[0] : undefined;
  return lane && item ? { item, dialect: lane.dialect } : null;
}

/** How many hooks start at once and are waited for. */
function startersOf({ lanes }: Plan): number {
  let count = 0;
  for (const { strands } of lanes) {
    for (const strand of strands) {
      const first = strand[0];
      if (first?.kind === "run" && !first.background) count++;
    }
  }
  return count;
}

function runStrand(
  course: Course,
  dialect: Dialect,
  items: Strand,
  strand: number,
): Promise<Placed | Placed[]> {
  const only = items[0];
  // Most hooks are alone: nothing before them can end their group, and nothing after them sees what they rewrote.
  return items.length === 1 && only
    ? runItem(course, course.event, dialect, only, strand, only.hook.groupTimeoutMs)
    : runInTurn(course, dialect, items, strand);
}

async function runInTurn(course: Course, dialect: Dialect, items: Strand, strand: number): Promise<Placed[]> {
  const heard: Placed[] = [];
  const enders = endersIn(dialect);
  const deadlines = groupDeadlines();
  let event = course.event;
  for (const item of items) {
    const stopper = enders.before(item.hook);
    if (stopper !== null) {
      course.skips.push({ hook: item.hook, why: stopper });
      continue;
    }
    const leftMs = deadlines.left(item.hook);
    const one = await runItem(course, event, dialect, item, strand, leftMs);
    heard.push(one);
    enders.note(one);
    // A timer may be early: what has passed for this hook has passed for its group.
    if (one.outcome.fault?.kind === "timeout" && leftMs !== null && leftMs <= item.hook.timeoutMs)
      deadlines.end(item.hook);
    // What does not count in the end must not be what the next hook judges.
    const counts = one.hook.mode === "enforce" && one.trusted && !one.background;
    if (counts && dialect.sees === "rewritten") event = chained(event, one.outcome.updatedInput, dialect);
  }
  return heard;
}

/** Remembers which hook of a strand lets others not run: one block ends all that follows, one end what follows in its group. */
function endersIn({ afterBlock }: Dialect) {
  let blocker: Hook | null = null;
  const ended = new Map<number, Hook>();
  return {
    note({ hook, outcome, background }: Placed): void {
      if (background || hook.mode !== "enforce" || hook.afterBlock !== null) return;
      if (outcome.verdict === "deny") blocker ??= hook;
      if (outcome.ends && !ended.has(hook.group)) ended.set(hook.group, hook);
    },
    /** Why a hook does not run; null if it does. */
    before({ group }: Hook): string | null {
      if (afterBlock === "run-all") return null;
      if (afterBlock === "stop") return blocker && `${blocker.id} blocked before it`;
      const ender = ended.get(group);
      return ender ? `${ender.id} ended its group` : null;
    },
  };
}

/** Says what a hook has left of the time of its group, which begins with the first hook that runs; null if each hook has its own. */
function groupDeadlines() {
  const ends = new Map<number, number>();
  return {
    left({ group, groupTimeoutMs }: Hook): number | null {
      if (groupTimeoutMs === null) return null;
      const end = ends.get(group) ?? performance.now() + groupTimeoutMs;
      ends.set(group, end);
      return Math.max(0, end - performance.now());
    },
    end({ group }: Hook): void {
      ends.set(group, 0);
    },
  };
}

/** The event as the next hook of a strand sees it. */
function chained(event: Event, change: JsonObject | null, dialect: Dialect): Event {
  const { input } = event.spec;
  const before = input ? event.payload[input] : undefined;
  return change !== null && isObject(before)
    ? withInput(event, rewrite(before, change, dialect.rewrite))
    : event;
}
