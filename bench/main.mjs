// npm run bench: what Hookline costs, each figure beside its baseline in the same run. A name (`-- agent`) measures that alone, `--json`
// prints the rows and nothing else, `--quick` only shows that it runs: its figures say nothing.
import { agentRows } from "./agent.mjs";
import { peerTable } from "./agent-peers.mjs";
import { auditRows } from "./audit.mjs";
import { daemonRows } from "./daemon.mjs";
import { firingRows } from "./firing.mjs";
import { functionRows } from "./functions.mjs";
import { httpRows } from "./http.mjs";
import { loadRows } from "./loading.mjs";
import { matchRows } from "./matching.mjs";
import { memoryRows } from "./memory.mjs";
import { payloadRows } from "./payload.mjs";
import { policyRows } from "./policy.mjs";
import { quietRows } from "./quiet.mjs";
import { redactionRows } from "./redaction.mjs";
import { replayRows } from "./replay.mjs";
import { startRows } from "./start.mjs";
import { amount, print } from "./table.mjs";

const cases = [
  { name: "quiet", title: "an event that no hook is for", measure: quietRows },
  { name: "matching", title: "matching", measure: matchRows },
  { name: "functions", title: "functions of the host", measure: functionRows },
  { name: "policy", title: "judging a policy", measure: policyRows },
  { name: "loading", title: "reading hook files", measure: loadRows },
  { name: "firing", title: "running commands", measure: firingRows },
  { name: "payload", title: "a large payload", measure: payloadRows },
  { name: "http", title: "asking a server", measure: httpRows },
  { name: "memory", title: "what a hundred thousand events leave behind", measure: memoryRows },
  { name: "start", title: "starting the command", measure: startRows },
  { name: "daemon", title: "asking the daemon", measure: daemonRows },
  { name: "audit", title: "the audit trail (a million records: a minute or two)", measure: auditRows },
  { name: "redaction", title: "taking secrets out", measure: redactionRows },
  { name: "replay", title: "judging recorded events again", measure: replayRows },
  { name: "agent", title: "a session of hookline-agent (a minute or two)", measure: agentRows },
];

const options = process.argv.slice(2);
const wanted = options.filter((option) => !option.startsWith("--"));
const unknown = wanted.filter((name) => !cases.some((one) => one.name === name));
if (unknown.length > 0) {
  console.error(
    `nothing is called ${unknown.join(", ")}: choose of ${cases.map(({ name }) => name).join(", ")}`,
  );
  process.exit(1);
}
const json = options.includes("--json");
const chosen = cases.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

const rows = [];
for (const { title, measure } of chosen) {
  if (!json) process.stderr.write(`measuring ${title} …\n`);
  rows.push(...(await measure({ quick: options.includes("--quick") })));
}

if (json) {
  process.stdout.write(`${JSON.stringify({ rows })}\n`);
} else {
  print([
    ["measure", "baseline", "value", "ratio", "goal", ""],
    ...rows.map(({ measure, baseline, value, ratio, goal, met, unit }) => [
      measure,
      amount(baseline, unit),
      amount(value, unit),
      ratio.toFixed(2),
      goal,
      met === null ? "" : met ? "met" : "NOT MET",
    ]),
  ]);
  for (const table of peerTable(rows)) {
    console.log();
    print(table);
  }
}
