// What hooks cost in a running agent: the same session with none, 1, 5 and 20 of them, and a usual set beside a model that thinks.
import { startModel } from "./agent-model.mjs";
import { startSession } from "./agent-session.mjs";
import { typicalRows } from "./agent-typical.mjs";
import { quantile, row } from "./measure.mjs";

const counts = [1, 5, 20];

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

/**
 * Runs all sessions at once, but only one of them at a time has work: the model answers the next one when this one has asked again.
 * So the machine's moods fall on all of them. A call is the time from the model's answer to the next request.
 */
async function sessionsInTurns(calls) {
  const model = await startModel();
  const running = variants.map((variant) => ({
    name: variant.name,
    times: [],
    session: startSession(`agent-${variant.name}`, { ...variant, line: model.line() }),
  }));
  try {
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
    for (const { request } of running) request.answer({ text: "done" });
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

export async function agentRows({ quick }) {
  const times = await sessionsInTurns(quick ? 10 : 200);
  const median = (name) => quantile(times[name], 0.5);
  const between = (measure, name, other, goal = null) => ({
    ...row(measure, median(other), median(name), goal),
    p10: quantile(times[name], 0.1),
    added: {
      ...added(times[name], times[other]),
      fromP10Ms: quantile(times[name], 0.1) - quantile(times[other], 0.1),
    },
  });
  const control = between("agent's call, no middleware (against another such session)", "bare-again", "bare");
  const middleware = between("agent's call, no hooks, the middleware (against without it)", "none", "bare");
  // What two equal sessions differ by is what cannot be measured.
  const most = Math.max(Math.abs(control.added.ms), control.added.noiseMs, middleware.added.noiseMs);
  return [
    control,
    { ...middleware, goal: "in the noise", met: middleware.added.ms <= most },
    ...counts.map((count) =>
      between(`agent's call, ${count} hook${count > 1 ? "s" : ""} (against none)`, String(count), "none"),
    ),
    ...(await typicalRows({ quick })),
  ];
}
