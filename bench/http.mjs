// An http hook through the engine, beside the least that somebody must write to ask a server over kept connections, and beside fetch.
import { fork } from "node:child_process";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { createEngine } from "hookline";
import { inTurns, ratioRows } from "./measure.mjs";
import { quietOptions, scratchFolder, writeJson } from "./scratch.mjs";

/** Starts the server in a process of its own, so that its work is not part of what is measured. */
function startServer() {
  const child = fork(fileURLToPath(new URL("./http-server.mjs", import.meta.url)), { execArgv: [] });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("message", ({ port }) =>
      resolve({ url: `http://127.0.0.1:${port}/`, stop: () => child.kill() }),
    );
  });
}

function bareRequest(url, agent, body) {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        agent,
        method: "POST",
        headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
      },
      (incoming) => {
        let text = "";
        incoming.setEncoding("utf8");
        incoming.on("data", (chunk) => {
          text += chunk;
        });
        incoming.on("end", () => resolve(JSON.parse(text)));
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** The rows of this part. */
export async function httpRows({ quick = false } = {}) {
  const { url, stop } = await startServer();
  const agent = new Agent({ keepAlive: true });
  const project = scratchFolder("http");
  writeJson(`${project}/.hookline/hooks.json`, {
    hooks: { PreToolUse: [{ hooks: [{ type: "http", url }] }] },
  });
  const engine = await createEngine(quietOptions(project));
  const payload = { tool_name: "Write", tool_input: { file_path: "/a/b.ts", content: "x".repeat(800) } };
  const about = { ...payload, session_id: "s", cwd: project, hook_event_name: "PreToolUse" };
  const decision = await engine.fire("PreToolUse", payload);
  if (decision.runs[0]?.status !== "ok") throw new Error(`the hook did not run: ${decision.runs[0]?.reason}`);
  const mine = () => engine.fire("PreToolUse", payload);
  const [shots, warmUp] = quick ? [3, 1] : [300, 300];
  const bare = await inTurns({
    mine,
    baseline: () => bareRequest(url, agent, `${JSON.stringify(about)}\n`),
    shots,
    warmUp,
  });
  const fetched = await inTurns({
    mine,
    baseline: async () => {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: `${JSON.stringify(about)}\n`,
      });
      return response.json();
    },
    shots,
    warmUp,
  });
  await engine.close();
  agent.destroy();
  stop();
  return [
    ...ratioRows("an http hook (against node:http over a kept connection)", bare, 2),
    ...ratioRows("an http hook (against fetch)", fetched, null),
  ];
}
