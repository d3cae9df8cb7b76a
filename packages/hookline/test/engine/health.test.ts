import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { EngineOptions, Notice, TraceRecord } from "../../src/index.ts";
import { aWrite, commands, type Scratch, scratch } from "./scratch.ts";

const on = (event: string, ...hooks: object[]) => ({
  [event]: [{ hooks: hooks.map((hook) => ({ type: "command", ...hook })) }],
});

async function fired(
  hooks: object,
  options: EngineOptions = {},
  event = "PreToolUse",
  payload: object = aWrite,
) {
  const place = scratch(hooks);
  const engine = await place.engine(options);
  const decision = await engine.fire(event, { ...payload });
  await engine.drain();
  return { ...place, engine, decision, health: engine.health() };
}

const logs = ({ home }: Pick<Scratch, "home">) => join(home, ".local/state/hookline/health");

describe("the health of hooks", () => {
  it("counts each time that a guard broke and what it guards went on", async () => {
    const { engine, health, project } = await fired(commands({ id: "guard", command: "exit 1" }));
    const entry = {
      hook: "guard",
      source: join(project, ".hookline/hooks.json"),
      faults: 1,
      failedOpen: 1,
      last: { event: "PreToolUse", fault: "crash", detail: "exit code 1", failedOpen: true },
    };
    expect(health).toMatchObject([entry]);
    await engine.fire("PreToolUse", aWrite);
    const [twice] = engine.health();
    expect(twice).toMatchObject({ ...entry, faults: 2, failedOpen: 2 });
    expect(twice?.since).toBe(health[0]?.since);
    expect(Math.abs(Date.now() - (twice?.last.at ?? 0))).toBeLessThan(60_000);
  });

  it("writes nothing while all is well", async () => {
    const place = await fired(
      commands({ command: "true" }, { command: "exit 2" }, { command: "exit 2", mode: "warn" }),
    );
    expect([place.health, existsSync(logs(place))]).toEqual([[], false]);
  });

  it.each<[string, object, string, object, boolean]>([
    ["a block that holds", { command: "exit 1", onFailure: "block" }, "PreToolUse", aWrite, false],
    ["warn mode", { command: "exit 1", mode: "warn" }, "PreToolUse", aWrite, false],
    ["shadow mode", { command: "exit 1", mode: "shadow" }, "PreToolUse", aWrite, false],
    ["the background", { command: "exit 1", async: true }, "PreToolUse", aWrite, false],
    ["an event that cannot be stopped", { command: "exit 1" }, "SessionEnd", { reason: "other" }, false],
    ["a program that is not there", { command: "no-such-guard", args: [] }, "PreToolUse", aWrite, true],
    ["an answer that is none", { command: "echo '{half'" }, "PreToolUse", aWrite, true],
    ["a deadline", { command: "sleep 5", timeout: 0.05 }, "PreToolUse", aWrite, true],
    ["what is done already", { command: "exit 1" }, "PostToolUse", { ...aWrite, tool_response: {} }, false],
    [
      "an end that a hook could only put off",
      { command: "exit 1" },
      "Stop",
      { stop_hook_active: false },
      false,
    ],
    [
      "a stop that no broken hook may make",
      { command: "exit 1", onFailure: "block" },
      "TaskCompleted",
      { task_id: "1", task_subject: "x" },
      true,
    ],
  ])("tells a fault from a guard that failed open: %s", async (_name, hook, event, payload, open) => {
    const { health } = await fired(on(event, hook), {}, event, payload);
    expect(health).toMatchObject([
      { faults: 1, failedOpen: open ? 1 : 0, last: { event, failedOpen: open } },
    ]);
  });

  it("is no failing open where another hook has stopped the same event, in the audit trail and the trace as well", async () => {
    const deny = { id: "stops", command: "exit 2" };
    const halt = { id: "halts", command: `echo '{"continue":false,"stopReason":"enough"}'` };
    for (const other of [deny, halt]) {
      const records: TraceRecord[] = [];
      const place = scratch(commands({ id: "guard", command: "exit 1" }, other), { audit: true });
      const engine = await place.engine({ trace: (record) => void records.push(record) });
      await engine.fire("PreToolUse", aWrite);
      expect(engine.health()).toMatchObject([{ hook: "guard", faults: 1, failedOpen: 0 }]);
      expect(records.filter(({ data }) => data.failedOpen === true)).toEqual([]);
      await engine.close();
      const [chain = ""] = readdirSync(join(engine.stateFolder, "audit"), { recursive: true })
        .map(String)
        .filter((name) => name.endsWith(".jsonl"));
      const written = readFileSync(join(engine.stateFolder, "audit", chain), "utf8");
      expect(written).toContain('"id":"guard"');
      expect(written).not.toContain('"failedOpen":true');
    }
  });

  it("is no failing open where the decision could not be recorded, and so was a deny", async () => {
    const record = { required: true, write: () => Promise.reject(new Error("no disk")) };
    const { health, decision } = await fired(commands({ id: "guard", command: "exit 1" }), { record });
    expect([decision.verdict, health[0]?.failedOpen]).toEqual(["deny", 0]);
  });

  it("knows when a hook works again, in this engine and in the next", async () => {
    const place = scratch(
      commands({ id: "guard", command: "test -e good" }, { id: "other", command: "true" }),
    );
    const engine = await place.engine();
    await engine.fire("PreToolUse", aWrite);
    expect(engine.health()).toMatchObject([{ hook: "guard", recoveredAt: null }]);
    const good = place.write("good", "");
    const next = await place.engine();
    await next.fire("PreToolUse", aWrite);
    const [mended] = engine.health();
    expect(mended).toMatchObject({ hook: "guard", faults: 1, recoveredAt: expect.any(Number) });
    await next.fire("PreToolUse", aWrite);
    expect(engine.health()).toEqual([mended]);
    rmSync(good);
    await next.fire("PreToolUse", aWrite);
    expect(engine.health()).toMatchObject([{ faults: 2, recoveredAt: null }]);
    place.write("good", "");
    await next.fire("PreToolUse", aWrite);
    expect(engine.health()).toMatchObject([{ faults: 2, recoveredAt: expect.any(Number) }]);
  });

  it("counts a guard that nobody has approved", async () => {
    const { health } = await fired(commands({ id: "guard", command: "true" }), { trust: "store" });
    expect(health).toMatchObject([{ failedOpen: 1, last: { fault: "untrusted" } }]);
  });

  it("does not count what the caller has cancelled", async () => {
    const place = scratch(commands({ command: "sleep 5" }));
    const engine = await place.engine();
    const notices: Notice[] = [];
    engine.listen((notice) => void notices.push(notice));
    await engine.fire("PreToolUse", aWrite, { signal: AbortSignal.timeout(30) });
    expect(engine.health()).toEqual([]);
    expect(notices.at(-1)).toMatchObject({ report: { fault: "cancelled" }, failedOpen: false });
  });

  it("tells listeners and the trace", async () => {
    const place = scratch(commands({ id: "guard", command: "exit 1" }, { id: "fine", command: "true" }));
    const records: TraceRecord[] = [];
    const notices: Notice[] = [];
    const engine = await place.engine({ trace: (record) => void records.push(record) });
    engine.listen((notice) => void notices.push(notice));
    await engine.fire("PreToolUse", aWrite);
    const responses = notices.flatMap((one) => (one.type === "response" ? [[one.hook, one.failedOpen]] : []));
    expect(responses.sort()).toEqual([
      ["fine", false],
      ["guard", true],
    ]);
    expect(records.filter(({ data }) => data.failedOpen === true)).toMatchObject([
      { step: "interpret", level: "warn", data: { event: "PreToolUse", hook: "guard", fault: "crash" } },
    ]);
  });

  it("is each project's own, and lies in a folder for its owner alone", async () => {
    const one = await fired(commands({ id: "guard", command: "exit 1" }));
    const other = scratch(commands({ id: "guard", command: "true" }));
    expect((await other.engine({ env: one.env })).health()).toEqual([]);
    const [name = ""] = readdirSync(logs(one));
    expect([logs(one), join(logs(one), name)].map((path) => statSync(path).mode & 0o777)).toEqual([
      0o700, 0o600,
    ]);
  });

  it("holds no secret of what a hook said", async () => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    const { health, home } = await fired(commands({ command: `echo '{"decision":"${token}"}'` }));
    expect(health).toMatchObject([{ last: { fault: "malformed" } }]);
    const [name = ""] = readdirSync(logs({ home }));
    expect(readFileSync(join(logs({ home }), name), "utf8")).not.toContain(token);
  });

  it("stays small, and keeps the newest", async () => {
    const { engine, home } = await fired(commands({ id: "guard", command: "exit 1" }));
    const [name = ""] = readdirSync(logs({ home }));
    const path = join(logs({ home }), name);
    const line = readFileSync(path, "utf8");
    for (let round = 0; round < 4; round++) {
      writeFileSync(path, line.repeat(Math.ceil((256 * 1024) / line.length)));
      await engine.fire("PreToolUse", aWrite);
    }
    const sizes = readdirSync(logs({ home })).map((file) => statSync(join(logs({ home }), file)).size);
    expect(sizes).toHaveLength(2);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(600 * 1024);
    expect(Date.now() - (engine.health()[0]?.last.at ?? 0)).toBeLessThan(60_000);
  });

  it("survives what others wrote into it: half lines, other values, a link, a folder", async () => {
    const { engine, home, decision } = await fired(commands({ id: "guard", command: "exit 1" }));
    const [name = ""] = readdirSync(logs({ home }));
    const path = join(logs({ home }), name);
    writeFileSync(path, `{half\nnull\n[]\n{"at":"x"}\n{"hook":1}\n${readFileSync(path, "utf8")}`);
    expect(engine.health()).toMatchObject([{ hook: "guard", faults: 1 }]);
    expect(decision.verdict).toBe("pass");
    const linked = scratch(commands({ id: "guard", command: "exit 1" }));
    const again = await linked.engine();
    mkdirSync(logs(linked), { recursive: true });
    await again.fire("PreToolUse", aWrite);
    const [file = ""] = readdirSync(logs(linked));
    const target = join(linked.project, "target");
    writeFileSync(target, "");

    rmSync(join(logs(linked), file));
    symlinkSync(target, join(logs(linked), file));
    const other = await again.fire("PreToolUse", aWrite);
    expect([other.verdict, readFileSync(target, "utf8"), again.health()]).toEqual(["pass", "", []]);
  });

  it("is left out where nothing can be written, and the decision stays", async () => {
    const place = scratch(commands({ id: "guard", command: "exit 1" }));
    place.write(logs(place), "in the way");
    const engine = await place.engine();
    expect((await engine.fire("PreToolUse", aWrite)).verdict).toBe("pass");
    expect(engine.health()).toEqual([]);
  });
});
