// The ways of running a real hook that take turns in one run: bare spawn, and the engine over each backend that is here.
import { spawn } from "node:child_process";
import { createEngine } from "hookline";
import { backendVariables, kinds } from "./backends.mjs";
import { inLanes } from "./measure.mjs";
import { quietOptions, scratchFolder, writeJson } from "./scratch.mjs";

/** Reads the event and says nothing: what every real hook does at least. */
export const realHook = "cat >/dev/null; echo '{}'";

/** The event that hooks get: a kilobyte of JSON. */
export const payload = { tool_name: "Write", tool_input: { file_path: "/a/b.ts", content: "x".repeat(800) } };

/** The same as bytes on stdin, for those who are no engine. */
export const wire = () =>
  `${JSON.stringify({ ...payload, session_id: "s", hook_event_name: "PreToolUse" })}\n`;

/** The least that somebody must write to run a command with input and get its output. */
export function bareSpawn(command, input = wire()) {
  return new Promise((resolve, reject) => {
    const child = spawn("/bin/sh", ["-c", command]);
    const chunks = [];
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.stderr.on("data", () => {});
    child.stdin.on("error", () => {});
    child.on("error", reject);
    child.on("close", () => resolve(Buffer.concat(chunks).toString()));
    child.stdin.end(input);
  });
}

/** A hook of this number: the same as all others in what it does, and another one in how it is written. */
export const entryOf = (number) => ({ command: `${realHook} # ${number}` });

/** Twenty of them. */
export const twentyHooks = Array.from({ length: 20 }, (_, number) => entryOf(number));

let projects = 0;

/** An engine over one backend, with these command hooks before each tool; checks once that they run. */
export async function engineOver(kind, entries, { env: more = {}, without = [] } = {}) {
  const chosen = await backendVariables(kind);
  const project = scratchFolder(`lane-${++projects}`);
  const hooks = entries.map((entry) => ({ type: "command", ...entry }));
  writeJson(`${project}/.hookline/hooks.json`, { hooks: { PreToolUse: [{ hooks }] } });
  const options = quietOptions(project);
  const env = { ...options.env, ...chosen, ...more };
  for (const name of without) delete env[name];
  const engine = await createEngine({ ...options, env });
  return {
    kind,
    project,
    fire: () => engine.fire("PreToolUse", payload),
    close: () => engine.close(),
  };
}

/** Throws unless every hook of the decision ran and ended well. */
export function allRan({ runs }, count) {
  const bad = runs.find(({ status, exitCode }) => status !== "ok" || exitCode !== 0);
  if (runs.length === count && !bad) return;
  throw new Error(
    `${bad ? `a hook ended as ${bad.fault ?? bad.exitCode}` : `${runs.length} of ${count} hooks ran`}`,
  );
}

/**
 * Lets an engine have events for so long, some at a time: Node compiles what it does for them after some hundreds to some thousands, and
 * an agent of a day and a daemon have that behind them.
 */
async function live(fire, ms) {
  const until = performance.now() + ms;
  while (performance.now() < until) await Promise.all(Array.from({ length: 8 }, fire));
}

/**
 * Each engine beside the same baselines, one engine after the other: what one leaves to be done, such as shells to be warmed up, falls on
 * no other. An engine that is to be measured in the middle of its life lives for `livedMs` first. Gives the results by backend.
 */
export async function besideBaselines({ engines }, baselines, { livedMs = 0, ...how }) {
  const results = {};
  for (const { kind, fire } of engines) {
    await live(fire, livedMs);
    results[kind] = await inLanes({ lanes: { ...baselines, [kind]: fire }, ...how });
  }
  return results;
}

/** How long an engine lives before it is measured in the middle of its life: some thousands of events. */
export const livedMs = 4_000;

/** Engines over all backends; `missing` says why one is not among them. */
export async function enginesOver(entries, options) {
  const [engines, missing] = [[], {}];
  for (const kind of kinds) {
    try {
      const engine = await engineOver(kind, entries, options);
      engines.push(engine);
      allRan(await engine.fire(), entries.length);
    } catch (error) {
      missing[kind] = error.message;
    }
  }
  return {
    engines,
    missing,
    close: () => Promise.all(engines.map((engine) => engine.close())),
  };
}
