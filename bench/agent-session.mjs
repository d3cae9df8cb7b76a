// A session of the real hookline-agent in a process of its own, headless, that sees none of the person's own hook files.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { scratchFolder, writeJson } from "./scratch.mjs";

const bin = fileURLToPath(new URL("../packages/agent/bin/hookline-agent.js", import.meta.url));
const withoutHooks = new URL("./agent-bare.mjs", import.meta.url).href;

/** Starts an agent on a line of the model; `bare` is the same agent without the hooks' middleware. */
export function startSession(name, { line, hooks = {}, bare = false, content = "" }) {
  const project = scratchFolder(`${name}/project`);
  writeFileSync(`${project}/a.txt`, `${content}\n`);
  if (Object.keys(hooks).length > 0) writeJson(`${project}/.hookline/hooks.json`, { hooks });
  const env = {
    PATH: process.env.PATH,
    SHLVL: "1",
    HOME: scratchFolder(`${name}/home`),
    XDG_STATE_HOME: scratchFolder(`${name}/state`),
    OPENAI_API_KEY: "none",
    OPENAI_BASE_URL: line.url,
  };
  const given = ["-p", "go", "--model", "openai:bench", "--permission-mode", "bypassPermissions", "--trust"];
  const run = [...(bare ? ["--import", withoutHooks] : []), bin, "--cwd", project];
  const child = spawn(process.execPath, [...run, ...given], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  const ended = new Promise((resolve, reject) =>
    child.on("close", (status) => {
      if (status === 0) resolve(performance.now());
      else reject(new Error(`hookline-agent (${name}) ended with ${status}: ${said}`));
    }),
  );
  ended.catch(() => {});
  // A session that breaks off while its next request is waited for ends the measurement.
  const next = () =>
    Promise.race([line.next(), ended.then(() => Promise.reject(new Error(`${name}: ended early`)))]);
  return { project, next, ended, stop: () => child.kill("SIGKILL") };
}
