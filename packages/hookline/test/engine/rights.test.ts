import { spawnSync } from "node:child_process";
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
