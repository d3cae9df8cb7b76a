import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { isObject, type JsonObject } from "../../src/contract/json.ts";
import type { Engine, EngineOptions } from "../../src/index.ts";
import { aWrite, commands, type Scratch, scratch } from "./scratch.ts";

const aBash = (command: string) => ({ tool_name: "Bash", tool_input: { command } });

const folderOf = (place: Scratch) => join(place.home, ".local/state/hookline/audit");

/** The records of a place that tell of events and tools. */
function recordsOf(place: Scratch): readonly JsonObject[] {
  return everyRecord(place).filter(({ kind }) => kind !== "note");
}

/** All records of a place, as they lie in the files. */
function everyRecord(place: Scratch, chain = "main"): readonly JsonObject[] {
  const folder = join(folderOf(place), chain);
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".jsonl")) : [];
  return files
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), "utf8").trimEnd().split("\n"))
    .map((line) => JSON.parse(line));
}

/** A project whose user wants a trail. */
function audited(hooks: object, audit: unknown = true, more: object = {}): Scratch {
  const place = scratch(hooks);
  place.write(`${place.home}/.config/hookline/hooks.json`, { audit, ...more });
  return place;
}

const open = (place: Scratch, options: EngineOptions = {}) => place.engine({ sessionId: "s-1", ...options });

