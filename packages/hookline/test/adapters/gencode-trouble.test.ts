import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { areAlive } from "../conformance/processes.ts";
import { command, managed, write } from "./gencode-manager.ts";

describe("HooksManager in trouble", () => {
  it("tells what is wrong with a hook, and runs the others", async () => {
    const { manager, trigger } = managed({ Stop: [command(""), command("echo fine")] });
    manager.loadFromSettings({ hooks: { Stoop: [command("true")] } });
    const results = await trigger("Stop");
    expect(results).toMatchObject([
      { success: false, error: expect.stringContaining("Stop: the command is empty") },
      { success: false, error: expect.stringContaining('did you mean "Stop"?') },
      { success: true, output: "fine\n" },
    ]);
    expect(await trigger("Stop")).toHaveLength(1);
  });

  it("tells that a timeout was probably meant in seconds", async () => {
    const { trigger } = managed({ Stop: [command("true", { timeout: 30 })] });
    const told = (await trigger("Stop")).map(({ message }) => message ?? "").join("\n");
    expect(told).toContain("write 30000 if seconds were meant");
  });

  it("blocks what it has no word for", async () => {
    const said = (specific: object) =>
      `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", ...specific } })}'`;
    const of = async (line: string) =>
      (await managed({ PreToolUse: [command(line)] }).trigger("PreToolUse", write)).filter(
        ({ blocked }) => blocked,
      );
    expect(await of(said({ permissionDecision: "ask", permissionDecisionReason: "sure?" }))).toMatchObject([
      { message: "sure?" },
    ]);
    expect(await of(said({ updatedInput: { file_path: "b" } }))).toMatchObject([
      { message: expect.stringContaining("changed the input") },
    ]);
    expect(await of(`echo '{"continue":false,"stopReason":"enough"}'`)).toMatchObject([
      { message: "enough" },
    ]);
    expect(await of(said({ permissionDecision: "allow" }))).toEqual([]);
  });

  it("obeys the machine's own hooks", async () => {
    const { place, trigger } = managed({});
    place.write(join(place.system, "etc/hookline/hooks.json"), {
      defaults: { onFailure: "block" },
      hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "exit 1" }] }] },
    });
    const results = await trigger("PreToolUse", write);
    expect(results.filter(({ blocked }) => blocked)).toMatchObject([
      { success: false, message: expect.stringContaining("crash") },
    ]);
  });

  it("refuses a context of another event, and everything once it is closed; nothing of it is left then", async () => {
    const { manager, place, read } = managed({
      Stop: [
        command("sleep 30 & echo $! > pid; wait", { blocking: false }),
        command("until [ -s pid ]; do :; done"),
      ],
    });
    const context = { event: "Stop", sessionId: "s", cwd: place.project } as const;
    await expect(manager.trigger("PreToolUse", context)).rejects.toThrow("the context says Stop");
    await manager.trigger("Stop", context);
    const pid = Number(read("pid"));
    expect(await areAlive({ pid })).toEqual({ pid: true });
    await manager.close();
    expect(await areAlive({ pid })).toEqual({ pid: false });
    await expect(manager.trigger("Stop", context)).rejects.toThrow("closed");
  });

  it("takes a result that is no JSON", async () => {
    const { trigger, read } = managed({ PostToolUse: [command("cat > seen")] });
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(await trigger("PostToolUse", { ...write, toolResult: circle })).toMatchObject([{ success: true }]);
    expect(JSON.parse(read("seen")).tool_response).toBe("[object Object]");
  });
});
