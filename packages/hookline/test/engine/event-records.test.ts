import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createReplay, type EventRecord, readRecords } from "../../src/index.ts";
import { aWrite, commands, type Scratch, scratch } from "./scratch.ts";

const week = 7 * 86_400_000;
const stateOf = ({ home }: Scratch) => join(home, ".local/state/hookline");
const folderOf = (place: Scratch) => join(stateOf(place), "records");
const recordsOf = (place: Scratch) => [...readRecords(stateOf(place))];
const bash = (command: string) => ({ tool_name: "Bash", tool_input: { command } });
const policy = (rules: object[], more: object = {}) => ({
  PreToolUse: [{ matcher: "Bash", hooks: [{ type: "policy", id: "rules", rules, ...more }] }],
});
const noPush = {
  id: "push",
  each: "command",
  verdict: "deny",
  when: 'command.program == "git"',
  reason: "no git here",
};

/** Judges all records once more by the hooks as they are now. */
async function replayed(place: Scratch, options: object = {}) {
  const replay = await createReplay({
    cwd: place.project,
    env: place.env,
    systemRoot: place.system,
    trust: "all",
    ...options,
  });
  try {
    const all = [];
    for (const record of readRecords(stateOf(place))) all.push(await replay.judge(record));
    return all;
  } finally {
    await replay.close();
  }
}

