import { expect, it } from "vitest";
import { scratch } from "../engine/scratch.ts";
import { cli } from "./run-cli.ts";

it("the first minute: from an empty project to a guard that denies, and is looked after", async () => {
  const { project, env } = scratch();
  const run = (...args: string[]) => cli(args, { cwd: project, env });
  expect(await run("init", "--yes")).toMatchObject({ status: 0, stderr: "" });
  expect(await run("add", "block-dangerous-commands", "--yes")).toMatchObject({ status: 0, stderr: "" });
  const tested = await run("test");
  expect([tested.status, tested.stdout]).toEqual([0, expect.stringMatching(/\b[1-9]\d* passed/)]);
  const bash = (command: string) =>
    run("fire", "PreToolUse", "--tool", "Bash", "--input", JSON.stringify({ command }));
  const denied = await bash("rm -rf /");
  expect(denied).toMatchObject({ status: 2, stderr: "" });
  expect(denied.stdout).toMatch(
    /^PreToolUse {2}deny[\s\S]*block-dangerous-commands {2}\.hookline\/hooks\.json:\d+:\d+/,
  );
  expect((await bash("ls")).status).toBe(0);
  expect(await run("disable", "block-dangerous-commands")).toMatchObject({ status: 0, stderr: "" });
  expect((await bash("rm -rf /")).status).toBe(0);
  expect(await run("enable", "block-dangerous-commands")).toMatchObject({ status: 0, stderr: "" });
  expect((await bash("rm -rf /")).status).toBe(2);
  expect(await run("doctor")).toMatchObject({ status: 0 });
});
