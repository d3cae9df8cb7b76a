// Runs one part in a process of its own: what other parts have loaded and left does not slow it down.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { allFinished, finished } from "./rows.mjs";
import { scratchFolder } from "./scratch.mjs";

const here = fileURLToPath(import.meta.url);

/** What a part may take; beyond it hangs. */
const mostMs = 5 * 60_000;

/** Variables that change what Node does or costs: measured without them. */
export const distorting = ["NODE_EXTRA_CA_CERTS", "NODE_OPTIONS", "NODE_V8_COVERAGE", "NODE_DEBUG"];

/** The environment of measurements: what programs need to be found, and nothing else. */
export function cleanEnvironment(env) {
  const kept = ["PATH", "HOME", "TMPDIR", "LANG"].filter((name) => env[name] !== undefined);
  return { ...Object.fromEntries(kept.map((name) => [name, env[name]])), SHLVL: "1" };
}

/** Runs a script of the benchmark to its end in the clean environment; gives its status, or that it hung and was killed. */
export function runClean(script, args, { stdout = 2, timeout = mostMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], {
      env: cleanEnvironment(process.env),
      stdio: ["ignore", stdout, 2],
      timeout,
      killSignal: "SIGKILL",
    });
    child.on("error", (error) => resolve(error.message));
    child.on("close", (status, signal) => resolve(signal ? `ended by ${signal}` : status));
  });
}

/** The rows of a part; one that says why, if it could not be measured. */
export async function rowsOf(part, { quick }) {
  const none = (why, broken) => [
    { ...finished({ measure: part.title, goal: "-", met: null, why }, part), whole: true, broken },
  ];
  if (!existsSync(new URL(`${part.name}.mjs`, import.meta.url))) return none("not in this build", false);
  const result = `${scratchFolder("results")}/${part.name}.json`;
  const status = await runClean(here, [part.name, result, ...(quick ? ["--quick"] : [])]);
  if (!existsSync(result)) return none(`it broke (${status}): see above`, true);
  const rows = JSON.parse(readFileSync(result, "utf8"));
  rmSync(result);
  return allFinished(rows, part);
}

if (process.argv[1] === here) {
  const [name, result, ...flags] = process.argv.slice(2);
  const module = await import(new URL(`${name}.mjs`, import.meta.url).href);
  const [measure] = Object.keys(module).filter((key) => key.endsWith("Rows"));
  const rows = await module[measure]({ quick: flags.includes("--quick") });
  writeFileSync(result, JSON.stringify(rows));
  // Whatever a library of a peer still has open is not waited for.
  process.exit(0);
}
