// What running commands costs: one hook, and twenty at once, beside the floor in C, bare spawn, execa, and Gemini CLI's HookRunner.
import { execFileSync } from "node:child_process";
import { freemem } from "node:os";
import { fileURLToPath } from "node:url";
import { openLanes } from "./apart.mjs";
import { kinds } from "./backends.mjs";
import { startFloor } from "./floor.mjs";
import {
  bareSpawn,
  besideBaselines,
  enginesOver,
  entryOf,
  livedMs,
  realHook,
  twentyHooks,
  wire,
} from "./lanes.mjs";
import { ratioRows, stallOf, unmeasured } from "./measure.mjs";
import { notInstalled } from "./peers.mjs";

/**
 * A row for each backend beside a baseline in the same run; why there is none, where there is none. A goal that is not this backend's is only noted
 * (`wanted`): the report goes by it where the engine has no better way.
 */
function backendRows(
  { name, measure, goal, isFor, of = (lane) => lane },
  { results, missing },
  baseline,
  why,
) {
  return kinds.map((kind) => {
    const limit = isFor(kind) ? goal : null;
    const about = {
      name: name.replace("*", kind),
      backend: kind,
      against: baseline.label,
      ...(limit === null && goal !== null && { wanted: goal }),
    };
    const words = `${measure}, ${kind}`;
    const own = results?.[kind];
    const reason = missing[kind] ?? (own?.[baseline.lane] ? undefined : why);
    if (reason !== undefined)
      return { ...unmeasured(words, reason, limit === null ? "-" : `≤ ${limit} ×`), ...about };
    const [row] = ratioRows(words, { mine: of(own[kind]), baseline: of(own[baseline.lane]) }, limit);
    return { ...row, ...about };
  });
}

const bare = { lane: "bare", label: "bare spawn" };
const busy = ({ busy: own }) => own;

const helper = (kind) => kind !== "direct";
const direct = (kind) => kind === "direct";

/**
 * One hook beside the floor and bare spawn, and how long it keeps the loop busy: in the middle of an engine's life, which is what the goals
 * are for; and, to be known, while it is young and Node has compiled little of it, and where events are rare.
 */
async function oneHook(shots) {
  const floor = await openFloor();
  const opened = await enginesOver([entryOf(0)]);
  const { missing } = opened;
  const apart = await openLanes({ bare: "bare" });
  const baselines = { ...(floor.shot && { floor: floor.shot }), ...apart.lanes };
  const young = { results: await besideBaselines(opened, baselines, { shots: shots / 2 }), missing };
  const all = {
    results: await besideBaselines(opened, baselines, { shots, livedMs: shots > 2 ? livedMs : 0 }),
    missing,
  };
  // What a fork costs goes by what a process holds: who forks in this one is measured beside bare spawn in this one.
  const forking = opened.engines.filter(({ kind }) => direct(kind));
  const inPlace = await besideBaselines({ engines: forking }, { bare: () => bareSpawn(realHook) }, { shots });
  const rested = {
    results: await besideBaselines(opened, baselines, { shots: shots / 2, restMs: 5 }),
    missing,
  };
  floor.close?.();
  apart.close();
  await opened.close();
  const floorBase = { lane: "floor", label: "C floor" };
  const toKnow = { goal: null, isFor: () => false };
  return [
    ...backendRows(
      { name: "one-hook-*-floor", measure: "one hook", goal: 1.25, isFor: helper },
      all,
      floorBase,
      floor.why,
    ),
    ...backendRows(
      { name: "one-hook-*-bare", measure: "one hook", goal: 1.1, isFor: direct },
      { results: { ...all.results, ...inPlace }, missing },
      bare,
    ),
    ...backendRows(
      { name: "busy-*", measure: "loop busy per hook", goal: 0.15, isFor: helper, of: busy },
      all,
      bare,
    ),
    ...backendRows(
      { name: "young-*-floor", measure: "one hook of an engine that is young", ...toKnow },
      young,
      floorBase,
      floor.why,
    ),
    ...backendRows(
      { name: "young-busy-*", measure: "loop busy per hook of an engine that is young", ...toKnow, of: busy },
      young,
      bare,
    ),
    ...backendRows(
      { name: "rested-*-floor", measure: "one hook after a rest of 5 ms", ...toKnow },
      rested,
      floorBase,
      floor.why,
    ),
    ...backendRows(
      { name: "rested-busy-*", measure: "loop busy per hook after a rest of 5 ms", ...toKnow, of: busy },
      rested,
      bare,
    ),
  ];
}

