import { existsSync } from "node:fs";
import { builtInEvents, type Json, type JsonObject } from "hookline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fieldWord } from "../../../hookline/src/contract/fields.ts";
import { commonFields } from "../../../hookline/src/events/common.ts";
import { removeFolder } from "../../../hookline/test/remove-folder.ts";
import { differencesToDescribed, differencesToRecorded, distinct, neverFired, recorded } from "./compare.ts";
import { differences } from "./differences.ts";
import { expected, type SceneName } from "./expected.ts";
import { type Scene, worktreeOf } from "./scene.ts";
import { apart, asking, interrupted, talk, work } from "./scenes.ts";

let scenes: { readonly [name in SceneName]: Scene };
const all = () => Object.values(scenes).flatMap(({ caught }) => caught);
/** Nothing waits for these: they come beside what follows. */
const beside: ReadonlySet<unknown> = new Set(["MessageDisplay", "FileChanged", "ConfigChange"]);
const stepsIn = (scene: SceneName) =>
  scenes[scene].caught.filter(({ hook_event_name: name }) => !beside.has(name));
const namesIn = (scene: SceneName) => stepsIn(scene).map(({ hook_event_name: name }) => name);

beforeAll(async () => {
  const [{ first, later }, ...others] = await Promise.all([work(), talk(), asking(), apart(), interrupted()]);
  const [talked, asked, worked, stopped] = others;
  scenes = { work: first, later, talk: talked, asking: asked, apart: worked, interrupted: stopped };
}, 120_000);

afterAll(async () => {
  const roots = new Set(Object.values(scenes ?? {}).map(({ place }) => place.root));
  await Promise.all([...roots].map(removeFolder));
});

describe("each event fires from the running agent", () => {
  // shows: S-004 G-078
  it.each(builtInEvents.filter(({ name }) => name !== neverFired))("$name", (spec) => {
    const { scene, has } = expected[spec.name] ?? {};
    if (!scene || !has) throw new Error(`${spec.name} is in no scene: write it into expected.ts`);
    if (spec.subject !== null) expect(has).toHaveProperty(spec.subject);
    const { caught, place } = scenes[scene];
    const ours = caught.filter(({ hook_event_name: name }) => name === spec.name);
    const wanted = JSON.parse(
      JSON.stringify(has).replaceAll("$PROJECT", place.project).replaceAll("$ROOT", place.root),
    );
    expect(ours).toContainEqual(expect.objectContaining(wanted));
  });

  it("but for one, which the agent has no place for", () => {
    expect(all().map(({ hook_event_name: name }) => name)).not.toContain(neverFired);
    expect(Object.keys(expected).sort()).toEqual(
      builtInEvents.map(({ name }) => name).filter((name) => name !== neverFired),
    );
  });

  it.each(builtInEvents.filter(({ name }) => name !== neverFired))("$name says what its row says", (spec) => {
    const fields: { readonly [name: string]: string } = { ...commonFields, ...spec.payload };
    for (const payload of all().filter(({ hook_event_name: name }) => name === spec.name)) {
      const wrong = Object.entries(fields).filter(([name, word]) => {
        const { optional, accepts } = fieldWord(word);
        return payload[name] === undefined ? !optional : !accepts(payload[name]);
      });
      expect(wrong, JSON.stringify(payload)).toEqual([]);
      expect(Object.keys(payload).filter((name) => !(name in fields))).toEqual([]);
    }
  });

  it("in sessions that end as they should", () => {
    const statuses = Object.entries(scenes).map(([name, { ends }]) => [
      name,
      ends.map(({ status }) => status),
    ]);
    expect(Object.fromEntries(statuses)).toEqual({
      work: [0],
      later: [0, 1],
      talk: [0],
      asking: [0],
      apart: [0, 0],
      interrupted: [130],
    });
  });
});

