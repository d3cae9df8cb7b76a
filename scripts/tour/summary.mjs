// What the hooks should have done, each checked against what is really there.

/** The facts of the tour: `{ hook, where, what, holds }`. */
export function facts(scene, coder, reviewer) {
  const file = scene.lines("src/health.js").join("\n");
  const tests = scene.lines(".hookline/tests.log");
  const audit = scene.lines(".wingman/audit.jsonl").map((line) => JSON.parse(line));
  const sessions = new Set(audit.map(({ session_id }) => session_id));
  const [build, ...more] = scene.received;
  const called = scene.called();
  return [
    {
      hook: "format",
      what: "prettier wrote src/health.js in its own style, after each edit",
      holds: file === formatted,
    },
    {
      hook: "lint",
      what: "biome's finding went to the model, which took the debugger statement out",
      holds: coder.output.includes("lint/suspicious/noDebugger") && !file.includes("debugger"),
    },
    {
      hook: "guard",
      what: "rm -rf / was blocked with a reason, and rm was never called",
      holds:
        coder.output.includes("it would delete everything") && !called.some((call) => call.startsWith("rm")),
    },
    {
      hook: "audit",
      what: `${audit.length} calls of ${sessions.size} sessions are in .wingman/audit.jsonl: when, session, tool, arguments`,
      holds: audit.length === 6 && sessions.size === 2 && audit.every(isRecord),
    },
    {
      hook: "tests",
      what: `the tests ran each time the agent wanted to stop: ${tests.join(", then ")}`,
      holds: tests.join() === "failed,passed,passed",
    },
    {
      hook: "ci",
      what: `the CI server received one call: ${build?.event}, changed ${build?.changed}`,
      holds: more.length === 0 && String(build?.changed) === "src/health.js" && sessions.has(build.session),
    },
    {
      hook: "agents",
      what: "the coder's own hook kept it from npm publish, the reviewer's from edits; the team's held for both",
      holds:
        called.length === 0 &&
        coder.output.includes("release agent") &&
        reviewer.output.includes("changes nothing"),
    },
  ];
}

const formatted = `export function health() {
  const up = process.uptime();
  return { status: "ok", up };
}`;

function isRecord({ at, session_id, tool_name, tool_input }) {
  return (
    !Number.isNaN(Date.parse(at)) && [session_id, tool_name].every(Boolean) && typeof tool_input === "object"
  );
}
