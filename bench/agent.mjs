// What hooks cost in a running agent: the same session with none, 1, 5 and 20 of them, and a usual set beside a model that thinks.
import { createEngine } from "hookline";
import { startModel } from "./agent-model.mjs";
import { startSession } from "./agent-session.mjs";
import { typicalRows } from "./agent-typical.mjs";
import { quantile, row } from "./measure.mjs";
import { quietOptions } from "./scratch.mjs";
import { time } from "./table.mjs";

const counts = [1, 5, 20];

/** What the file says that is read all the time. */
const content = "a small file";

/** The hooks that other agents were measured with. */
function trivialHooks(count) {
  const hooks = Array.from({ length: count }, (_, number) => ({
    type: "command",
    command: `true #${number}`,
  }));
  return { PreToolUse: [{ hooks }] };
}

const variants = [
  { name: "bare", bare: true },
  { name: "bare-again", bare: true },
  { name: "none" },
  ...counts.map((count) => ({ name: String(count), hooks: trivialHooks(count) })),
];

/** What the agent is about to run does run: the same file, in an engine beside it. */
async function checkHooks(project, count) {
  const engine = await createEngine(quietOptions(project));
  const { runs } = await engine.fire("PreToolUse", { tool_name: "read_file", tool_input: {} });
  await engine.close();
  if (runs.length !== count || runs.some(({ status }) => status !== "ok"))
    throw new Error("a hook did not run");
}

/**
 * Runs all sessions at once, but only one of them at a time has work: the model answers the next one when this one has asked again.
 * So the machine's moods fall on all of them. A call is the time from the model's answer to the next request.
 */
async function sessionsInTurns(calls) {
  const model = await startModel();
  const running = variants.map((variant) => ({
    name: variant.name,
    count: variant.hooks?.PreToolUse[0].hooks.length ?? 0,
    times: [],
    session: startSession(`agent-${variant.name}`, { ...variant, line: model.line(), content }),
  }));
  try {
    for (const { session, count } of running) await checkHooks(session.project, count);
    for (const one of running) one.request = await one.session.next();
    for (let call = 0; call < calls; call++) {
      for (let turn = 0; turn < running.length; turn++) {
        const one = running[(call + turn) % running.length];
        const began = performance.now();
        one.request.answer({ tool: { name: "read_file", input: { file_path: "a.txt" } } });
        one.request = await one.session.next();
        one.times.push(one.request.at - began);
      }
    }
    for (const { name, request } of running) {
      if (request.body.split(content).length - 1 !== calls) throw new Error(`${name}: a tool did not run`);
      request.answer({ text: "done" });
    }
    await Promise.all(running.map(({ session }) => session.ended));
  } finally {
    for (const { session } of running) session.stop();
    model.close();
  }
  return Object.fromEntries(running.map(({ name, times }) => [name, times]));
}

/** What a call costs more than the same call of another session: the median of the differences, and how sure that is. */
function added(times, others) {
  const differences = times.map((time, call) => time - others[call]);
  const spread = quantile(differences, 0.75) - quantile(differences, 0.25);
  // Twice the standard error of a median, by the spread of the middle half.
  return {
    ms: quantile(differences, 0.5),
    noiseMs: (2 * 1.2533 * (spread / 1.349)) / Math.sqrt(times.length),
  };
}

/** The rows of the agent; `hooks` says how many a call had, `added` what they made of it. */
export async function agentRows({ quick }) {
  const times = await sessionsInTurns(quick ? 10 : 120);
  const p10 = (name) => quantile(times[name], 0.1);
  const between = (measure, name, other) => ({
    ...row(measure, quantile(times[other], 0.5), quantile(times[name], 0.5), null),
    p10: p10(name),
    added: { ...added(times[name], times[other]), fromP10Ms: p10(name) - p10(other) },
  });
  const control = between(
    "agent's call without the middleware (against the same again)",
    "bare-again",
    "bare",
  );
  const middleware = between("agent's call, no hooks (against without the middleware)", "none", "bare");
  // What two equal sessions differ by, or a median is unsure by, is what cannot be measured.
  const noiseMs = Math.max(Math.abs(control.added.ms), control.added.noiseMs, middleware.added.noiseMs);
  return [
    control,
    { ...middleware, hooks: 0, goal: `noise, ${time(noiseMs)}`, met: middleware.added.ms <= noiseMs },
    ...counts.map((count) => ({
      ...between(`agent's call, ${count} hook${count > 1 ? "s" : ""} (against none)`, String(count), "none"),
      hooks: count,
    })),
    ...(await typicalRows({ quick })),
  ];
}
