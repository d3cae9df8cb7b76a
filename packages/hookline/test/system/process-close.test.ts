import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createDirectHost } from "../../src/system/process-host.ts";
import { bin, command, isAlive, pidFile, run, script, temporaryFolder, until } from "./command.ts";
import { type CompiledHost, compileHost } from "./compiled.ts";

const tmpdirBefore = process.env.TMPDIR;
afterEach(() => {
  if (tmpdirBefore === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = tmpdirBefore;
});

describe("close", () => {
  test("ends all that runs, also in the background, and starts nothing more", async () => {
    const host = createDirectHost();
    const { env, pids } = pidFile();
    const hook = command([bin("ignore-sigterm")], { env, graceMs: 100 });
    const commands = [hook, { ...hook, background: true }];
    const runs = host.run({ eventId: "event", payloads: [], commands }, new AbortController().signal);
    await until(() => pids().length === 4);
    await host.close();
    expect(pids().filter(isAlive)).toEqual([]);
    const facts = await Promise.all(runs);
    expect(facts.map(({ end }) => end.kind)).toEqual(["cancelled", "cancelled"]);
    expect((await run(host, script("echo never"))).end).toEqual({ kind: "cancelled" });
  });

  test("settles what waits for its turn", async () => {
    const host = createDirectHost();
    const commands = Array.from({ length: 5 }, () => script("exec sleep 30"));
    const runs = host.run({ eventId: "event", payloads: [], commands }, new AbortController().signal);
    await host.close();
    const facts = await Promise.all(runs);
    expect(facts.map(({ end }) => end.kind)).toEqual(commands.map(() => "cancelled"));
  });

  test("may be called twice, and before anything ran", async () => {
    const host = createDirectHost();
    await Promise.all([host.close(), host.close()]);
    await host.close();
  });

  test("twice settles both when a hook takes its time", async () => {
    const host = createDirectHost();
    const running = run(host, script("trap '' TERM; sleep 30 & wait; wait", { graceMs: 200 }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await Promise.all([host.close(), host.close()]);
    expect((await running).end).toEqual({ kind: "cancelled" });
  });

  test("removes the folder of the pipes, which only its owner could enter", async () => {
    process.env.TMPDIR = temporaryFolder();
    const host = createDirectHost();
    const facts = await run(host, script('stat -c "%a" "$TMPDIR"/hookline-*', { env: { ...process.env, TMPDIR: process.env.TMPDIR } as Record<string, string> }));
    expect(facts.stdout.text).toBe("700\n");
    expect(readdirSync(process.env.TMPDIR)).toHaveLength(1);
    await host.close();
    expect(readdirSync(process.env.TMPDIR)).toEqual([]);
  });
});

describe("a process with a host", () => {
  let compiled: CompiledHost;
  beforeAll(() => {
    compiled = compileHost();
  });
  afterAll(() => compiled.remove());

  test("exits by itself when all runs have settled, and leaves no folder", async () => {
    const result = await compiled.run(`
      import { readdirSync } from "node:fs";
      const host = createDirectHost();
      const { end } = await run(host, command(["/bin/sh", "-c", "exec sleep 30"], { deadlineMs: 100 }));
      const runs = Array.from({ length: 12 }, () => run(host, command(["/bin/true"])));
      await Promise.all(runs);
      console.log(end.kind, process.env.TMPDIR);
      const started = performance.now();
      process.on("exit", () => console.log(performance.now() - started < 1000));
    `);
    const folder = result.stdout.split("\n")[0]?.split(" ")[1] ?? "";
    expect(result).toEqual({ code: 0, stderr: "", stdout: `timeout ${folder}\ntrue\n` });
    expect(readdirSync(folder).filter((name) => name.startsWith("hookline-"))).toEqual([]);
  });

  test("works without mkfifo, with Node's own pipes", async () => {
    const result = await compiled.run(
      `const host = createDirectHost();
      const facts = await run(host, command(["/bin/sh", "-c", "/bin/cat; echo ran; echo err >&2"]));
      const flood = await run(host, command(["/bin/sh", "-c", "/usr/bin/head -c 3000000 /dev/zero"]));
      const big = await host.run({ eventId: "event", payloads: [new Uint8Array(2000000)],
        commands: [command(["/bin/true"])] }, new AbortController().signal)[0];
      console.log(JSON.stringify([facts.end, facts.stdout.text, facts.stderr.text, flood.stdout.bytes, big.end.kind]));
      await host.close();`,
      "export PATH=/no/such/folder",
    );
    const expected = [{ kind: "exit", code: 0 }, "ran\n", "err\n", 3_000_000, "exit"];
    expect(result).toEqual({ code: 0, stderr: "", stdout: `${JSON.stringify(expected)}\n` });
  });

  test("works without a temporary folder", async () => {
    const result = await compiled.run(
      `const host = createDirectHost();
      console.log((await run(host, command(["/bin/echo", "ran"]))).stdout.text);
      await host.close();`,
      "export TMPDIR=/no/such/folder",
    );
    expect(result).toEqual({ code: 0, stderr: "", stdout: "ran\n\n" });
  });
});

test("a tidied temporary folder is made anew", async () => {
  const folder = temporaryFolder();
  process.env.TMPDIR = folder;
  const host = createDirectHost();
  await run(host, script(":"));
  const [name = ""] = readdirSync(folder);
  rmSync(join(folder, name), { recursive: true });
  for (let index = 0; index < 3; index++) {
    const facts = await run(host, script("cat /dev/stdin"), { payload: "there\n" });
    expect(facts).toMatchObject({ end: { kind: "exit", code: 0 }, stdout: { text: "there\n" } });
  }
  await host.close();
  expect(readdirSync(folder)).toEqual([]);
});
