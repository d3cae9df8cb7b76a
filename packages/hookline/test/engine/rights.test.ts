import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { aWrite, commands, scratch } from "./scratch.ts";

// shows: F-082 F-083 G-050 G-096 W-095 C-093
it("a hook has the rights of whoever runs the agent, no more and no less", async () => {
  const rights =
    "id -u; id -g; id -G; umask; grep -E '^(Cap|NoNewPrivs|Seccomp:)' /proc/self/status 2>/dev/null";
  const { engine } = scratch(commands(`(${rights}) >&2; exit 2`));
  const { reason } = await (await engine()).fire("PreToolUse", aWrite);
  expect(reason).toBe(spawnSync("sh", ["-c", rights], { encoding: "utf8" }).stdout.trim());
});

// shows: W-096
it("no command is filtered: neither one that a hook runs nor one that a tool is called with", async () => {
  const { engine, write, project } = scratch(commands("rm -rf ./precious"));
  write("precious/file", "");
  const running = await engine();
  const result = await running.wrapTool({ name: "Bash", input: { command: "rm -rf /" } }, () => "executed");
  expect(result).toMatchObject({
    ran: true,
    output: "executed",
    decision: { verdict: "pass", messages: [] },
  });
  expect(existsSync(join(project, "precious"))).toBe(false);
});
