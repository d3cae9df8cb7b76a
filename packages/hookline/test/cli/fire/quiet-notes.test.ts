import { renameSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { beginNotes } from "../../../src/cli/fire/quiet-notes.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { glance } from "../../../src/glance/index.ts";
import { today } from "../../../src/runners/policy-facts.ts";
import { type Scratch, scratch } from "../../engine/scratch.ts";

const guard = (matcher: string) => ({
  hooks: { PreToolUse: [{ matcher, hooks: [{ id: "g", type: "command", command: "exit 2" }] }] },
});
const payload = { tool_name: "Bash", tool_input: { command: "ls" } };

/** Fires as `hookline fire` does, long after all files were written; something may happen between the reading and the keeping. */
async function fired(place: Scratch, meanwhile: () => void = () => {}, given: JsonObject = payload) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10_000 });
  const notes = beginNotes(place.env);
  const engine = await place.engine({ env: notes.env });
  notes.end(engine);
  const decision = await engine.fire("PreToolUse", given);
  meanwhile();
  vi.setSystemTime(Date.now() + 10_000);
  notes.keep(engine, given, decision, { cwd: place.project, dialects: null });
  return decision;
}

const known = ({ home, project, env }: Scratch, given: JsonObject = payload) =>
  glance("PreToolUse", given, {
    stateFolder: join(home, ".local/state/hookline"),
    home,
    cwd: project,
    dialects: null,
    env,
  });

describe("what is kept of an event that no hook is for", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is kept if nothing has changed since it was looked at", async () => {
    const place = scratch(guard("Write").hooks);
    expect((await fired(place)).runs).toEqual([]);
    expect(known(place)).not.toBeNull();
  });

  it("is kept beside what was kept before", async () => {
    const place = scratch(guard("Write").hooks);
    const others: JsonObject[] = [
      { ...payload, tool_name: "Read" },
      { ...payload, session_id: "s" },
    ];
    for (const given of [payload, ...others]) await fired(place, () => {}, given);
    for (const given of [payload, ...others]) expect(known(place, given)).not.toBeNull();
  });

  it.each<[string, (place: Scratch) => void]>([
    ["a hook file was written", (place) => place.write(".hookline/hooks.json", guard("Bash"))],
    ["a hook file came", (place) => place.write(".hookline/hooks.local.json", guard("Bash"))],
    [
      "an old folder took the place of the one with the hook files",
      ({ project }) => {
        renameSync(join(project, ".hookline"), join(project, "before"));
        renameSync(join(project, "kept"), join(project, ".hookline"));
      },
    ],
    [
      "somebody began to record events",
      (place) => place.write(join(place.home, ".local/state/hookline/recording.json"), "{}"),
    ],
  ])("is not kept if in the meantime %s", async (_, meanwhile) => {
    const place = scratch(guard("Write").hooks);
    place.write("kept/hooks.json", guard("Bash"));
    expect((await fired(place, () => meanwhile(place))).runs).toEqual([]);
    expect(known(place)).toBeNull();
  });

  it("holds until the day is over on which a rule expires: then something is said about that", async () => {
    const now = new Date();
    const at = (days: number, hour: number) =>
      new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
    const rule = { when: "true", verdict: "deny", reason: "r", expires: today(at(1, 12)) };
    const hooks = (id: string) => {
      return { PreToolUse: [{ matcher: "Write", hooks: [{ type: "policy", rules: [{ ...rule, id }] }] }] };
    };
    const place = scratch(hooks("one"));
    const on = (days: number, hour: number) => vi.setSystemTime(at(days, hour));
    vi.useFakeTimers({ toFake: ["Date"] });
    on(1, 12);
    expect((await fired(place)).diagnostics).toEqual([]);
    expect(known(place)).not.toBeNull();
    on(1, 23);
    expect(known(place)).not.toBeNull();
    on(2, 0);
    expect(known(place)).toBeNull();
    // What was read before is known in this process, and not judged again: another rule stands for another process.
    place.write(".hookline/hooks.json", { hooks: hooks("other") });
    expect((await fired(place)).diagnostics).toHaveLength(1);
    expect(known(place)).toBeNull();
  });

  it.each([
    [".claude/settings.json", true],
    [".gen/settings.json", false],
  ])(
    "is kept of policies in %s: %s, for some dialects say something about some events",
    async (file, kept) => {
      const place = scratch();
      const hooks = { PreToolUse: [{ matcher: "Write", hooks: [{ type: "policy", packs: ["git"] }] }] };
      place.write(file, { hooks });
      const write = (path: string) => ({ tool_name: "Write", tool_input: { file_path: path, content: "" } });
      expect((await fired(place, () => {}, write("a"))).runs).toMatchObject([{ type: "policy" }]);
      expect(known(place, write("a")) !== null).toBe(kept);
      const { messages } = await fired(place, () => {}, write("/etc/a"));
      expect(messages.length === 0).toBe(kept);
    },
  );

  it("is not kept of a payload whose fields are named like secrets: the names would be written down", async () => {
    const place = scratch(guard("Write").hooks);
    const secret = { ...payload, ghp_0123456789012345678901234567890123456: 1 };
    await fired(place, () => {}, secret);
    expect(known(place, secret)).toBeNull();
    await fired(place, () => {}, { ...payload, password: "x", api_key: "y" });
    expect(known(place, { ...payload, password: "x", api_key: "y" })).not.toBeNull();
  });

  it("is not kept while events are recorded: each of them is wanted", async () => {
    const place = scratch(guard("Write").hooks);
    const engine = await place.engine();
    await engine.recording().start({ forMs: 3_600_000 });
    await fired(place);
    expect(known(place)).toBeNull();
    await engine.recording().stop();
    await fired(place);
    expect(known(place)).not.toBeNull();
  });
});
