// An audit record appended to the chain, against the bare write of the same bytes; a million records verified, against a tenth.
import { spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openTrail } from "hookline/audit";
import { inTurns, row } from "./measure.mjs";
import { scratchFolder } from "./scratch.mjs";

/** The most that a record may cost beside the write of its bytes, in milliseconds. */
const most = 0.03;

/** The most memory that verifying may take more for ten times the records, in bytes. */
const mostGrowth = 32 * 1024 * 1024;

const settings = {
  required: true,
  onFailure: "block",
  payloads: "digest",
  chain: "main",
  rotateBytes: 64 * 1024 * 1024,
  checkpointEvery: 1_000,
  sync: false,
  destinations: [],
};

/** A decision of two hooks about a shell command. */
const entry = {
  kind: "decision",
  actor: { user: "ada", host: "box", pid: 4711, agents: [] },
  session: "0199f0c2-7a3e-7bb1-8a53-2f9d3c1e4b5a",
  project: "/home/ada/project",
  event: "PreToolUse",
  eventId: "0199f0c2-7a3e-7bb1-8a53-2f9d3c1e4b5b",
  tool: { name: "Bash", kind: "shell", useId: "toolu_01" },
  configuration: "c".repeat(64),
  durationMs: 3.25,
  verdict: "deny",
  reason: "pushing by force is not allowed here",
  halt: false,
  inputDigest: "d".repeat(64),
  rewritten: false,
  hooks: ["guard-push", "format"].map((id) => ({
    id,
    source: "/home/ada/project/.hookline/hooks.json:12",
    type: "command",
    mode: "enforce",
    digest: "e".repeat(64),
    status: "ok",
    fault: null,
    failedOpen: false,
    verdict: "deny",
    reason: "pushing by force is not allowed here",
    durationMs: 3,
  })),
  faults: [],
};
const payload = { tool_name: "Bash", tool_input: { command: "git push --force" } };

export async function auditRows({ quick }) {
  return [...(await appendRows(quick)), ...(await verifyRows(quick))];
}

async function appendRows(quick) {
  const folder = scratchFolder("audit-append");
  const trail = openTrail(settings, folder);
  trail.write(entry, payload);
  const line = readFileSync(`${folder}/main/000001.jsonl`, "utf8").trimEnd().split("\n").at(-1);
  const bytes = Buffer.from(`${line}\n`);
  const bare = openSync(`${folder}/bare.jsonl`, "a");
  const times = await inTurns({
    mine: () => trail.write(entry, payload),
    baseline: () => writeSync(bare, bytes),
    // Short shots, so that most of them are not interrupted by other processes; the first thousands warm the code up.
    shots: quick ? 50 : 2_000,
    acts: 20,
    warmUp: 300,
  });
  closeSync(bare);
  await trail.close();
  const name = `audit record of ${bytes.length} bytes (against the bare write of them)`;
  const beside = (which, goal) => times.mine[which] - times.baseline[which] < goal;
  return [
    {
      ...row(name, times.baseline.median, times.mine.median, null),
      goal: "< 30 µs more",
      met: beside("median", most),
    },
    { ...row(`${name}, p95`, times.baseline.p95, times.mine.p95, null), goal: "-" },
  ];
}

async function verifyRows(quick) {
  // Below a hundred thousand the collector's own room is still growing.
  const [some, many] = quick ? [2_000, 20_000] : [100_000, 1_000_000];
  const [few, lots] = [await verified("few", some), await verified("lots", many)];
  const [name, other] = [`verifying ${many.toLocaleString("en")} records`, some.toLocaleString("en")];
  return [
    row(`${name}, one of them (against one of ${other})`, few.ms / some, lots.ms / many, null),
    {
      ...row(`${name}, most memory (against ${other})`, few.peak, lots.peak, null),
      unit: "bytes",
      goal: "< 32 MB more",
      met: lots.peak - few.peak < mostGrowth,
    },
  ];
}

async function verified(name, count) {
  const folder = scratchFolder(`audit-${name}`);
  const trail = openTrail({ ...settings, checkpointEvery: 10_000 }, folder);
  const shorter = { ...entry, hooks: [] };
  for (let number = 1; number < count; number++) trail.write(shorter, undefined);
  await trail.close();
  const began = performance.now();
  const script = fileURLToPath(new URL("audit-peak.mjs", import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, [script, folder], { encoding: "utf8" });
  const ms = performance.now() - began;
  const { status, records, peak } = JSON.parse(stdout || "{}");
  if (status !== "intact" || records !== count) throw new Error(`verifying failed: ${stdout}${stderr}`);
  return { ms, peak };
}
