import { expect, it } from "vitest";
import { onTerminal } from "./on-terminal.ts";
import { cli } from "./run-cli.ts";
import { projectForVerbs } from "./verb-calls.ts";

const coloured = "\u001b[";

it.each([
  [["list", "--effective", "--show-origin"]],
  [["explain", "PreToolUse", "--tool", "Bash"]],
  [["validate"]],
  [["doctor"]],
])("colours of %j are on a terminal alone", async (args) => {
  const given = projectForVerbs();
  const at = { cwd: given.project, env: given.env };
  const [pipe, terminal] = await Promise.all([cli(args, at), onTerminal(args, at)]);
  expect(pipe.stdout.length).toBeGreaterThan(0);
  expect(pipe.stdout + pipe.stderr).not.toContain(coloured);
  expect(terminal.stdout).toContain(coloured);
  expect(terminal.status).toBe(pipe.status);
});

it.each([{ NO_COLOR: "1" }, { TERM: "dumb" }])("%j takes the colours off a terminal", async (more) => {
  const { project, env } = projectForVerbs();
  const { stdout } = await onTerminal(["explain", "PreToolUse", "--tool", "Bash"], {
    cwd: project,
    env: { ...env, ...more },
  });
  expect(stdout).toContain("would run");
  expect(stdout).not.toContain(coloured);
});
