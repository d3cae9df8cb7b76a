import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { commands, scratch } from "../../engine/scratch.ts";
import { bin, command, isAlive, pidFile, run, script, temporaryFolder, until } from "../command.ts";
import { helperPath, hostOf } from "./program.ts";

describe.skipIf(helperPath === null)("a native helper that is killed", () => {
  const open = () => hostOf([helperPath ?? ""]);

  test("is noticed, nothing of its commands survives, and the next one takes over", async () => {
    const { env, pids } = pidFile();
    const host = open();
    const first = Number((await run(host, script("echo $PPID"))).stdout.text);
    const daemon = `setsid sh -c 'trap "" TERM; echo $$ >>"$PIDS"; exec sleep 30' & echo $$ >>"$PIDS"; wait`;
    const hooks = [
      command([bin("ignore-sigterm")], { env }),
      command([bin("double-fork")], { env }),
      script(daemon, { env }),
    ];
    const batch = { eventId: "event", payloads: [Buffer.from("{}")], commands: hooks };
    const runs = host.run(batch, new AbortController().signal);
    await until(() => pids().length === 6);
    process.kill(first, "SIGKILL");
    const facts = await Promise.all(runs);
    expect(facts.map(({ end }) => end.kind)).toEqual(["lost", "lost", "lost"]);
    expect(facts[0]?.end).toMatchObject({
      message: expect.stringMatching(/^the process that runs commands for Hookline was lost: /),
    });
    expect(facts.map(({ left }) => left)).toEqual([[], [], []]);
    expect(pids().filter(isAlive)).toEqual([]);
    const second = Number((await run(host, script("echo $PPID"))).stdout.text);
    expect(second).not.toBe(first);
    expect(second).not.toBe(process.pid);
  });

  test("makes Node warn of nothing, however many commands it had", async () => {
    const warnings: string[] = [];
    const warned = ({ message }: Error) => void warnings.push(message);
    process.on("warning", warned);
    onTestFinished(() => void process.off("warning", warned));
    const host = open();
    const helper = Number((await run(host, script("echo $PPID"))).stdout.text);
    const runs = Array.from({ length: 24 }, () => run(host, command(["/bin/sleep", "30"])));
    process.kill(helper, "SIGKILL");
    for (const { end } of await Promise.all(runs)) expect(end.kind).toBe("lost");
    // A warning is told in the next turn.
    await new Promise(setImmediate);
    expect(warnings).toEqual([]);
  });

  test("keeps what was printed before", async () => {
    const facts = await run(open(), script("echo early; sleep 0.1; kill -9 $PPID; sleep 30"));
    expect(facts).toMatchObject({ end: { kind: "lost" }, stdout: { text: "early\n" } });
  });

  test("costs an engine no event: its hooks are faults, and the next event has a decision", async () => {
    const kill =
      'test -e once && echo \'{"systemMessage":"again"}\' && exit; touch once; kill -9 $PPID; sleep 30';
    const place = scratch(commands({ command: kill, id: "killer" }, { command: "sleep 1", id: "other" }));
    const engine = await place.engine({ host: open() });
    const event = { tool_name: "Bash", tool_input: { command: "ls" } };
    const lost = await engine.fire("PreToolUse", event);
    expect(lost.runs.map(({ hook, status }) => [hook, status])).toEqual([
      ["killer", "fault"],
      ["other", "fault"],
    ]);
    const next = await engine.fire("PreToolUse", event, { budgetMs: 10_000 });
    expect(next.runs.map(({ hook, status }) => [hook, status])).toEqual([
      ["killer", "ok"],
      ["other", "ok"],
    ]);
  });
});

describe.skipIf(helperPath === null)("an agent that is killed", () => {
  // An agent with an engine of the build, which fires once and says so when its helper is at work.
  const agent = (engine: string, cwd: string, env: object) => `
    const { createEngine } = await import(${JSON.stringify(engine)});
    const engine = await createEngine({ cwd: ${JSON.stringify(cwd)}, env: ${JSON.stringify(env)}, trust: "all" });
    await engine.fire("PreToolUse", { tool_name: "Bash", tool_input: {} });
    process.exit(1);
  `;

  test("leaves nothing, however its hooks hid", async () => {
    const { env, pids } = pidFile();
    const names = ["ignore-sigterm", "daemonise-and-wait", "double-fork"];
    const place = scratch(commands(...names.map((name) => bin(name))));
    const engine = pathToFileURL(join(import.meta.dirname, "../../../dist/index.js")).href;
    const file = join(temporaryFolder(), "agent.mjs");
    writeFileSync(
      file,
      agent(engine, place.project, { ...place.env, PIDS: env.PIDS, HOOKLINE_SPAWN: "native" }),
    );
    const child = spawn(process.execPath, [file], { stdio: "inherit" });
    await until(() => pids().length === 7);
    const helpers = pids().flatMap((pid) => parentOf(pid));
    expect(helpers).not.toContain(child.pid);
    child.kill("SIGKILL");
    await until(() => pids().filter(isAlive).length === 0);
    await until(() => helpers.filter((pid) => pid > 1 && isAlive(pid)).length === 0);
  });
});

function parentOf(pid: number): number[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return [Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])];
  } catch {
    return [];
  }
}
