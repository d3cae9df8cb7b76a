// What the hooks should have done, each checked against what is really there.

/** The facts of the tour: `{ hook, what, holds }`. */
export function facts(scene, coder, reviewer, [verified, denials]) {
  const file = scene.lines("src/health.js").join("\n");
  const tests = scene.lines(".hookline/tests.log");
  const audit = scene.lines(".hookline/audit.jsonl").map((line) => JSON.parse(line));
  const denied = audit.filter(({ event }) => event.hook_event_name === "PermissionDenied");
  const [build, ...more] = scene.received;
  const called = scene.called();
  const of = (agent, ...words) => words.every((word) => agent.output.includes(word));
  return [
    {
      hook: "format",
      what: "prettier brought src/health.js into shape after each edit",
      holds: file === formatted,
    },
    {
      hook: "lint",
      what: "biome's finding went to the model, which took the debugger statement out",
      holds: /hook blocking error: line 3: .*noDebugger/.test(scene.said()) && !file.includes("debugger"),
    },
    {
      hook: "guard",
      what: "rm -rf / was blocked with a reason, and rm never ran",
      holds: of(coder, "it would delete everything") && !called.some((call) => call.startsWith("rm")),
    },
    {
      hook: "policy",
      what: "the same in another spelling, which the list of patterns does not know, was blocked as well",
      holds:
        of(coder, "(rule commands/delete-root-or-home)") &&
        denials.output.includes("bash -c") &&
        !called.some((call) => call.startsWith("rm")),
    },
    {
      hook: "audit",
      what: `${audit.length} calls are written down with time, session, tool and arguments, ${denied.length} of them as denied`,
      holds: audit.length === 8 && denied.length === 4 && audit.every(isRecord),
    },
    {
      hook: "trail",
      what: "every event and what was decided about it is in a signed trail, which is as it was written",
      holds: verified.status === 0 && verified.output.startsWith("Intact") && linesIn(denials.output) === 2,
    },
    {
      hook: "tests",
      what: `ran each time an agent wanted to stop: ${tests.join(", ")}; after the failure the agent went on and mended it`,
      holds: tests.join() === "failed,passed,passed,passed",
    },
    {
      hook: "ci",
      what: `the CI server was told once: ${build?.event}, changed ${build?.changed}`,
      holds:
        more.length === 0 &&
        String(build?.changed) === "src/health.js" &&
        build?.session === audit[0]?.event.session_id,
    },
    {
      hook: "agents",
      what: "the coder's own hook kept it from npm publish, the reviewer's own from any edit",
      holds:
        of(coder, "the release agent does") &&
        of(reviewer, "a reviewer changes nothing") &&
        called.length === 0,
    },
  ];
}

const formatted = `export function health() {
  const up = process.uptime();
  return { status: "ok", up };
}`;

function linesIn(text) {
  return text.trimEnd().split("\n").length;
}

function isRecord({ at, event: { session_id, tool_name, tool_input } }) {
  return !Number.isNaN(Date.parse(at)) && [session_id, tool_name, tool_input].every(Boolean);
}
