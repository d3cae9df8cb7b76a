import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { makePlace, type Place, startAgent } from "../run-agent.ts";
import { stack } from "./several.ts";

const signals = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const;

function script(place: Place): string[] {
  const path = place.write(join(place.root, "script.json"), { turns: [{ text: "hi" }] });
  return ["--trust", "--script", path];
}

/** A process is gone, or nobody waits for it any more. */
function isGone(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return true;
  }
}

const appears = (path: string) => vi.waitFor(() => expect(existsSync(path)).toBe(true), { timeout: 15_000 });
const pidIn = (path: string) => Number(readFileSync(path, "utf8"));

describe("a session that is ended while it begins", () => {
  it.each(signals)(
    "by %s, while an MCP server does not answer: takes all back",
    async (signal, status) => {
      const place = makePlace();
      const mark = join(place.root, "pid");
      const server = { command: "sh", args: ["-c", `echo $$ > ${mark}; exec sleep 300`] };
      place.write(".mcp.json", { mcpServers: { mute: server } });
      const agent = startAgent(place, ["-p", "go", ...script(place)]);
      await appears(mark);
      await vi.waitFor(() => expect(pidIn(mark)).toBeGreaterThan(0));
      const began = performance.now();
      agent.child.kill(signal);
      const end = await agent.ended;
      expect(end).toMatchObject({ status, stdout: "" });
      expect(end.stderr).not.toMatch(stack);
      // It waits ten seconds for a server, and not one of them after a signal.
      expect(performance.now() - began).toBeLessThan(8_000);
      await vi.waitFor(() => expect(isGone(pidIn(mark))).toBe(true), { timeout: 5_000 });
      const kept = readdirSync(join(place.root, "state"), { recursive: true, encoding: "utf8" });
      expect(kept.filter((name) => name.endsWith(".lock"))).toEqual([]);
    },
    30_000,
  );

  it.each(signals)(
    "by %s, while its first hook runs: the hook ends, SessionEnd is told",
    async (signal, status) => {
      const place = makePlace();
      const mark = join(place.root, "pid");
      const hook = (command: string) => [{ hooks: [{ type: "command", command }] }];
      place.write(".hookline/hooks.json", {
        hooks: {
          SessionStart: hook(`echo $$ > ${mark}; exec sleep 300`),
          SessionEnd: hook(`echo ended > ${join(place.root, "end")}`),
        },
      });
      const agent = startAgent(place, ["-p", "go", ...script(place)]);
      await appears(mark);
      await vi.waitFor(() => expect(pidIn(mark)).toBeGreaterThan(0));
      agent.child.kill(signal);
      expect(await agent.ended).toMatchObject({ status, stdout: "" });
      expect(isGone(pidIn(mark))).toBe(true);
      expect(existsSync(join(place.root, "end"))).toBe(true);
    },
    30_000,
  );

  it("by SIGINT, while it waits for a prompt on its input", async () => {
    const place = makePlace();
    const agent = startAgent(place, ["-p", "--verbose", ...script(place)]);
    await agent.until("(startup)");
    agent.child.kill("SIGINT");
    const end = await agent.ended;
    expect(end).toMatchObject({ status: 130, stdout: "" });
    expect(end.stderr).not.toMatch(stack);
    expect(end.stderr).not.toContain("there is no prompt");
  }, 30_000);
});
