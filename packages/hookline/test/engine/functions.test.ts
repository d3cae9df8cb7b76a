import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/system/digest.ts";
import { withLock } from "../../src/system/lock.ts";
import { aWrite, commands, scratch } from "./scratch.ts";

describe("engine.on", () => {
  // shows: F-062 F-085 F-096 F-127 G-028 G-029 S-012 S-041 W-137
  it("runs a function with the frozen payload, until it is removed", async () => {
    const engine = await scratch().engine();
    const off = engine.on("PreToolUse", "Write|Edit", (payload) => {
      expect(Object.isFrozen(payload.tool_input)).toBe(true);
      return payload.tool_input.file_path === "a.txt"
        ? { verdict: "deny", reason: "secrets stay out" }
        : undefined;
    });
    expect(await engine.fire("PreToolUse", aWrite)).toMatchObject({
      verdict: "deny",
      reason: "secrets stay out",
      runs: [{ type: "function", source: "code", exitCode: null }],
    });
    expect((await engine.fire("PreToolUse", { tool_name: "Read", tool_input: {} })).runs).toEqual([]);
    off();
    expect((await engine.fire("PreToolUse", aWrite)).verdict).toBe("pass");
  });

  // shows: S-012
  it("stands after the hooks of the files, and the stricter holds", async () => {
    const engine = await scratch(commands("echo file >&2; exit 2")).engine();
    engine.on("PreToolUse", () => ({ verdict: "allow" }));
    engine.on("PreToolUse", () => ({ verdict: "deny", reason: "code" }));
    expect((await engine.fire("PreToolUse", aWrite)).reason).toBe("file\ncode");
  });

  // shows: W-099 W-103 F-057 F-086 F-121 F-141 S-047 W-072
  it("never lets a broken function break the event", async () => {
    const engine = await scratch().engine();
    engine.on("PreToolUse", () => {
      throw new Error("oops");
    });
    engine.on("PreToolUse", () => new Promise(() => {}), { timeoutMs: 50, onFailure: "block", id: "slow" });
    const decision = await engine.fire("PreToolUse", aWrite);
    expect(decision.runs).toMatchObject([{ fault: "crash", reason: "oops" }, { fault: "timeout" }]);
    expect(decision).toMatchObject({ verdict: "deny", reason: expect.stringContaining("slow: timeout") });
  });

  it("takes an answer that throws when it is looked at for a fault of the function", async () => {
    const engine = await scratch().engine();
    const answer = {
      get async(): boolean {
        throw new Error("do not look");
      },
    };
    engine.on("PreToolUse", "Write", () => answer, { onFailure: "block" });
    const { verdict, reason } = await engine.fire("PreToolUse", aWrite);
    expect([verdict, reason]).toEqual(["deny", expect.stringContaining("crash: do not look")]);
  });

  it("refuses wrong registrations", async () => {
    const engine = await scratch().engine();
    expect(() => engine.on("PreTolUse", "x", () => undefined)).toThrow("did you mean PreToolUse?");
    expect(() => engine.on("PreToolUse", "[", () => undefined)).toThrow("matcher");
    engine.on("PreToolUse", () => undefined, { id: "one" });
    expect(() => engine.on("PreToolUse", () => undefined, { id: "one" })).toThrow("already");
  });
});

