// Never answers, does not end when it is asked to, and has a child that does not either.
import { spawn } from "node:child_process";
import { renameSync, writeFileSync, writeSync } from "node:fs";

const stubborn = 'process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 1000);';
process.on("SIGTERM", () => {});
const child = spawn(process.execPath, ["-e", stubborn], { stdio: ["ignore", "pipe", "ignore"] });
child.stdout.once("data", () => {
  writeSync(2, "reading the index\n");
  writeFileSync("pids.new", JSON.stringify([process.pid, child.pid]));
  renameSync("pids.new", "pids");
});
setInterval(() => {}, 1000);
