import { describe, expect, it } from "vitest";
import { scratch } from "../engine/scratch.ts";
import { bash, denial, nodeWorker, onTools } from "./worker-scripts.ts";

describe("a worker hook", () => {
  it("answers events by one process, each as a command would", async () => {
    const place = scratch();
    const entry = nodeWorker(
      place,
      "guard.mjs",
      `(event) => event.tool_input.command === "bad" ? ${denial("String(process.pid)")}
        : event.tool_input.command === "under" ? { answer: ${denial('"under"')} }
        : event.tool_input.command === "exit" ? { exit: 2, stderr: "no\\n" } : {}`,
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
    expect(await engine.fire("PreToolUse", bash("under"))).toMatchObject({
      verdict: "deny",
      reason: "under",
    });
    const exit = await engine.fire("PreToolUse", bash("exit"));
    expect(exit).toMatchObject({ verdict: "deny", reason: "no", runs: [{ exitCode: 2 }] });
  });

  it("says what a script would have said by its exit code when it ends with one", async () => {
    const place = scratch();
    const entry = nodeWorker(
      place,
      "guard.mjs",
      `(event) => { if (event.tool_input.command !== "0") console.error("not here"); process.exit(Number(event.tool_input.command)); }`,
    );
    place.write(".hookline/hooks.json", onTools(entry));
    const engine = await place.engine();
    for (let time = 0; time < 4; time++)
      expect(await engine.fire("PreToolUse", bash("2"))).toMatchObject({
        verdict: "deny",
        reason: "not here",
      });
    const broken = await engine.fire("PreToolUse", bash("1"));
    expect(broken.runs[0]).toMatchObject({ fault: "crash", exitCode: 1, stderr: "not here\n" });
    const silent = await engine.fire("PreToolUse", bash("0"));
    expect(silent.runs[0]).toMatchObject({ status: "fault", fault: "crash" });
  });

  it("gets the variables of each event, and those of its process once", async () => {
    const place = scratch();
    const entry = nodeWorker(
      place,
      "guard.mjs",
      `(event, id, env) => ({ hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: JSON.stringify([env, process.env.HOOKLINE_EVENT_ID ?? null, process.env.HOOKLINE_PROJECT_DIR, process.env.OWN, process.cwd(), process.env.HOOKLINE_WORKER]) } })`,
    );
    place.write(".hookline/hooks.json", onTools({ ...entry, env: { OWN: "mine" } }));
    const engine = await place.engine();
    await engine.fire("PreToolUse", bash("a"));
    const { context, eventId } = await engine.fire("PreToolUse", { ...bash("b"), cwd: "/tmp" });
    const [env, startId, project, own, cwd, isWorker] = JSON.parse(context[0] ?? "[]");
    expect(env).toEqual({ HOOKLINE_EVENT: "PreToolUse", HOOKLINE_EVENT_ID: eventId });
    expect([startId, project, own, cwd, isWorker]).toEqual([null, place.project, "mine", place.project, "1"]);
  });

  it("has no more events at once than it may, and those that wait lose no time", async () => {
    const place = scratch();
    const entry = nodeWorker(
      place,
      "guard.mjs",
      `(() => { let now = 0, most = 0; return async () => {
        now++; most = Math.max(most, now);
        await new Promise((go) => setTimeout(go, 300));
        now--; return { systemMessage: String(most) };
      }; })()`,
    );
    // Awaited inside the loop, one event at a time would be all: this one reads on.
    place.write(
      "guard.mjs",
      `import { createInterface } from "node:readline";
let now = 0, most = 0;
createInterface({ input: process.stdin }).on("line", (line) => {
  now++; most = Math.max(most, now);
  setTimeout(() => { now--; console.log(JSON.stringify({ id: JSON.parse(line).id, systemMessage: String(most) })); }, 300);
});`,
    );
    place.write(".hookline/hooks.json", onTools({ ...entry, maxInFlight: 2, timeout: 0.9 }));
    const engine = await place.engine();
    const all = await Promise.all(Array.from({ length: 8 }, () => engine.fire("PreToolUse", bash("a"))));
    expect(all.map(({ runs }) => runs[0]?.status)).toEqual(Array(8).fill("ok"));
    expect(new Set(all.map(({ messages }) => messages[0]?.text))).toEqual(new Set(["2"]));
  });

  it.each([
    [{ maxInFlight: 0 }, '"maxInFlight" must be a whole number'],
    [{ maxInFlight: 1.5 }, '"maxInFlight" must be a whole number'],
    [{ watch: [" "] }, '"watch" holds an empty path'],
    [{ shell: "fish" }, "the shell"],
    [{ command: " " }, "the command is empty"],
    [{ start: "soon" }, "start"],
  ])("with %j is reported", async (more, text) => {
    const place = scratch({ PreToolUse: [{ hooks: [{ type: "worker", command: "cat", ...more }] }] });
    const { diagnostics } = await place.engine();
    expect(diagnostics.map(({ message }) => message).join("\n")).toContain(text);
  });
});

describe("a worker of an approved project", () => {
  it("is not started again with a script that nobody has approved", async () => {
    const place = scratch();
    const entry = nodeWorker(place, "guard.mjs", `() => ({ systemMessage: "one" })`);
    place.write("lib.txt", "1");
    place.write(".hookline/hooks.json", onTools({ ...entry, id: "guard", watch: ["lib.txt"] }));
    const engine = await place.engine({ trust: "store" });
    const fire = () => engine.fire("PreToolUse", bash("a"));
    expect((await fire()).runs[0]?.fault).toBe("untrusted");
    await engine.approve(engine.hooks);
    expect((await fire()).messages[0]?.text).toBe("one");
    expect(engine.covers(engine.hooks[0] as never)).toContain(`${place.project}/lib.txt`);
    nodeWorker(place, "guard.mjs", `() => ({ systemMessage: "two" })`);
    expect((await fire()).runs[0]?.fault).toBe("untrusted");
    await engine.approve(engine.hooks);
    expect((await fire()).messages[0]?.text).toBe("two");
    place.write("lib.txt", "2");
    expect((await fire()).runs[0]?.fault).toBe("untrusted");
  });

  it("is replaced when a file changes that it watches", async () => {
    const place = scratch();
    const entry = nodeWorker(place, "guard.mjs", `() => ({ systemMessage: String(process.pid) })`);
    place.write("lib.txt", "1");
    place.write(".hookline/hooks.json", onTools({ ...entry, watch: ["lib.txt"] }));
    const engine = await place.engine();
    const pid = async () => (await engine.fire("PreToolUse", bash("a"))).messages[0]?.text;
    const first = await pid();
    expect(await pid()).toBe(first);
    place.write("lib.txt", "23");
    await new Promise((go) => setTimeout(go, 5));
    expect(await pid()).not.toBe(first);
    const second = await pid();
    // A hook whose entry is gone has no process any more.
    place.write(".hookline/hooks.json", onTools());
    await engine.reload();
    await engine.close();
    expect(() => process.kill(Number(second), 0)).toThrow();
  });

  it("starts with the session where it says so", async () => {
    const place = scratch();
    const entry = nodeWorker(place, "guard.mjs", `() => ({ systemMessage: process.env.STARTED })`);
    place.write(
      "guard.mjs",
      `import { writeFileSync } from "node:fs"; writeFileSync("started", "");\n${"for await (const line of process.stdin) { const { id } = JSON.parse(line); console.log(JSON.stringify({ id })); }"}`,
    );
    place.write(".hookline/hooks.json", onTools({ ...entry, start: "session", if: "Bash" }));
    const engine = await place.engine();
    await engine.fire("SessionStart", { source: "startup" });
    const { existsSync } = await import("node:fs");
    await expect.poll(() => existsSync(`${place.project}/started`), { timeout: 10_000 }).toBe(true);
    expect((await engine.fire("PreToolUse", bash("a"))).runs[0]?.status).toBe("ok");
  });
});
