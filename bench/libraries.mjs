// Hooks that are functions of the host, beside a plain loop that awaits them, and beside libraries for hooks inside a program.
import { createEngine } from "hookline";
import { inLanes, ratioRows, unmeasured } from "./measure.mjs";
import { loadPeer, notInstalled } from "./peers.mjs";
import { quietOptions, scratchFolder } from "./scratch.mjs";

const payload = { tool_name: "Write", tool_input: { file_path: "/a/b.ts", content: "x" } };

/** What a host's function does at least: looks at the event, and has nothing to say. */
const look = async (event) => {
  if (event?.tool_name === "Never") throw new Error("not this");
};

let numbered = 0;

/**
 * The least that a decision takes, whoever makes it: one await, two looks at the clock, a name for the event, and the objects that tell who ran for
 * how long. It guards against nothing.
 */
async function leastDecision(functions) {
  const began = performance.now();
  const eventId = `event-${++numbered}`;
  const runs = [];
  for (const [number, one] of functions.entries()) {
    const from = performance.now();
    const said = await one(payload);
    const durationMs = performance.now() - from;
    runs.push({ hook: number, status: "ok", fault: null, verdict: said?.verdict ?? "pass", durationMs });
  }
  const durationMs = performance.now() - began;
  return { event: "PreToolUse", eventId, verdict: "pass", reason: "", messages: [], runs, durationMs };
}

const many = (count, add) => {
  for (let number = 0; number < count; number++) add(number);
};

const plainLoop = (functions) => async () => {
  for (const one of functions) await one(payload);
};

async function lanesOf(count) {
  const engine = await createEngine(quietOptions(scratchFolder("libraries")));
  many(count, () => engine.on("PreToolUse", "Write", look));
  const functions = Array.from({ length: count }, () => look);
  const plain = plainLoop(functions);
  const lanes = { engine: () => engine.fire("PreToolUse", payload), plain };
  const hookable = await loadPeer("hookable/dist/index.mjs");
  if (hookable) {
    const hooks = hookable.createHooks();
    many(count, () => hooks.hook("before", look));
    lanes.hookable = () => hooks.callHook("before", payload);
  }
  const tapable = await loadPeer("tapable/lib/index.js");
  if (tapable) {
    const hook = new tapable.default.AsyncSeriesBailHook(["event"]);
    many(count, (number) => hook.tapPromise(`look ${number}`, look));
    lanes.tapable = () => hook.promise(payload);
  }
  const { runs } = await engine.fire("PreToolUse", payload);
  if (runs.length !== count) throw new Error(`${runs.length} of ${count} functions ran`);
  return { lanes, close: () => engine.close() };
}

/** How far from a plain loop the least is that a decision takes; apart from the others, which would be slower beside it. */
async function leastRow(how, times) {
  const functions = [look];
  const lanes = {
    mine: repeated(() => leastDecision(functions), times),
    baseline: repeated(plainLoop(functions), times),
  };
  const [row] = ratioRows(
    "the least that a decision takes (against a plain await loop)",
    await inLanes({ lanes, ...how }),
    null,
  );
  return { ...row, name: "least-plain" };
}

/** Many calls in one shot, since one is too short for the clock; gives the milliseconds of one. */
const repeated = (act, times) => async () => {
  const began = performance.now();
  for (let count = 0; count < times; count++) await act();
  return (performance.now() - began) / times;
};

const baselines = [
  { lane: "plain", label: "a plain await loop", goal: 1.5 },
  { lane: "hookable", label: "hookable", goal: 0.2 },
  { lane: "tapable", label: "tapable", goal: null },
];

/** The rows of this part. */
export async function librariesRows({ quick }) {
  const rows = [];
  for (const [count, word] of [
    [1, "one"],
    [10, "ten"],
  ]) {
    const { lanes, close } = await lanesOf(count);
    const timed = Object.entries(lanes).map(([name, act]) => [name, repeated(act, quick ? 20 : 500 / count)]);
    const results = await inLanes({ lanes: Object.fromEntries(timed), shots: quick ? 2 : 60, restMs: 1 });
    await close();
    for (const { lane, label, goal } of baselines) {
      const measure = `fire with ${count} function hook${count > 1 ? "s" : ""} (against ${label})`;
      const limit = count === 1 ? goal : null;
      const name = `${word}-${lane}`;
      const [row] = results[lane]
        ? ratioRows(measure, { mine: results.engine, baseline: results[lane] }, limit)
        : [unmeasured(measure, notInstalled, limit === null ? "-" : `≤ ${limit} ×`)];
      rows.push({ ...row, name });
    }
  }
  return [...rows, await leastRow({ shots: quick ? 2 : 60, restMs: 1 }, quick ? 20 : 500)];
}
