// What a hundred thousand events leave behind, in a process of its own.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { row } from "./measure.mjs";

const script = fileURLToPath(new URL("./memory-fires.mjs", import.meta.url));

/** The rows of this part. */
export async function memoryRows({ quick = false } = {}) {
  const [fires, dear] = quick ? [2_000, 5] : [100_000, 300];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--expose-gc", script, String(fires), String(dear)],
    { encoding: "utf8", env: { PATH: process.env.PATH, HOME: process.env.HOME } },
  );
  if (status !== 0) throw new Error(`it ended with ${status}: ${stderr}`);
  const { outside, before, after, closed } = JSON.parse(stdout);
  const heap = row(
    `heap after ${fires.toLocaleString("en")} events (against before)`,
    before.heap,
    after.heap,
    1.05,
  );
  const things = ({ handles, processes, files }) => handles.length + processes + files;
  const leftAll = Math.max(0, things(closed) - things(outside));
  return [
    { ...heap, unit: "bytes" },
    {
      ...row("handles, processes and open files that a closed engine leaves", 1, leftAll, null),
      unit: "count",
      goal: "0",
      met: leftAll === 0,
    },
  ];
}
