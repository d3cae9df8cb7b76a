import type { JsonObject } from "../contract/json.ts";
import { createEngine, type Decision, type Engine, type EngineOptions, type Hook } from "../index.ts";
import { makeFolder } from "../system/files.ts";
import type { HookCase } from "./case.ts";
import { compareDecision, compareJson } from "./compare-decision.ts";
import { comparePlace } from "./compare-place.ts";
import type { Difference } from "./match-text.ts";
import { type Mutant, removeRule, turnOff } from "./mutant.ts";
import { fillIn, payloadOf } from "./payload.ts";
import { makePlace, type Place, placeEnvironment } from "./place.ts";
import { writePrograms } from "./program-stubs.ts";
import type { Project } from "./project.ts";
import { snapshotOf } from "./snapshots.ts";
import { createStandIns, type StandIns } from "./stand-ins.ts";
import { writeFiles } from "./write-files.ts";

/** What came of a case. */
export interface CaseRun {
  readonly case: HookCase;
  /** `error`: it could not be run as it is written, so it shows nothing. */
  readonly status: "passed" | "failed" | "error";
  readonly differences: readonly Difference[];
  /** Why it is an error; empty otherwise. */
  readonly problem: string;
  readonly decision: Decision | null;
  /** What `--update` would store of it. */
  readonly snapshot: JsonObject | null;
  /** Where the hooks stand that a stand-in answered for. */
  readonly stubbed: ReadonlySet<string>;
  readonly durationMs: number;
}

/** How a case is run. */
export interface CaseOptions {
  readonly signal?: AbortSignal | undefined;
  /** What is changed in the hooks, to see whether the case notices. */
  readonly mutant?: Mutant | undefined;
  /** What is stored of it; null if nothing is. */
  readonly stored?: JsonObject | null | undefined;
}

/** How long a case may take that does not say it. */
const usualSeconds = 60;

/** Runs a case in a copy of its project and compares what came with what it expects; never throws for what a case or a hook does. */
export async function runInCopy(
  project: Project,
  one: HookCase,
  options: CaseOptions = {},
): Promise<CaseRun> {
  const began = performance.now();
  const standIns = createStandIns(one, options.mutant);
  const ended = (rest: Partial<CaseRun>): CaseRun => ({
    case: one,
    status: "error",
    differences: [],
    problem: "",
    decision: null,
    snapshot: null,
    stubbed: standIns.stubbed,
    durationMs: performance.now() - began,
    ...rest,
  });
  const state = project.newState();
  try {
    const shared = await fireShared(project, one, options, standIns, state);
    return ended(shared ?? (await fireInOwn(project, one, options, standIns, state)));
  } catch (error) {
    return ended({ problem: error instanceof Error ? error.message : String(error) });
  } finally {
    state.remove();
  }
}

type Fired = Partial<CaseRun>;
type State = ReturnType<Project["newState"]>;

/** Where nothing but rules and stand-ins would answer, nothing can be changed: such cases need no copy of their own. */
async function fireShared(
  project: Project,
  one: HookCase,
  options: CaseOptions,
  standIns: StandIns,
  state: State,
): Promise<Fired | null> {
  if (one.files || one.stubs?.programs || options.mutant?.kind === "rule") return null;
  const place = project.sharedPlace(one.copy);
  const engine = await createEngine({ ...engineOptions(project, place, state, standIns), trust: "all" });
  try {
    turnOff(engine, options.mutant);
    const { plan } = engine.preview(one.event, payloadOf(one, place.project));
    const items = plan.lanes.flatMap(({ strands }) => strands.flat());
    if (!items.every(({ hook }) => hook.type === "policy" || standIns.answersFor(hook))) return null;
    return await fire(engine, place, one, options, standIns);
  } finally {
    await engine.close();
  }
}

async function fireInOwn(
  project: Project,
  one: HookCase,
  options: CaseOptions,
  standIns: StandIns,
  state: State,
): Promise<Fired> {
  const place = makePlace(project.planFor(one.copy), project.scratchFolder);
  try {
    writePrograms(place, one.stubs?.programs);
    const base = engineOptions(project, place, state, standIns);
    const trust = await trustFor(project, one, place, base, standIns);
    writeFiles(place, fillIn(one.files ?? {}, place.project));
    if (options.mutant?.kind === "rule") await removeRule(place.project, options.mutant);
    const engine = await createEngine({ ...base, trust });
    try {
      turnOff(engine, options.mutant);
      return await fire(engine, place, one, options, standIns);
    } finally {
      await engine.close();
    }
  } finally {
    place.remove();
  }
}

function engineOptions(project: Project, place: Place, state: State, standIns: StandIns): EngineOptions {
  makeFolder(state.path);
  return {
    ...project.services,
    cwd: place.project,
    sessionId: "test",
    // A trail that the project keeps is kept in the copy, and sent to nobody.
    ship: false,
    env: placeEnvironment(place, project.env, state.path, project.allFiles),
    ...(!project.allFiles && { systemRoot: place.system }),
    standIn: standIns.standIn,
  };
}

/** Whom a copy trusts: what was approved in the project itself; what only the copy lets run, or a case puts in its place, was not. */
async function trustFor(
  project: Project,
  one: HookCase,
  place: Place,
  base: EngineOptions,
  standIns: StandIns,
): Promise<NonNullable<EngineOptions["trust"]>> {
  if (project.trustsAll) return "all";
  // A condition may be true in the copy alone, by its path: so each hook is looked at that runs there.
  const approved = (hook: Hook) => project.approves(hook) || standIns.answersFor(hook);
  if (one.files === undefined) return approved;
  const seen = new Set<string>();
  const learn = (hook: Hook, digest: string) => approved(hook) && seen.add(digest) !== null;
  const before = await createEngine({ ...base, trust: learn });
  try {
    before.preview(one.event, payloadOf(one, place.project));
  } finally {
    await before.close();
  }
  return (hook, digest) => seen.has(digest) || standIns.answersFor(hook);
}

async function fire(
  engine: Engine,
  place: Place,
  one: HookCase,
  { signal, mutant, stored }: CaseOptions,
  standIns: StandIns,
): Promise<Fired> {
  const seconds = one.timeout ?? usualSeconds;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), seconds * 1000);
  const stop = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
  try {
    const decision = await engine.fire(one.event, payloadOf(one, place.project), { signal: stop });
    await Promise.race([engine.drain(), aborted(stop)]);
    if (signal?.aborted) return { problem: "it was stopped" };
    if (late.signal.aborted)
      return { problem: `it did not end within ${seconds} s ("timeout" sets another limit)` };
    const problem = standIns.problem(decision);
    if (problem !== null && mutant === undefined) return { problem, decision };
    const snapshot = one.expect.snapshot === true ? snapshotOf(decision, place, engine.redactor) : null;
    const differences = [
      ...compareDecision(decision, fillIn(one.expect, place.project)),
      ...comparePlace(place, one.expect),
      ...(snapshot && stored ? [compareJson("snapshot", stored, snapshot)] : []),
    ].filter((difference) => difference !== null);
    return { status: differences.length > 0 ? "failed" : "passed", differences, decision, snapshot };
  } finally {
    clearTimeout(timer);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
