// npm run bench: what Hookline costs, each figure beside its baseline in the same run.
import { writeSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { defaultBackend } from "./backends.mjs";
import { runGuard } from "./guard.mjs";
import { parts } from "./parts.mjs";
import { installPeers } from "./peers.mjs";
import { exitStatus, makeReport, tableText } from "./report.mjs";
import { distorting, rowsOf, runClean } from "./run-part.mjs";

const names = parts.map(({ name }) => name).join(", ");

const help = `npm run bench -- [PART…] [OPTIONS]

Measures what Hookline costs: each row a measure, its baseline, the ratio of both medians, the goal, and whether it is met. What is
compared takes turns, shot by shot, in one process. Every part runs in a process of its own, with a clean environment.

PART        ${names}

  --json    print one JSON object instead of the table
  --quick   only show that it runs: the figures say nothing
  --strict  exit 1 if a goal is not met (a goal that was not measured does not count)
  --peers   install what Hookline is measured beside (bench/peers; npm ci, no scripts), then measure
  --guard   the short form for CI: exit 1 if a ratio got worse by half in each of three tries; --keep writes bench/guard.json anew
  --soak    ten minutes of events, and what they leave; --seconds N for another time
  --help    this

Exit status: 0 when it has measured, whatever the goals say; 1 with --strict or --guard as above, when a part broke, or on a
wrong argument. Progress goes to stderr.`;

const fail = (words) => {
  process.stderr.write(`${words}\n`);
  process.exit(1);
};

function readArguments() {
  const flag = { type: "boolean", default: false };
  const options = {
    json: flag,
    quick: flag,
    strict: flag,
    peers: flag,
    guard: flag,
    keep: flag,
    soak: flag,
    help: flag,
  };
  try {
    return parseArgs({
      allowPositionals: true,
      options: { ...options, seconds: { type: "string", default: "600" } },
    });
  } catch (error) {
    return fail(`${error.message.split(/[.\n]/)[0]}: npm run bench -- --help says what there is`);
  }
}

/** Writes all of it, however slowly it is read; a reader that has gone away is no mistake. */
function say(text) {
  const bytes = Buffer.from(`${text}\n`);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (error.code === "EPIPE") return;
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

async function measureAll(chosen, { quick, json, strict }) {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1_000;
  const rows = [];
  for (const part of chosen) {
    process.stderr.write(`${seconds().toFixed(0).padStart(4)} s  measuring ${part.title} …\n`);
    rows.push(...(await rowsOf(part, { quick })));
  }
  const report = makeReport({ rows, backend: await defaultBackend(), seconds: seconds(), quick });
  say(json ? JSON.stringify(report, null, 2) : tableText(report).join("\n"));
  process.stderr.write(`${seconds().toFixed(0).padStart(4)} s  in all\n`);
  return exitStatus(report, strict);
}

/** The soak in a process of its own, which prints what it found. */
async function runSoak(seconds, { json }) {
  const script = fileURLToPath(new URL("soak.mjs", import.meta.url));
  const args = [String(seconds), ...(json ? ["--json"] : [])];
  const status = await runClean(script, args, { stdout: 1, timeout: (seconds + 120) * 1_000 });
  return status === 0 ? 0 : 1;
}

const { values: options, positionals: wanted } = readArguments();
const unknown = wanted.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) fail(`nothing is called ${unknown.join(", ")}: choose of ${names}`);
const soakSeconds = Number(options.seconds);
if (!(soakSeconds > 0)) fail(`--seconds ${options.seconds} is no time`);
if (options.help) {
  say(help);
  process.exit(0);
}
const removed = distorting.filter((name) => process.env[name]);
if (removed.length > 0)
  process.stderr.write(`measured without ${removed.join(", ")}: they change what Node costs\n`);
if (options.peers) {
  process.stderr.write("installing the peers (npm ci in bench/peers) …\n");
  if (installPeers() !== 0) fail("the peers could not be installed: see above");
}
if (options.guard) process.exitCode = await runGuard({ keep: options.keep, say });
else if (options.soak) process.exitCode = await runSoak(soakSeconds, options);
else {
  process.exitCode = await measureAll(
    parts.filter(({ name }) => wanted.length === 0 || wanted.includes(name)),
    options,
  );
}
