// The parts of the benchmark: one line each. A part is `bench/<name>.mjs` with one function `…Rows({ quick })` that gives its rows.

/** All parts, in the order in which they run; `against` is the baseline of rows that do not name theirs. */
export const parts = [
  { name: "spawning", title: "running commands, beside the floor and peers" },
  { name: "stopping", title: "stopping hooks that do not end" },
  { name: "pipes", title: "what a hook finds at its ends" },
  { name: "libraries", title: "hooks that are functions, beside libraries for them" },
  { name: "functions", title: "hooks that are functions" },
  { name: "worker", title: "worker hooks" },
  { name: "quiet", title: "an event that no hook is for" },
  { name: "matching", title: "matching" },
  { name: "payload", title: "a large payload" },
  { name: "http", title: "HTTP hooks" },
  { name: "policy", title: "judging a policy", against: "the bare parse" },
  { name: "loading", title: "reading hook files" },
  { name: "firing", title: "command hooks, as few as one and as many as twenty" },
  { name: "start", title: "starting the command", against: "node -e 0" },
  { name: "daemon", title: "clients of the daemon", against: "node -e 0" },
  { name: "memory", title: "what is left after many events" },
  { name: "audit", title: "the audit trail (a million records: a minute or two)" },
  { name: "redaction", title: "taking secrets out", against: "one walk over the text" },
  { name: "replay", title: "judging recorded events again" },
  { name: "agent", title: "a session of hookline-agent (a minute or two)" },
];
