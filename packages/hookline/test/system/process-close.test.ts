import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { createDirectHost } from "../../src/system/process/process-host.ts";
import {
  bin,
  command,
  isAlive,
  ownEnvironment,
  pidFile,
  run,
  script,
  temporaryFolder,
  until,
} from "./command.ts";
import { onEachHost } from "./hosts.ts";

const tmpdirBefore = process.env.TMPDIR;
afterEach(() => {
  if (tmpdirBefore === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = tmpdirBefore;
});

onEachHost((createHost) => {
  describe("close", () => {
    test("ends all that runs, also in the background, and starts nothing more", async () => {
      const host = createHost();
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
      const host = createHost();
      const commands = Array.from({ length: 5 }, () => script("exec sleep 30"));
      const runs = host.run({ eventId: "event", payloads: [], commands }, new AbortController().signal);
      await host.close();
      const facts = await Promise.all(runs);
      expect(facts.map(({ end }) => end.kind)).toEqual(commands.map(() => "cancelled"));
    });

    test("may be called twice, and before anything ran", async () => {
      const host = createHost();
      await Promise.all([host.close(), host.close()]);
      await host.close();
    });

    test("twice settles both when a hook takes its time", async () => {
      const host = createHost();
      const running = run(host, script("trap '' TERM; sleep 30 & wait; wait", { graceMs: 200 }));
      await new Promise((resolve) => setTimeout(resolve, 50));
      await Promise.all([host.close(), host.close()]);
      expect((await running).end).toEqual({ kind: "cancelled" });
    });
  });
});

describe("close of the direct host", () => {
  test("removes the folder of the pipes, which only its owner could enter", async () => {
    process.env.TMPDIR = temporaryFolder();
    const host = createDirectHost();
    const env = { ...ownEnvironment, TMPDIR: process.env.TMPDIR };
    const facts = await run(host, script('stat -c "%a" "$TMPDIR"/hookline-*', { env }));
    expect(facts.stdout.text).toBe("700\n");
    expect(readdirSync(process.env.TMPDIR)).toHaveLength(1);
    await host.close();
    expect(readdirSync(process.env.TMPDIR)).toEqual([]);
  });
});

test("a tidied temporary folder is made anew", async () => {
  const folder = temporaryFolder();
  process.env.TMPDIR = folder;
  const host = createDirectHost();
  await run(host, script(":"));
  const [name = ""] = readdirSync(folder);
  rmSync(join(folder, name), { recursive: true, maxRetries: 5 });
  for (let index = 0; index < 12; index++) {
    const facts = await run(host, script("cat /dev/stdin"), { payload: "there\n" });
    expect(facts).toMatchObject({ end: { kind: "exit", code: 0 }, stdout: { text: "there\n" } });
  }
  await host.close();
  expect(readdirSync(folder)).toEqual([]);
});
