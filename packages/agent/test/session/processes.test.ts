import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { sessionStore } from "../../src/session/store.ts";
import { viewThread } from "../../src/session/thread.ts";
import { scratchStore } from "./scratch-store.ts";

/** A session in a process of its own, and all that it has said. */
function start(folder: string, what: "start" | "resume" | "work") {
  const child = spawn(process.execPath, [join(import.meta.dirname, "child.mjs"), folder, what], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  const lines = () => text.split("\n").slice(0, -1);
  const closed = once(child, "close");
  /** Waits for the line; fails if the process ends before. */
  const says = async (line: string) => {
    const ended = closed.then(() => expect(lines()).toContain(line));
    while (!lines().includes(line)) await Promise.race([once(child.stdout, "data"), ended]);
  };
  return { child, lines, says, closed };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

it("resumes a sub-agent's question in a new process after the first one was killed", {
  timeout: 60_000,
}, async () => {
  const { root } = scratchStore();
  const first = start(root, "start");
  await first.says("pending");
  const store = sessionStore({ stateFolder: root, projectDir: root });
  expect(viewThread(store.statePath("s1"), "s1").spaces.size).toBe(2);

  const meanwhile = start(root, "resume");
  await meanwhile.closed;
  expect(meanwhile.lines().join()).toMatch(
    new RegExp(`^error: session s1 is in use by process ${first.child.pid}: `),
  );

  await kill(first.child);
  const second = start(root, "resume");
  await second.closed;
  expect(second.lines()).toEqual([
    'asked ["may I dig?"]',
    "asking",
    "human: go",
    "ai: ",
    "tool: dug",
    "ai: all done",
  ]);
});

it("leaves a whole state behind, whenever it is killed", { timeout: 60_000 }, async () => {
  for (const calls of [2, 23]) {
    const { root } = scratchStore();
    const { child, says } = start(root, "work");
    await says(`echo ${calls}`);
    await kill(child);
    const file = sessionStore({ stateFolder: root, projectDir: root }).statePath("s1");
    const messages = readFileSync(file, "utf8").split('"kind":"object"').length - 1;
    expect(messages).toBeGreaterThanOrEqual(2 * calls);
    const { spaces, decode } = viewThread(file, "s1");
    await decode(spaces.get("")?.checkpoint?.body.checkpoint ?? null);
  }
});
