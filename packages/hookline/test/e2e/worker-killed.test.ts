import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { scratch } from "../engine/scratch.ts";
import { isAlive, until } from "../system/command.ts";

const library = resolve(import.meta.dirname, "../../dist/index.js");

/** An agent in a process of its own that asks a worker once, says so, and stays. */
const agent = `import { createEngine } from ${JSON.stringify(library)};
const engine = await createEngine({ cwd: process.cwd(), trust: "all" });
const { runs } = await engine.fire("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
console.log(runs[0].status);
`;

/** A worker that hears neither signals nor the end of its input, and has started something. */
const deaf = `const { writeFileSync } = require("node:fs"); const { spawn } = require("node:child_process");
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {});
setInterval(() => {}, 1000);
const child = spawn("sleep", ["60"], { stdio: "ignore" });
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  writeFileSync("pids", process.pid + " " + child.pid);
  console.log(JSON.stringify({ id: JSON.parse(line).id }));
});
`;

function start(stay: boolean) {
  const place = scratch({
    PreToolUse: [{ hooks: [{ type: "worker", command: "node", args: ["deaf.cjs"] }] }],
  });
  place.write("deaf.cjs", deaf);
  place.write("agent.mjs", stay ? `${agent}setInterval(() => {}, 1000);` : agent);
  const child = spawn(process.execPath, ["agent.mjs"], { cwd: place.project, env: place.env });
  const ended = new Promise<number | null>((settle) => child.on("close", settle));
  const asked = new Promise<string>((settle) =>
    child.stdout.on("data", (text: Buffer) => settle(String(text))),
  );
  const pids = () => readFileSync(join(place.project, "pids"), "utf8").split(" ").map(Number);
  return { child, ended, asked, pids };
}

it("a worker does not outlive an agent that is killed, be it deaf to signals and to the end of its input", async () => {
  const { child, asked, pids, ended } = start(true);
  expect(await asked).toBe("ok\n");
  expect(pids().map(isAlive)).toEqual([true, true]);
  child.kill("SIGKILL");
  await ended;
  await until(() => !pids().some(isAlive));
});

it("a worker does not keep an agent alive that is done and closes nothing", async () => {
  const { asked, pids, ended } = start(false);
  expect(await asked).toBe("ok\n");
  expect(await ended).toBe(0);
  await until(() => !pids().some(isAlive));
});