describe("the audit trail of an engine", () => {
  // shows: C-073
  it("has one record for each event, with what was decided, by whom and why", async () => {
    const place = audited(commands({ id: "guard", command: "echo no way >&2; exit 2" }));
    const engine = await open(place);
    const decision = await engine.fire("PreToolUse", { ...aBash("ls"), tool_use_id: "t-1" });
    await engine.fire("Notification", { message: "hello", notification_type: "idle_prompt" });
    await engine.close();
    const [first, second] = recordsOf(place);
    expect(first).toMatchObject({
      kind: "decision",
      event: "PreToolUse",
      eventId: decision.eventId,
      session: "s-1",
      project: place.project,
      tool: { name: "Bash", kind: "shell", useId: "t-1" },
      verdict: "deny",
      reason: "no way",
      inputDigest: decision.inputDigest,
      faults: [],
      actor: { pid: process.pid, agents: [] },
    });
    expect(first?.configuration).toMatch(/^[0-9a-f]{64}$/);
    const [hook] = Array.isArray(first?.hooks) ? first.hooks : [];
    expect(hook).toMatchObject({ id: "guard", source: ".hookline/hooks.json:6:11", verdict: "deny" });
    expect(isObject(hook) && hook.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(second).toMatchObject({ kind: "decision", event: "Notification", tool: null, hooks: [] });
  });

  it("changes the content hash of a hook when its script changes", async () => {
    const place = audited(commands({ command: "sh guard.sh" }));
    const digests: unknown[] = [];
    for (const script of ["exit 0", "exit 0 # changed"]) {
      place.write("guard.sh", script);
      const engine = await open(place);
      await engine.fire("PreToolUse", aWrite);
      await engine.close();
      const hooks = recordsOf(place).at(-1)?.hooks;
      digests.push(Array.isArray(hooks) && isObject(hooks[0]) ? hooks[0].digest : null);
    }
    expect(digests[0]).not.toBe(digests[1]);
  });

  // shows: W-030
  it("says what then really happened: ran, failed, refused", async () => {
    const place = audited({});
    const engine = await open(place);
    engine.on("PreToolUse", "Bash", () => ({ verdict: "deny", reason: "no shell" }));
    await engine.wrapTool({ ...aWriteCall, id: "w-1" }, () => ({ written: true }));
    await engine.wrapTool({ ...aWriteCall, id: "w-2" }, () => {
      throw new Error("disk on fire");
    });
    await engine.wrapTool({ name: "Bash", input: { command: "ls" }, id: "b-1" }, () => "never");
    await engine.close();
    const all = recordsOf(place);
    const ends = all.filter(({ kind }) => kind === "execution");
    expect(ends).toMatchObject([
      { ran: true, result: "ok", error: "", tool: { useId: "w-1" } },
      { ran: true, result: "error", error: "disk on fire", tool: { useId: "w-2" } },
      { ran: false, result: "refused", error: "no shell", tool: { useId: "b-1" }, outputDigest: "" },
    ]);
    expect(ends[0]?.outputDigest).toMatch(/^[0-9a-f]{64}$/);
    for (const { time } of ends) expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    // Each names the event that decided about it, which stands before it.
    for (const end of ends) {
      const decided = all.find(({ eventId }) => eventId === end.decisionId);
      expect(decided).toMatchObject({ kind: "decision", event: "PreToolUse", tool: end.tool });
      expect(all.indexOf(decided ?? {})).toBeLessThan(all.indexOf(end));
    }
  });

  it("has the record of a tool that ran before the hooks hear of it", async () => {
    const place = audited({});
    const engine = await open(place);
    let seen: readonly JsonObject[] = [];
    engine.on("PostToolUse", () => {
      seen = recordsOf(place);
    });
    await engine.wrapTool({ ...aWriteCall, id: "w" }, () => "done");
    expect(seen.map(({ kind }) => kind)).toEqual(["decision", "execution"]);
  });

  it("tells the chain of agents, outermost first", async () => {
    const place = audited({});
    const engine = await open(place);
    await engine.fire("SubagentStart", { agent_id: "a", agent_type: "planner" });
    await engine.fire("SubagentStart", {
      agent_id: "b",
      agent_type: "coder",
      parent_agent_id: "a",
      parent_agent_type: "planner",
    });
    await engine.fire("PreToolUse", aWrite, { agent: { id: "b", type: "coder" } });
    await engine.close();
    const { actor } = recordsOf(place).at(-1) ?? {};
    expect(isObject(actor) && actor.agents).toEqual([
      { id: "a", type: "planner" },
      { id: "b", type: "coder" },
    ]);
  });

  it("names the rules of a policy that fitted", async () => {
    const rule = {
      id: "no-ls",
      verdict: "deny",
      each: "command",
      when: "command.program == 'ls'",
      reason: "no",
    };
    const place = audited({ PreToolUse: [{ hooks: [{ id: "p", type: "policy", rules: [rule] }] }] });
    const engine = await open(place);
    await engine.fire("PreToolUse", aBash("cd /tmp && ls"));
    await engine.close();
    expect(recordsOf(place)).toMatchObject([{ verdict: "deny", hooks: [{ id: "p", rules: ["no-ls"] }] }]);
  });

  it("names the guard that failed open, which it did not where another one stopped the event", async () => {
    const shut = (matcher: string) => ({
      matcher,
      hooks: [{ type: "command", id: "shut", command: "exit 4", onFailure: "block" }],
    });
    const unsafe = { hooks: [{ type: "command", id: "open", command: "exit 3" }] };
    const place = audited({ PreToolUse: [unsafe, shut("Edit")] });
    const engine = await open(place);
    await engine.fire("PreToolUse", aWrite);
    await engine.fire("PreToolUse", { ...aWrite, tool_name: "Edit" });
    await engine.close();
    const [alone, both] = recordsOf(place);
    expect(alone).toMatchObject({
      verdict: "pass",
      hooks: [{ id: "open", fault: "crash", failedOpen: true }],
    });
    expect(both).toMatchObject({
      verdict: "deny",
      faults: ["open: crash", "shut: crash"],
      hooks: [
        { id: "open", fault: "crash", failedOpen: false },
        { id: "shut", fault: "crash", failedOpen: false },
      ],
    });
  });

  // shows: F-084
  it("holds no secret: not in a reason, not in a payload, not in a declared field", async () => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    const own = { redact: ["tool_input.content"] };
    const place = audited(commands(`echo "found ${token}" >&2; exit 2`), { payloads: "full" }, own);
    const env = { ...place.env, DEPLOY_PASSWORD: "correct-horse-battery" };
    const engine = await open(place, { env });
    const input = { file_path: "correct-horse-battery.txt", content: "private words", note: token };
    const decision = await engine.fire("PreToolUse", { tool_name: "Write", tool_input: input });
    // The model is told what the hook said; the trail is for other eyes.
    expect(decision.reason).toContain(token);
    await engine.close();
    const written = filesUnder(folderOf(place)).map((path) => readFileSync(path, "utf8"));
    expect(written.length).toBeGreaterThan(1);
    for (const secret of [token, "correct-horse-battery", "private words"]) {
      expect(written.filter((text) => text.includes(secret))).toEqual([]);
    }
  });

  it("holds no secret in a name or an id either, nor in what a tool said when it failed", async () => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    const place = audited({});
    const engine = await open(place, { sessionId: `s-${token}` });
    const call = { name: `mcp__x__${token}`, input: {}, id: `t-${token}` };
    const fails = () => {
      throw new Error(`refused ${token}`);
    };
    await engine.wrapTool(call, fails, { agent: { id: token, type: token } });
    await engine.close();
    expect(recordsOf(place).map(({ kind }) => kind)).toEqual(["decision", "execution", "decision"]);
    expect(JSON.stringify(everyRecord(place))).not.toContain(token);
  });

  it("has the record of a call that was cut off by close()", async () => {
    const place = audited(commands({ id: "slow", command: "sleep 30" }), { required: true });
    const engine = await open(place);
    const started = new Promise<void>((resolve) => {
      engine.listen(({ type }) => type === "started" && resolve());
    });
    const decision = engine.fire("PreToolUse", aWrite);
    await started;
    await engine.close();
    const { eventId, messages } = await decision;
    expect(messages.filter(({ hook }) => hook === "audit")).toEqual([]);
    expect(recordsOf(place)).toMatchObject([{ eventId, faults: ["slow: cancelled"] }]);
  });

  it("is closed for everybody who closes the engine while an event is still being recorded", async () => {
    let release = () => {};
    const host = { run: () => [], close: async () => {} };
    const engine = await new Promise<Engine>((recording, failed) => {
      const record = () =>
        new Promise<void>((go) => {
          release = go;
          recording(opened);
        });
      const opened = open(audited({}), { host, record });
      opened.then((one) => one.fire("PreToolUse", aWrite)).catch(failed);
    });
    const closed = [engine.close(), engine.close()];
    // Neither has anything left to wait for but the event.
    for (let turn = 0; turn < 10; turn++) await new Promise((go) => setImmediate(go));
    release();
    await Promise.all(closed);
  });

  it("writes an event where it began, whatever the files say by the time it ends", async () => {
    const place = scratch({}, { audit: { chain: "before" } });
    const engine = await open(place);
    engine.on("PreToolUse", async () => {
      place.write(".hookline/hooks.json", { audit: { chain: "after" } });
      await engine.reload();
    });
    await engine.wrapTool({ ...aWriteCall, id: "w-1" }, () => "done");
    await engine.close();
    const [before, after] = [everyRecord(place, "before"), everyRecord(place, "after")];
    const decided = before.find(({ kind }) => kind === "decision");
    expect(decided).toMatchObject({ event: "PreToolUse" });
    expect(after.find(({ kind }) => kind === "execution")).toMatchObject({ decisionId: decided?.eventId });
  });

  it("is read anew with the hook files: switched on, switched off", async () => {
    const place = scratch({});
    const engine = await open(place);
    await engine.fire("PreToolUse", aWrite);
    place.write(".hookline/hooks.json", { audit: true });
    await engine.reload();
    expect(engine.hears("Notification")).toBe(true);
    await engine.fire("PreToolUse", aWrite);
    place.write(".hookline/hooks.json", {});
    await engine.reload();
    await engine.fire("PreToolUse", aWrite);
    expect(recordsOf(place)).toHaveLength(1);
    expect(engine.hears("Notification")).toBe(false);
  });
});

