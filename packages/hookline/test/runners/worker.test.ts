import { describe, expect, it } from "vitest";
import { scratch } from "../engine/scratch.ts";
import { bash, denial, nodeWorker, onTools } from "./worker-scripts.ts";

describe("a worker hook", () => {
  it("answers events by one process, each as a command would", async () => {
    const place = scratch();
    const entry = nodeWorker(
      place,
      "guard.mjs",
      `(event) => event.tool_input.command === "bad" ? ${denial("String(process.pid)")} : event.tool_input.command === "exit" ? { exit: 2, stderr: "no\\n" } : {}`,
    );
    place.write(".hookline/hooks.json", onTools(entry));
    const engine = await place.engine();
    const good = await engine.fire("PreToolUse", bash("good"));
    expect(good).toMatchObject({ verdict: "pass", runs: [{ status: "ok", exitCode: 0, type: "worker" }] });
    const first = await engine.fire("PreToolUse", bash("bad"));
    const second = await engine.fire("PreToolUse", bash("bad"));
    expect(first.verdict).toBe("deny");
    expect(Number(first.reason)).toBeGreaterThan(0);
    expect(second.reason).toBe(first.reason);
    const exit = await engine.fire("PreToolUse", bash("exit"));
    expect(exit).toMatchObject({ verdict: "deny", reason: "no", runs: [{ exitCode: 2 }] });
  });
});