describe("once and async", () => {
  it("runs a once hook until it has succeeded, also for the next engine of the session", async () => {
    const { engine } = scratch(commands({ command: "test -e ok || { touch ok; exit 2; }", once: true }));
    const first = await engine({ sessionId: "s" });
    expect((await first.fire("PreToolUse", aWrite)).verdict).toBe("deny");
    expect((await first.fire("PreToolUse", aWrite)).runs).toMatchObject([{ status: "ok" }]);
    expect((await first.fire("PreToolUse", aWrite)).skipped).toMatchObject([
      { why: expect.stringContaining("once") },
    ]);
    const next = await engine({ sessionId: "s" });
    expect((await next.fire("PreToolUse", aWrite)).runs).toEqual([]);
    const other = await engine({ sessionId: "t" });
    expect((await other.fire("PreToolUse", aWrite)).runs).toHaveLength(1);
  });

  it("has noted that an async hook ran once when nothing runs in the background any more", async () => {
    const { engine } = scratch(commands({ command: "true", async: true, once: true }));
    const first = await engine({ sessionId: "s" });
    const path = join(first.stateFolder, "sessions", `${sha256("s").slice(0, 32)}.json`);
    let release = () => {};
    const held = new Promise<void>((taken) => {
      void withLock(`${path}.lock`, () => {
        taken();
        return new Promise<void>((go) => {
          release = go;
        });
      });
    });
    await held;
    const ended = new Promise<void>((heard) => {
      first.listen(({ type }) => type === "response" && heard());
    });
    await first.fire("PreToolUse", aWrite);
    await ended;
    release();
    await first.drain();
    expect(readFileSync(path, "utf8")).toContain("once");
  });

  // shows: W-085 W-132 W-149 S-015 S-037
  it("does not wait for an async hook, and gives its context to the next event once", async () => {
    const context = JSON.stringify({
      systemMessage: "done",
      hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: "late" },
    });
    const { engine } = scratch(
      commands({ command: `while [ ! -e go ]; do sleep 0.01; done; echo '${context}'`, async: true }, "true"),
    );
    const { project, write } = scratch();
    const running = await engine();
    const decision = await running.fire("PreToolUse", aWrite);
    expect(decision.runs).toMatchObject([{ status: "background" }, { status: "ok" }]);
    expect(decision.context).toEqual([]);
    write(`${running.projectDir}/go`, "");
    await running.drain();
    const next = await running.fire("UserPromptSubmit", { prompt: "x" });
    expect(next).toMatchObject({ context: ["late"], messages: [{ text: "done" }] });
    expect((await running.fire("UserPromptSubmit", { prompt: "x" })).context).toEqual([]);
    expect(project).not.toBe(running.projectDir);
  });

  // shows: W-076 S-038 S-039 S-048
  it("holds the deadline of an async hook", async () => {
    const { engine } = scratch(commands({ command: "sleep 30", async: true, timeout: 0.1 }));
    const running = await engine();
    await running.fire("PreToolUse", aWrite);
    const began = performance.now();
    await running.drain();
    expect(performance.now() - began).toBeLessThan(5_000);
    const next = await running.fire("PostToolUse", { ...aWrite, tool_response: {} });
    expect(next.messages).toMatchObject([{ level: "warn", text: expect.stringContaining("timeout") }]);
  });

  it("wakes the host when an asyncRewake hook blocks", async () => {
    const { engine } = scratch({
      Stop: [{ hooks: [{ type: "command", command: "echo fix it >&2; exit 2", asyncRewake: true }] }],
    });
    const woken: string[] = [];
    const running = await engine({ wake: (reason, hook) => woken.push(`${hook.split("-")[0]}: ${reason}`) });
    expect((await running.fire("Stop", { stop_hook_active: false })).verdict).toBe("pass");
    await running.drain();
    expect(woken).toEqual(["Stop: fix it"]);
  });

  // shows: S-037 S-040 S-023
  it("lets a hook go to the background by its first line", async () => {
    const { engine } = scratch(
      commands(
        `echo '{"async":true}'; while [ ! -e go ]; do sleep 0.01; done; echo '{"systemMessage":"later"}'`,
      ),
    );
    const running = await engine();
    expect((await running.fire("PreToolUse", aWrite)).runs).toMatchObject([{ status: "background" }]);
    scratch().write(`${running.projectDir}/go`, "");
    await running.drain();
    const next = await running.fire("PostToolUse", { ...aWrite, tool_response: {} });
    expect(next.messages).toMatchObject([{ text: "later" }]);
  });
});