const aWriteCall = { name: "Write", input: aWrite.tool_input };

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("/keys"))
    .map((entry) => join(entry.parentPath, entry.name));
}

describe("the destinations of an engine's trail", () => {
  it("get every record, in order, without being waited for", async () => {
    const place = scratch({});
    const copy = join(place.home, "copy.jsonl");
    place.write(`${place.home}/.config/hookline/hooks.json`, {
      audit: { destinations: [{ type: "file", path: copy }] },
    });
    const engine = await open(place);
    for (let count = 0; count < 20; count++) await engine.fire("PreToolUse", aWrite);
    await engine.close();
    const lines = readFileSync(copy, "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).seq)).toEqual(everyRecord(place).map(({ seq }) => seq));
  });

  it("are named once to the person when they take nothing, and nobody waits for them", async () => {
    const place = scratch({});
    place.write(`${place.home}/.config/hookline/hooks.json`, {
      audit: { destinations: [{ type: "http", url: "http://127.0.0.1:1/audit", secretEnv: "AUDIT_SECRET" }] },
    });
    const engine = await open(place, {
      env: { ...place.env, AUDIT_SECRET: "whsec_c2VjcmV0c2VjcmV0c2VjcmV0" },
    });
    const texts: string[] = [];
    await vi.waitFor(
      async () => {
        const { messages } = await engine.fire("PreToolUse", aWrite);
        texts.push(...messages.map(({ text }) => text));
        expect(texts).not.toEqual([]);
      },
      { timeout: 10_000 },
    );
    expect(texts).toEqual([
      expect.stringMatching(/^the audit destination http-\w+ takes nothing \(.+\); the records wait/),
    ]);
    await engine.fire("PreToolUse", aWrite);
    expect(recordsOf(place).length).toBeGreaterThan(1);
  });
});

describe("an audit trail that cannot be written", () => {
  /** Takes the place where the trail would lie. */
  const broken = (place: Scratch, how: "file" | "link") => {
    const folder = folderOf(place);
    rmSync(folder, { recursive: true, force: true });
    if (how === "file") place.write(folder, "not a folder");
    if (how === "link") {
      place.write(join(place.home, "elsewhere/x"), "");
      symlinkSync(join(place.home, "elsewhere"), folder);
    }
  };

  it.each(["file", "link"] as const)("denies where it is required: %s", async (how) => {
    const place = audited({}, { required: true });
    place.write(join(place.home, ".local/state/hookline/x"), "");
    broken(place, how);
    const engine = await open(place);
    engine.on("PreToolUse", () => ({ updatedInput: { content: "changed" } }));
    let ran = false;
    const result = await engine.wrapTool(aWriteCall, () => {
      ran = true;
    });
    expect(ran).toBe(false);
    expect(result.decision).toMatchObject({ verdict: "deny", updatedInput: null });
    expect(result.decision.reason).toMatch(/^the audit trail could not be written: /);
    expect(existsSync(join(place.home, "elsewhere/main"))).toBe(false);
  });

  it("leaves a chain that leads elsewhere as it is, and begins another", async () => {
    const place = audited({}, { required: true });
    place.write(join(folderOf(place), "main/x"), "");
    symlinkSync("/dev/full", join(folderOf(place), "main/000001.jsonl"));
    const engine = await open(place);
    expect((await engine.fire("PreToolUse", aWrite)).verdict).toBe("pass");
    await engine.close();
    const all = everyRecord(place, "main.2");
    expect(all.map(({ kind }) => kind)).toContain("decision");
    expect(JSON.stringify(all)).toContain("chain-refused");
  });

  it("goes on with a loud message where it is not", async () => {
    const place = audited({});
    place.write(join(place.home, ".local/state/hookline/x"), "");
    broken(place, "file");
    const engine = await open(place);
    const decision = await engine.fire("PreToolUse", aWrite);
    expect(decision.verdict).toBe("pass");
    expect(decision.messages).toMatchObject([{ level: "error", hook: "audit" }]);
  });

  it("lets the agent stop: it could do nothing else", async () => {
    const place = audited({}, { required: true });
    place.write(join(place.home, ".local/state/hookline/x"), "");
    broken(place, "file");
    const engine = await open(place);
    const decision = await engine.fire("Stop", { stop_hook_active: false });
    expect(decision).toMatchObject({ verdict: "pass", messages: [{ level: "error" }] });
  });

  it("goes on writing once it can, and says how much it lacks", async () => {
    const place = audited({});
    place.write(join(place.home, ".local/state/hookline/x"), "");
    broken(place, "file");
    const engine = await open(place);
    await engine.fire("PreToolUse", aWrite);
    rmSync(folderOf(place));
    const decision = await engine.fire("PreToolUse", aWrite);
    expect(decision.messages).toEqual([]);
    expect(recordsOf(place)).toHaveLength(1);
    expect(JSON.stringify(everyRecord(place))).toMatch(/lost/);
  });
});

describe.skipIf(process.getuid?.() === 0)("in a folder that may not be written", () => {
  it("denies where it is required", async () => {
    const place = audited({}, { required: true });
    place.write(join(place.home, ".local/state/hookline/x"), "");
    chmodSync(join(place.home, ".local/state/hookline"), 0o500);
    const engine = await open(place);
    expect((await engine.fire("PreToolUse", aWrite)).verdict).toBe("deny");
    chmodSync(join(place.home, ".local/state/hookline"), 0o700);
  });
});