describe("recording", () => {
  it("writes nothing before it is switched on, every event while it is, and nothing after", async () => {
    const place = scratch(commands("exit 0"));
    const engine = await place.engine({ sessionId: "s1" });
    await engine.fire("PreToolUse", aWrite);
    expect(existsSync(folderOf(place))).toBe(false);
    await engine.recording().start({ forMs: week });
    expect(engine.hears("Notification")).toBe(true);
    await engine.fire("PreToolUse", aWrite);
    // No hook is for it: it is written all the same.
    await engine.fire("Notification", { message: "hello", notification_type: "idle_prompt" });
    expect((await engine.recording().stop()).length).toBe(1);
    await engine.fire("PreToolUse", aWrite);
    const records = recordsOf(place);
    expect(records.map(({ event }) => event)).toEqual(["PreToolUse", "Notification"]);
    expect(records[0]).toMatchObject({
      v: 1,
      session: "s1",
      project: place.project,
      payload: { tool_name: "Write", tool_input: aWrite.tool_input },
      decision: { verdict: "pass", halt: null },
      runs: [{ type: "command", exitCode: 0, verdict: "pass", status: "ok" }],
      redacted: false,
      cut: [],
    });
    expect(records[1]?.runs).toEqual([]);
    const [file = ""] = readdirSync(folderOf(place));
    expect(file).toMatch(/^[0-9a-f]{32}\.jsonl$/);
    expect(statSync(join(folderOf(place), file)).mode & 0o777).toBe(0o600);
    expect(statSync(folderOf(place)).mode & 0o777).toBe(0o700);
  });

  it("is noticed by an engine that runs already, and ends by itself", async () => {
    const place = scratch();
    const running = await place.engine();
    await running.fire("Stop", { stop_hook_active: false });
    const other = await place.engine();
    await other.recording().start({ forMs: week });
    // The file is looked at twice a second.
    await expect.poll(() => running.hears("Stop"), { timeout: 10_000 }).toBe(true);
    await running.fire("Stop", { stop_hook_active: false });
    expect(recordsOf(place)).toHaveLength(1);
    const over = { project: place.project, from: Date.now() - week, until: Date.now() - 1, by: "ann" };
    writeFileSync(join(stateOf(place), "recording.json"), JSON.stringify({ v: 1, entries: [over] }));
    await expect.poll(() => running.hears("Stop"), { timeout: 10_000 }).toBe(false);
  });

  it("is of one project, or of all", async () => {
    const [one, other] = [scratch(), scratch()];
    const there = { ...other, env: one.env };
    const [here, elsewhere] = [await one.engine(), await there.engine({ cwd: other.project, env: one.env })];
    await here.recording().start({ forMs: week });
    await elsewhere.fire("Stop", { stop_hook_active: false });
    expect(recordsOf(one)).toHaveLength(0);
    await elsewhere.recording().start({ forMs: week, allProjects: true });
    await elsewhere.fire("Stop", { stop_hook_active: false });
    await here.fire("Stop", { stop_hook_active: false });
    expect(recordsOf(one).map(({ project }) => project)).toEqual([other.project, one.project]);
    expect([...readRecords(stateOf(one), { project: other.project })]).toHaveLength(1);
  });

  it("holds no secret: not of the payload, a reason, a rewrite or the environment", async () => {
    const secrets = {
      github: `ghp_${"a1B2".repeat(9)}`,
      aws: "AKIAIOSFODNN7EXAMPLE",
      variable: "correct-horse-battery-staple",
    };
    const place = scratch({
      PreToolUse: [
        {
          hooks: [
            {
              type: "command",
              command: `echo "found ${secrets.github} and $MY_TOKEN" >&2; exit 2`,
              passEnv: ["MY_TOKEN"],
            },
          ],
        },
      ],
    });
    const engine = await place.engine({ env: { ...place.env, MY_TOKEN: secrets.variable } });
    await engine.recording().start({ forMs: week });
    const command = `curl -H "Authorization: Bearer ${secrets.github}" x; echo ${secrets.variable} ${secrets.aws}`;
    const { reason } = await engine.fire("PreToolUse", bash(command));
    expect(reason).toContain(secrets.variable);
    await engine.fire("UserPromptSubmit", { prompt: `my password=${secrets.variable}` });
    const [file = ""] = readdirSync(folderOf(place));
    const text = readFileSync(join(folderOf(place), file), "utf8");
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
    expect(recordsOf(place).map(({ redacted }) => redacted)).toEqual([true, true]);
  });

  it("cuts what is long, says what it cut, and still reads it", async () => {
    const place = scratch();
    const engine = await place.engine();
    await engine.recording().start({ forMs: week });
    const content = "x".repeat(3_000_000);
    await engine.fire("PreToolUse", { tool_name: "Write", tool_input: { file_path: "a", content } });
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}`, "y".repeat(20_000)]));
    await engine.fire("PreToolUse", { tool_name: "Other", tool_input: many });
    const [long, wide] = recordsOf(place);
    expect(long?.cut).toEqual(["tool_input.content"]);
    expect(JSON.stringify(long).length).toBeLessThan(60_000);
    expect(long?.payload.tool_input).toMatchObject({
      content: expect.stringMatching(/^x+\n… \(\d+ characters were cut here\)$/),
    });
    expect(wide?.cut.length).toBeGreaterThan(0);
    expect(JSON.stringify(wide).length).toBeLessThan(512 * 1024);
  });

  it.each([
    ["a folder that nobody can make", (state: string) => writeFileSync(join(state, "records"), "")],
    ["a link in the place of a file", (state: string) => mkdirSync(join(state, "records"))],
  ])("never changes a decision, and says once why it cannot write: %s", async (name, spoil) => {
    const place = scratch(commands("exit 2"));
    const engine = await place.engine({ sessionId: "s1" });
    await engine.recording().start({ forMs: week });
    spoil(stateOf(place));
    if (name.startsWith("a link")) {
      const { sessionName } = await import("../../src/engine/record-places.ts");
      symlinkSync("/dev/null", join(folderOf(place), `${sessionName("s1")}.jsonl`));
    }
    const [first, second] = [
      await engine.fire("PreToolUse", aWrite),
      await engine.fire("PreToolUse", aWrite),
    ];
    expect([first.verdict, second.verdict]).toEqual(["deny", "deny"]);
    const words = ({ messages }: typeof first) => messages.filter(({ hook }) => hook === "record");
    expect(words(first)).toMatchObject([
      { level: "warn", text: expect.stringContaining("cannot be recorded") },
    ]);
    expect(words(second)).toEqual([]);
  });

  it("is not switched by a project that holds the state folder, by others, or by a damaged file", async () => {
    const place = scratch();
    const order = {
      v: 1,
      entries: [{ project: null, from: Date.now(), until: Date.now() + week, by: "eve" }],
    };
    // The project brings a state folder with it.
    place.write("state/hookline/recording.json", order);
    const fooled = await place.engine({
      env: { ...place.env, XDG_STATE_HOME: join(place.project, "state") },
    });
    expect(fooled.hears("Stop")).toBe(false);
    expect(fooled.recording().problem?.why).toContain("lies in the project");
    await expect(fooled.recording().start({ forMs: week })).rejects.toThrow("lies in the project");
    const own = place.write(join(stateOf(place), "recording.json"), order);
    chmodSync(own, 0o666);
    const engine = await place.engine();
    expect(engine.hears("Stop")).toBe(false);
    expect(engine.recording().problem?.why).toContain("can be written by everybody");
    chmodSync(own, 0o600);
    writeFileSync(own, "{ half");
    expect(engine.recording().problem?.why).toContain("is damaged");
    // What says nothing may be replaced.
    await engine.recording().start({ forMs: week });
    expect(engine.recording().problem).toBe(null);
    expect(engine.hears("Stop")).toBe(true);
  });

  it("clears what is old, and passes over lines that are none", async () => {
    const place = scratch();
    const engine = await place.engine();
    await engine.recording().start({ forMs: week });
    await engine.fire("Stop", { stop_hook_active: false });
    const [file = ""] = readdirSync(folderOf(place));
    writeFileSync(join(folderOf(place), file), "half a li\n", { flag: "a" });
    const broken: string[] = [];
    expect([...readRecords(stateOf(place), { onBroken: (path) => broken.push(path) })]).toHaveLength(1);
    expect(broken).toHaveLength(1);
    expect(engine.recording().bytes).toBeGreaterThan(100);
    expect(engine.recording().clear(Date.now() - week)).toBe(0);
    expect(engine.recording().clear(Date.now() + 1)).toBe(1);
    expect(recordsOf(place)).toEqual([]);
  });
});

describe("replay", () => {
  /** Records these calls in a project. */
  async function recorded(place: Scratch, payloads: readonly object[]): Promise<readonly EventRecord[]> {
    const engine = await place.engine({ sessionId: "s1" });
    await engine.recording().start({ forMs: week });
    for (const payload of payloads) await engine.fire("PreToolUse", { ...payload });
    await engine.recording().stop();
    return recordsOf(place);
  }

  it("says what another rule would have decided, and runs nothing", async () => {
    const place = scratch({
      PreToolUse: [
        { matcher: "Bash", hooks: [{ type: "policy", rules: [noPush] }] },
        { hooks: [{ type: "command", command: "echo ran >> ran.txt" }] },
      ],
    });
    await recorded(place, [bash("git push"), bash("ls"), bash("curl x"), aWrite]);
    const ran = readFileSync(join(place.project, "ran.txt"), "utf8");
    const other = place.write("other.json", {
      hooks: policy([
        {
          id: "net",
          each: "command",
          verdict: "deny",
          when: 'command.program == "curl"',
          reason: "no network",
        },
      ]),
    });
    const now = await replayed(place);
    expect(now.map(({ ending }) => ending)).toEqual(["same", "same", "same", "same"]);
    const then = await replayed(place, { hookFile: { path: other } });
    expect(then.map(({ ending, before, after }) => [ending, before, after])).toEqual([
      ["looser", "deny", "pass"],
      ["same", "pass", "pass"],
      ["stricter", "pass", "deny"],
      ["same", "pass", "pass"],
    ]);
    expect(then[2]?.decision?.reason).toBe("no network (rule net)");
    expect(readFileSync(join(place.project, "ran.txt"), "utf8")).toBe(ran);
  });

  it("lets the hooks of a machine stay, whatever file is given", async () => {
    const place = scratch();
    place.write(join(place.system, "etc/hookline/hooks.json"), { hooks: policy([noPush]) });
    await recorded(place, [bash("git push")]);
    const other = place.write("other.json", { hooks: {} });
    expect(await replayed(place, { hookFile: { path: other } })).toMatchObject([
      { ending: "same", after: "deny" },
    ]);
  });

  it("takes recorded answers of hooks that are the same, and says which have none", async () => {
    const place = scratch(commands({ id: "guard", command: "echo no >&2; exit 2" }));
    await recorded(place, [aWrite]);
    expect(await replayed(place)).toMatchObject([{ ending: "same", after: "deny", unjudged: [] }]);
    place.write(".hookline/hooks.json", { hooks: commands({ id: "guard", command: "exit 0" }) });
    const [unknown] = await replayed(place);
    expect(unknown).toMatchObject({ ending: "unknown", unjudged: [{ hook: "guard", counts: true }] });
    expect(await replayed(place, { run: true })).toMatchObject([
      { ending: "looser", before: "deny", after: "pass" },
    ]);
    // A deny of another hook is certain without it; what is the same without it is not.
    const both = {
      ...commands(
        { id: "guard", command: "exit 0" },
        { type: "policy", rules: [{ id: "all", verdict: "deny", when: "true", reason: "no" }] },
      ),
    };
    place.write(".hookline/hooks.json", { hooks: both });
    expect(await replayed(place)).toMatchObject([{ ending: "same", after: "deny", sure: true }]);
    const [quiet] = recordsOf(place);
    const replay = await createReplay({
      cwd: place.project,
      env: place.env,
      systemRoot: place.system,
      trust: "all",
    });
    place.write(".hookline/hooks.json", { hooks: commands({ id: "new", command: "exit 2" }) });
    await replay.engine.reload();
    const passed =
      quiet && (await replay.judge({ ...quiet, decision: { ...quiet.decision, verdict: "pass" } }));
    await replay.close();
    expect(passed).toMatchObject({ ending: "same", sure: false, unjudged: [{ hook: "new" }] });
  });

  it("runs nothing that is not approved", async () => {
    const place = scratch(commands("touch ran.txt"));
    await recorded(place, []);
    const engine = await place.engine({ trust: "store" });
    await engine.recording().start({ forMs: week });
    await engine.fire("PreToolUse", aWrite);
    expect(await replayed(place, { trust: "store", run: true })).toMatchObject([
      { ending: "same", decision: { runs: [{ fault: "untrusted" }] } },
    ]);
    expect(existsSync(join(place.project, "ran.txt"))).toBe(false);
  });

  it("takes what a policy said about a secret that is not there any more", async () => {
    const place = scratch({ PreToolUse: [{ hooks: [{ type: "policy", packs: ["secrets"] }] }] });
    const engine = await place.engine();
    await engine.recording().start({ forMs: week });
    const { verdict } = await engine.fire("PreToolUse", bash(`echo ghp_${"a1B2".repeat(9)}`));
    expect(verdict).not.toBe("pass");
    expect(await replayed(place)).toMatchObject([{ ending: "same", before: verdict }]);
  });

  it("counts what functions of the agent said, which live nowhere else", async () => {
    const place = scratch();
    const engine = await place.engine();
    engine.on("PreToolUse", () => ({ verdict: "deny", reason: "by code" }));
    await engine.recording().start({ forMs: week });
    await engine.fire("PreToolUse", aWrite);
    expect(await replayed(place)).toMatchObject([{ ending: "same", after: "deny" }]);
  });

  it("writes nothing: no trace, no audit, no health, no session, no record", async () => {
    const place = scratch(
      {
        PreToolUse: [
          {
            hooks: [
              { type: "command", command: "exit 1", once: true },
              { type: "policy", packs: ["commands"] },
            ],
          },
        ],
      },
      { audit: true },
    );
    await recorded(place, [bash("echo x > a.sh"), bash("bash a.sh")]);
    const seen = () =>
      readdirSync(stateOf(place), { recursive: true, encoding: "utf8" })
        .sort()
        .map((name) => [name, statSync(join(stateOf(place), name)).mtimeMs]);
    const engine = await place.engine();
    await engine.recording().start({ forMs: week });
    await engine.close();
    const before = seen();
    await replayed(place, { run: true });
    expect(seen()).toEqual(before);
  });

  it("keeps what earlier calls of a session left behind, in their order", async () => {
    const place = scratch(policy([], { packs: ["commands"], rules: undefined }));
    place.write("x.sh", "rm -rf /\n");
    const records = await recorded(place, [bash("echo 'rm -rf /' > x.sh"), bash("bash x.sh")]);
    expect(records.map(({ decision }) => decision.verdict)).toEqual(["pass", "deny"]);
    expect((await replayed(place)).map(({ ending }) => ending)).toEqual(["same", "same"]);
  });

  it("law: what was just recorded is judged the same by unchanged files", { timeout: 20_000 }, async () => {
    const word = fc.constantFrom(
      "git push",
      "ls",
      "curl x | sh",
      "rm -rf /",
      "echo hi > b.txt",
      "export K=ghp_1234567890123456789012345678901234AB",
    );
    const call = fc.oneof(
      word.map(bash),
      fc
        .record({ file_path: fc.constantFrom(".env", "a.ts", "/etc/passwd"), content: fc.string() })
        .map((tool_input) => ({ tool_name: "Write", tool_input })),
    );
    const hook = fc.constantFrom<object>(
      { type: "policy", rules: [noPush] },
      { type: "policy", packs: ["commands", "secrets"] },
      { type: "policy", packs: ["paths"], mode: "shadow" },
      { type: "policy", rules: [{ ...noPush, verdict: "ask" }], mode: "warn" },
      { type: "command", command: "exit 2" },
      { type: "command", command: "exit 3", onFailure: "block" },
      {
        type: "command",
        command: `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"ls"}}}'`,
      },
      { type: "command", command: `echo '{"continue":false,"stopReason":"enough"}'`, once: true },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(hook, { maxLength: 3 }),
        fc.array(call, { minLength: 1, maxLength: 4 }),
        async (hooks, calls) => {
          const place = scratch({ PreToolUse: [{ hooks }] });
          await recorded(place, calls);
          const again = await replayed(place);
          expect(again.map(({ ending, why }) => [ending, why])).toEqual(calls.map(() => ["same", ""]));
        },
      ),
      { numRuns: 25 },
    );
  });
});
