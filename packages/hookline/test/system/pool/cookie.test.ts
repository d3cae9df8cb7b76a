import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { uuidv7 } from "../../../src/system/identifiers.ts";
import { setApart, trackStrays } from "../../../src/system/process/strays.ts";
import { isAlive, pidFile, script, until } from "../command.ts";
import { startHelper } from "./helper-process.ts";

test.each([
  ["none", undefined],
  ["an empty one", ""],
  ["a short one", "1"],
])("a command with %s for its cookie is ended alone: what is not of it stays", async (_, cookie) => {
  const helper = await startHelper();
  const { env, pids } = pidFile();
  const { HOOKLINE_RUN_ID: __, ...rest } = env;
  const one = script('echo $$ >>"$PIDS"; exec sleep 30', {
    env: cookie === undefined ? rest : { ...rest, HOOKLINE_RUN_ID: cookie },
    graceMs: 0,
  });
  helper.send([one]);
  await until(() => pids().length === 1);
  // Younger than the command, of nobody, and with an environment that holds much.
  const bystander = spawn("/bin/sleep", ["30"], { stdio: "ignore", detached: true, env: { ONE: "1" } });
  helper.socket.destroy();
  expect(await helper.ended).toBe(0);
  expect(pids().filter(isAlive)).toEqual([]);
  expect(isAlive(bystander.pid ?? 0)).toBe(true);
  bystander.kill("SIGKILL");
});

test("a shell that waits, whose environment is empty, is no reason to look again", async () => {
  const leader = spawn("/bin/sleep", ["30"], { stdio: "ignore", detached: true });
  const shell = spawn("/bin/sleep", ["30"], { stdio: "ignore", detached: true, env: {} });
  try {
    const look = () => {
      const strays = trackStrays(leader.pid ?? 0, uuidv7());
      const seen = strays.look();
      strays.forget();
      return seen;
    };
    expect(look().unsure).toBe(true);
    const forget = setApart(shell.pid ?? 0);
    // Others may start processes, too, whose environment is not there yet.
    await until(() => !look().unsure);
    forget();
    expect(look().unsure).toBe(true);
  } finally {
    for (const child of [leader, shell]) child.kill("SIGKILL");
  }
});
