import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { queryTrail } from "../../src/audit/index.ts";
import { bootId, monotonicMs } from "../../src/system/clock.ts";
import { aWrite, commands, type Scratch, scratch } from "./scratch.ts";

const minute = 60_000;
const fileOf = ({ home }: Scratch) => join(home, ".local/state/hookline/pause.json");
const request = { forMs: 10 * minute, reason: "the linter is broken" };
const kept = (place: Scratch, more: object = {}) => ({
  project: place.project,
  hook: null,
  from: Date.now(),
  until: Date.now() + 10 * minute,
  by: "ann",
  reason: "r",
  boot: bootId(),
  mono: monotonicMs(),
  ...more,
});
const put = (place: Scratch, ...entries: object[]) =>
  place.write(fileOf(place), JSON.stringify({ v: 1, entries }));

describe("a pause", () => {
  it("lets the hooks of the project and of the user not run, says why, and tells it once", async () => {
    const place = scratch(commands({ id: "guard", command: "exit 2" }));
    place.write(join(place.home, ".config/hookline/hooks.json"), {
      hooks: commands({ id: "mine", command: "exit 2" }),
    });
    const engine = await place.engine();
    expect((await engine.fire("PreToolUse", aWrite)).verdict).toBe("deny");
    const pause = await engine.pause().begin(request);
    const [first, second] = [
      await engine.fire("PreToolUse", aWrite),
      await engine.fire("PreToolUse", aWrite),
    ];
    expect([first.verdict, second.verdict, first.runs]).toEqual(["pass", "pass", []]);
    const why = new RegExp(`^paused: until .*\\d\\d:\\d\\d, by ${pause.by}: the linter is broken$`);
    expect(first.skipped).toMatchObject([
      { hook: "mine", why: expect.stringMatching(why) },
      { hook: "guard", why: expect.stringMatching(why) },
    ]);
    expect(first.messages).toMatchObject([
      { level: "warn", text: expect.stringContaining("2 hooks do not run here, paused: until") },
    ]);
    expect(second.messages).toEqual([]);
    // Another session has another person.
    expect((await engine.fire("PreToolUse", { ...aWrite, session_id: "other" })).messages).toHaveLength(1);
    expect(engine.preview("PreToolUse", aWrite).plan.skips).toHaveLength(2);
    expect(statSync(fileOf(place)).mode & 0o777).toBe(0o600);
    expect(await engine.pause().end()).toEqual([pause]);
    expect((await engine.fire("PreToolUse", aWrite)).verdict).toBe("deny");
  });

  it("leaves the hooks of the machine and of the agent's own code on", async () => {
    const place = scratch(commands({ id: "guard", command: "exit 2" }));
    place.write(join(place.system, "etc/hookline/hooks.json"), {
      hooks: commands({ id: "machine", command: "exit 0" }),
    });
    const engine = await place.engine();
    engine.on("PreToolUse", () => undefined, { id: "code" });
    await engine.pause().begin({ ...request, allProjects: true });
    const { runs, skipped } = await engine.fire("PreToolUse", aWrite);
    expect([runs.map(({ hook }) => hook), skipped.map(({ hook }) => hook)]).toEqual([
      ["machine", "code"],
      ["guard"],
    ]);
  });

  it("may be of one hook, of another project, or of all", async () => {
    const place = scratch(commands({ id: "one", command: "exit 0" }, { id: "two", command: "exit 2" }));
    const engine = await place.engine();
    await engine.pause().begin({ ...request, hook: "two" });
    const { runs, skipped } = await engine.fire("PreToolUse", aWrite);
    expect([runs.map(({ hook }) => hook), skipped.map(({ hook }) => hook)]).toEqual([["one"], ["two"]]);
    put(place, kept(place, { project: "/another/project" }));
    expect(engine.pause().inForce).toEqual([]);
    expect((await engine.fire("PreToolUse", aWrite)).verdict).toBe("deny");
    // What is not paused here is not ended from here, but for those who mean all.
    expect(await engine.pause().end()).toEqual([]);
    expect(await engine.pause().end({ allProjects: true })).toHaveLength(1);
  });

  it("is noticed by an engine that runs, as is its end", async () => {
    const place = scratch(commands("exit 2"));
    const [running, other] = [await place.engine(), await place.engine()];
    const verdict = async () => (await running.fire("PreToolUse", aWrite)).verdict;
    expect(await verdict()).toBe("deny");
    await other.pause().begin({ ...request, forMs: 1_500 });
    await expect.poll(verdict, { timeout: 10_000 }).toBe("pass");
    await expect.poll(verdict, { timeout: 10_000 }).toBe("deny");
    await other.pause().begin(request);
    await expect.poll(verdict, { timeout: 10_000 }).toBe("pass");
    await other.pause().end();
    await expect.poll(verdict, { timeout: 10_000 }).toBe("deny");
  });

  it.each<[string, object, boolean]>([
    ["as it should be", {}, true],
    ["the clock has passed its end", { from: Date.now() - 20 * minute, until: Date.now() - 1 }, false],
    [
      "the clock was set back, and the time is over all the same",
      { mono: monotonicMs() - 11 * minute },
      false,
    ],
    [
      "the clock was set back, and there is time left",
      { from: Date.now() + minute, until: Date.now() + 11 * minute },
      true,
    ],
    ["the machine was started again", { boot: "other" }, false],
    ["longer than a day", { until: Date.now() + 25 * 60 * minute }, false],
    ["without a reason", { reason: "" }, false],
    [
      "of a time that is not over before it began",
      { from: Date.now() + 60 * minute, until: Date.now() },
      false,
    ],
  ])("is never longer than asked: %s", async (_name, more, holds) => {
    const place = scratch(commands("exit 2"));
    put(place, kept(place, more));
    const engine = await place.engine();
    expect((await engine.fire("PreToolUse", aWrite)).verdict).toBe(holds ? "pass" : "deny");
    expect(engine.pause().inForce).toHaveLength(holds ? 1 : 0);
  });

  it("is nothing in a file that is damaged, open to others, or the project's own; that is said", async () => {
    const place = scratch(commands("exit 2"));
    const engine = await place.engine();
    const verdict = async () => {
      const why = engine.pause().problem?.why ?? "";
      return [(await engine.fire("PreToolUse", aWrite)).verdict, why.replace(/^\S+ /, "")];
    };
    put(place, kept(place));
    expect(await verdict()).toEqual(["pass", ""]);
    writeFileSync(fileOf(place), readFileSync(fileOf(place), "utf8").slice(0, -20));
    expect(await verdict()).toEqual(["deny", "is damaged: nothing that it says counts"]);
    put(place, kept(place), { project: 7 });
    expect(await verdict()).toEqual(["deny", "is damaged: nothing that it says counts"]);
    put(place, kept(place));
    chmodSync(fileOf(place), 0o666);
    expect(await verdict()).toEqual(["deny", "can be written by everybody (mode 0666)"]);
    place.write("state/hookline/pause.json", { v: 1, entries: [kept(place)] });
    const env = { ...place.env, XDG_STATE_HOME: join(place.project, "state") };
    const fooled = await place.engine({ env });
    expect((await fooled.fire("PreToolUse", aWrite)).verdict).toBe("deny");
    await expect(fooled.pause().begin(request)).rejects.toThrow("lies in the project");
  });

  it.each([
    ["no reason", { ...request, reason: "  " }],
    ["no time", { ...request, forMs: 0 }],
    ["more than a day", { ...request, forMs: 25 * 60 * minute }],
    ["no number", { ...request, forMs: Number.NaN }],
  ])("is refused with %s", async (_name, wrong) => {
    const engine = await scratch().engine();
    await expect(engine.pause().begin(wrong)).rejects.toThrow(/^a pause (needs|lasts)/);
    expect(engine.pause().inForce).toEqual([]);
  });

  it("is in the audit trail: itself, its end, and what did not run because of it", async () => {
    const place = scratch(commands({ id: "guard", command: "exit 2" }), { audit: true });
    const engine = await place.engine();
    await engine.pause().begin({ ...request, reason: `because of ghp_${"a1B2".repeat(9)}` });
    await engine.fire("PreToolUse", aWrite);
    await engine.pause().end();
    await engine.fire("PreToolUse", aWrite);
    await engine.close();
    const trail = [...queryTrail(join(place.home, ".local/state/hookline/audit"), {}, {})].map(
      ({ record }) => record,
    );
    expect(JSON.stringify(trail)).not.toContain("a1B2a1B2");
    const told = trail.filter((record) => record.kind !== "note" || record.note.includes("pause"));
    expect(told).toMatchObject([
      { kind: "note", note: "hooks-paused", detail: { project: place.project, hook: null } },
      { kind: "decision", verdict: "pass", paused: [expect.stringMatching(/^guard: paused: until/)] },
      { kind: "note", note: "pause-ended" },
      { kind: "decision", verdict: "deny" },
    ]);
    expect(told[3]).not.toHaveProperty("paused");
  });

  it("does not begin where the audit is required and cannot be written", async () => {
    const place = scratch(commands("exit 2"), { audit: { required: true } });
    const engine = await place.engine();
    place.write(join(place.home, ".local/state/hookline/audit"), "");
    await expect(engine.pause().begin(request)).rejects.toThrow("nothing may be paused");
    expect(engine.pause().inForce).toEqual([]);
  });
});
