// Fires many mixed events in a process with --expose-gc and prints what is left of them: memory, handles, processes, open files.
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createEngine } from "hookline";
import { quietOptions, scratchFolder, writeJson } from "./scratch.mjs";

const [fires = 100_000, dear = 300, warmUp = 20_000] = process.argv.slice(2).map(Number);

const server = createServer((incoming, response) => incoming.resume().on("end", () => response.end("{}")));
server.keepAliveTimeout = 600_000;
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const project = scratchFolder("memory");
const group = (matcher, hook) => ({ matcher, hooks: [hook] });
writeJson(`${project}/.hookline/hooks.json`, {
  hooks: {
    PreToolUse: [
      group("Bash", { id: "rules", type: "policy", packs: ["commands"] }),
      group("Edit", { type: "command", command: "cat >/dev/null; echo '{}'" }),
      group("WebFetch", { type: "http", url: `http://127.0.0.1:${server.address().port}/` }),
    ],
  },
});

/** The processes that this one has started and that are alive. */
function children() {
  const pid = String(process.pid);
  const parentOf = (other) => {
    try {
      const text = readFileSync(`/proc/${other}/stat`, "utf8");
      return text.slice(text.lastIndexOf(")") + 2).split(" ")[1];
    } catch {
      return "";
    }
  };
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && parentOf(name) === pid).length;
}

/** What is alive in this process: its heap after all that nobody holds is gone, its handles, open files and children. */
async function look() {
  for (let round = 0; round < 6; round++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    globalThis.gc();
  }
  const linux = process.platform === "linux";
  return {
    heap: process.memoryUsage().heapUsed,
    handles: process.getActiveResourcesInfo().sort(),
    files: linux ? readdirSync("/proc/self/fd").length : 0,
    processes: linux ? children() : 0,
  };
}

const input = { file_path: "/a/b.ts", content: "x".repeat(800) };
const events = [
  { tool_name: "Read", tool_input: { file_path: "/a/b.ts" } },
  { tool_name: "Write", tool_input: input },
  { tool_name: "Bash", tool_input: { command: "ls -la src" } },
];
const dearEvents = [
  { tool_name: "Edit", tool_input: input },
  { tool_name: "WebFetch", tool_input: { url: "https://example.com" } },
];

async function fireAll(engine, count, dearCount) {
  const every = Math.floor(count / dearCount);
  for (let number = 0; number < count; number++) {
    await engine.fire("PreToolUse", events[number % events.length]);
    if (number % every === 0) for (const event of dearEvents) await engine.fire("PreToolUse", event);
    // As an agent does: the loop turns between two events.
    if (number % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

// Opened when somebody first looks at them: they are nobody's leftovers.
if (process.stdin.closed || process.stdout.closed || process.stderr.closed)
  throw new Error("a stream is closed");
const outside = await look();
const engine = await createEngine(quietOptions(project));
engine.on("PreToolUse", "Write", async () => undefined);
const ran = (await engine.fire("PreToolUse", dearEvents[0])).runs.map(({ status }) => status);
if (ran.join() !== "ok") throw new Error(`a hook did not run: ${ran}`);
await fireAll(engine, warmUp, Math.ceil(dear / 5));
const before = await look();
await fireAll(engine, fires, dear);
const after = await look();
await engine.close();
server.closeAllConnections();
const closed = await look();
process.stdout.write(JSON.stringify({ outside, before, after, closed }));
server.close();