function openFloor() {
  try {
    return startFloor(["/bin/sh", "-c", realHook], wire());
  } catch (error) {
    return { why: error.message };
  }
}

/** The same in a process that holds a gigabyte. */
function largeRows(quick) {
  const needed = quick ? 0.5e9 : 4e9;
  const about = {
    name: "busy-1gb-*",
    measure: "loop busy per hook with 1 GB of Buffers",
    goal: 0.02,
    isFor: helper,
    of: busy,
  };
  if (freemem() < needed) {
    const missing = Object.fromEntries(kinds.map((kind) => [kind, "less than 4 GB of memory is free"]));
    return backendRows(about, { missing }, bare);
  }
  const script = fileURLToPath(new URL("spawning-large.mjs", import.meta.url));
  const said = execFileSync(process.execPath, [script, ...(quick ? ["--quick"] : [])], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  return backendRows(about, JSON.parse(said), bare);
}

async function twentyRows(shots) {
  const opened = await enginesOver(twentyHooks);
  const { missing, engines } = opened;
  const bareTwenty = await openLanes({ bare: "bare-twenty" });
  const bareStalls = await openLanes({ bare: "bare-twenty" }, { stalls: true });
  const results = await besideBaselines(opened, bareTwenty.lanes, { shots });
  const stalled = engines.map(({ kind, fire }) => ({ kind, fire: () => stallOf(fire) }));
  const stalls = await besideBaselines({ engines: stalled }, bareStalls.lanes, { shots, warmUp: 3 });
  bareTwenty.close();
  bareStalls.close();
  await opened.close();
  const times = { results, missing };
  return [
    ...backendRows({ name: "twenty-*", measure: "20 hooks at once", goal: 0.65, isFor: helper }, times, bare),
    ...backendRows(
      { name: "twenty-busy-*", measure: "20 hooks at once, loop busy", goal: 0.05, isFor: helper, of: busy },
      times,
      bare,
    ),
    ...backendRows(
      { name: "twenty-stall-*", measure: "20 hooks at once, longest stall", goal: 0.1, isFor: helper },
      { results: stalls, missing },
      bare,
    ),
  ];
}

/** Beside peers that somebody might use instead. */
async function peerRows(shots) {
  const sh = await enginesOver([entryOf(0)]);
  const bash = await enginesOver([{ ...entryOf(0), shell: "bash" }]);
  const many = await enginesOver(twentyHooks);
  const peers = await openLanes({ gemini: "gemini", execa: "execa" });
  const twenty = await openLanes({ gemini: "gemini-twenty" });
  const inSh = { results: await besideBaselines(sh, peers.lanes, { shots }), missing: sh.missing };
  const inBash = { results: await besideBaselines(bash, peers.lanes, { shots }), missing: bash.missing };
  const isThere = twenty.lanes.gemini !== undefined;
  const how = { shots: isThere ? shots : 0, warmUp: isThere ? 3 : 0 };
  const inAll = { results: await besideBaselines(many, twenty.lanes, how), missing: many.missing };
  peers.close();
  twenty.close();
  for (const opened of [sh, bash, many]) await opened.close();
  const other = { lane: "gemini", label: "Gemini CLI's HookRunner" };
  return [
    ...backendRows(
      { name: "gemini-bash-*", measure: "one hook, bash", goal: 0.75, isFor: helper },
      inBash,
      other,
      notInstalled,
    ),
    ...backendRows(
      { name: "gemini-sh-*", measure: "one hook, sh", goal: 0.5, isFor: helper },
      inSh,
      other,
      notInstalled,
    ),
    ...backendRows(
      { name: "execa-*", measure: "one hook, sh", goal: null, isFor: () => false },
      inSh,
      { lane: "execa", label: "execa" },
      notInstalled,
    ),
    ...backendRows(
      { name: "twenty-gemini-*", measure: "20 hooks at once", goal: 0.4, isFor: helper },
      inAll,
      other,
      notInstalled,
    ),
  ];
}

/** The rows of this part. */
export async function spawningRows({ quick }) {
  const shots = quick ? 2 : 50;
  return [
    ...(await oneHook(quick ? 2 : 120)),
    ...largeRows(quick),
    ...(await twentyRows(shots)),
    ...(await peerRows(shots)),
  ];
}