describe("the order", () => {
  it("of a tool call: before, permission, the tool, after, the batch, the next request", () => {
    const caught = stepsIn("work");
    const begin = caught.findIndex(({ tool_input: input }) =>
      JSON.stringify(input ?? "").includes("all of it"),
    );
    const rest = caught.slice(begin).map(({ hook_event_name: name }) => name);
    expect(rest.slice(0, 8)).toEqual([
      "PreToolUse",
      "PermissionCheck",
      "PermissionGranted",
      "TaskCreated",
      "PostToolUse",
      "MessageAdded",
      "PostToolBatch",
      "ToolSelection",
    ]);
    expect(rest[8]).toBe("ModelRequest");
  });

  it("of a refused call: asked, called, refused, and no result", () => {
    const caught = stepsIn("talk");
    const denied = caught.findIndex(({ hook_event_name: name }) => name === "PermissionDenied");
    expect(namesIn("talk").slice(denied - 4, denied + 3)).toEqual([
      "PreToolUse",
      "PermissionCheck",
      "PermissionRequest",
      "Notification",
      "PermissionDenied",
      "MessageAdded",
      "PostToolBatch",
    ]);
  });

  it("of an answer: tools offered, request, stream, response", () => {
    const names = namesIn("work");
    const at = names.indexOf("ToolSelection");
    expect(names.slice(at, at + 5)).toEqual([
      "ToolSelection",
      "ModelRequest",
      "StreamStart",
      "StreamEnd",
      "ModelResponse",
    ]);
  });

  it("of a session: instructions, start, prompt; at last stop and end", () => {
    const names = namesIn("work");
    expect(names.slice(0, 4)).toEqual([
      "InstructionsLoaded",
      "SessionStart",
      "UserPromptSubmit",
      "MessageAdded",
    ]);
    expect(names.slice(-2)).toEqual(["Stop", "SessionEnd"]);
    expect(namesIn("talk").at(-1)).toBe("SessionEnd");
    expect(namesIn("interrupted").slice(-2)).toEqual(["UserInterrupt", "SessionEnd"]);
    expect(namesIn("later").slice(-2)).toEqual(["StopFailure", "SessionEnd"]);
  });

  it("of a sub-agent: all that it does between its start and its stop, and under its name", () => {
    const caught = stepsIn("work");
    const names = namesIn("work");
    const inside = caught.slice(names.indexOf("SubagentStart"), names.indexOf("SubagentStop") + 1);
    const { agent_id: id } = inside[0] ?? {};
    expect(id).toMatch(/^a[0-9a-f]{16}$/);
    expect(new Set(inside.map(({ agent_id }) => agent_id))).toEqual(new Set([id]));
    expect(inside.map(({ hook_event_name: name }) => name)).toContain("MessageAdded");
    expect(caught.filter(({ agent_id }) => agent_id !== undefined)).toEqual(inside);
  });

  it("of compaction, of a change of model, of a command, of a worktree", () => {
    expect(ordered("later", "PreCompact", "PostCompact", "StopFailure")).toBe(true);
    expect(ordered("talk", "PreCompact", "PostCompact")).toBe(true);
    expect(ordered("talk", "PreModelSwitch", "PostModelSwitch")).toBe(true);
    const typed = namesIn("talk").indexOf("UserPromptExpansion");
    expect(namesIn("talk")[typed + 1]).toBe("UserPromptSubmit");
    expect(namesIn("apart")[0]).toBe("WorktreeCreate");
    expect(ordered("apart", "SessionEnd", "WorktreeRemove", "Setup")).toBe(true);
    expect(existsSync(worktreeOf(scenes.apart.place))).toBe(false);
    expect(sources("later")).toEqual(["resume", "fork", "compact"]);
    expect(sources("talk")).toEqual(["startup", "compact", "clear"]);
  });
});

describe("the payloads, field by field", () => {
  it("are those of Claude Code, but for the differences that are listed", () => {
    expect(recorded).toHaveLength(46);
    const found = distinct([...differencesToRecorded(all()), ...differencesToDescribed(all())]);
    const listed = distinct(differences);
    expect(listed).toHaveLength(differences.length);
    expect(texts(found)).toEqual(texts(listed));
  });

  it("of one session and one prompt belong together", () => {
    const { caught } = scenes.work;
    expect(new Set(caught.map(({ session_id: id }) => id)).size).toBe(1);
    const [{ transcript_path: path } = {}] = caught;
    expect(existsSync(String(path))).toBe(true);
    const prompts = caught.map(({ prompt_id: id }) => id);
    expect(new Set(prompts.slice(2)).size).toBe(1);
    expect(prompts.slice(0, 2)).toEqual([undefined, undefined]);
    const ids = new Set(scenes.talk.caught.map(({ session_id: id }) => id));
    expect(ids.size).toBe(2);
  });
});

function texts(list: readonly { event: string; field: string; is: string }[]): readonly string[] {
  return list.map(({ event, field, is }) => `${event} ${field}: ${is}`).sort();
}

function sources(scene: SceneName): readonly (Json | undefined)[] {
  const started = ({ hook_event_name: name }: JsonObject) => name === "SessionStart";
  return scenes[scene].caught.filter(started).map(({ source }) => source);
}

/** True if the first of each comes after the first of the one before it. */
function ordered(scene: SceneName, ...events: readonly string[]): boolean {
  const places = events.map((event) => namesIn(scene).indexOf(event));
  return places.every((place, index) => place >= 0 && (index === 0 || place > (places[index - 1] ?? 0)));
}
