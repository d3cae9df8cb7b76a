import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listAnswer } from "../../src/cli/answers/list.ts";
import type { ValueOrigin } from "../../src/index.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";
import { cli } from "./run-cli.ts";
import { strictSchemas } from "./strict-schemas.ts";

const accepts = strictSchemas().compile(listAnswer);

type Row = {
  readonly id: string;
  readonly origins: readonly ValueOrigin[];
  readonly [name: string]: unknown;
};

async function rows({ project, env }: Scratch, ...args: string[]): Promise<readonly Row[]> {
  const { status, stdout, stderr } = await cli(["list", "--json", ...args], { cwd: project, env });
  expect([status, stderr]).toEqual([0, ""]);
  const found = JSON.parse(stdout);
  expect(accepts(found), JSON.stringify(accepts.errors)).toBe(true);
  return found;
}

const mine = `{
  "defaults": { "timeout": 20, "onFailure": "block", "passEnv": ["A"] },
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [
        { "id": "one", "type": "command", "command": "true", "timeout": 5, "mode": "shadow" },
        { "id": "off", "type": "command", "command": "echo", "enabled": false },
        { "id": "two", "type": "command", "command": "true", "onFailure": "continue" }
      ] },
      { "hooks": [{ "id": "rules", "type": "policy", "packs": ["commands"] }] }
    ]
  }
}`;

function place(): Scratch {
  const given = scratch({ PreToolUse: [{ hooks: [{ id: "team", type: "command", command: "ls" }] }] });
  given.write(join(given.home, ".config/hookline/hooks.json"), mine);
  return given;
}

describe("hookline list --effective", () => {
  it("lists only what would run, in order, with the values that hold", async () => {
    const given = place();
    const found = await rows(given, "--effective");
    expect(found.map(({ id }) => id)).toEqual(["one", "rules"]);
    // Two equal entries are one hook, as strict and as patient as the stricter of them.
    expect(found[0]).toMatchObject({
      order: 0,
      mode: "enforce",
      onFailure: "block",
      timeoutMs: 20_000,
      environment: "whole",
      passEnv: ["A"],
      background: false,
      standsFor: ["~/.config/hookline/hooks.json:8:9"],
    });
    expect(Object.keys(found[0] ?? {}).slice(0, 10)).toEqual([
      "id",
      "event",
      "matcher",
      "meaning",
      "type",
      "source",
      "dialect",
      "state",
      "onFailure",
      "mode",
    ]);
    const { stdout } = await cli(["list", "--effective"], { cwd: given.project, env: given.env });
    expect(stdout).toContain("place 1; deadline 20 s; onFailure block; mode enforce; environment whole");
  });

  it("says when nothing of what is configured would run", async () => {
    const { project, env } = scratch({ PreToolUse: [{ hooks: [{ type: "command", command: "ls" }] }] });
    const { stdout } = await cli(["list", "--effective"], { cwd: project, env });
    expect(stdout).toBe(
      `1 hook is configured for ${project}, and none would run; "hookline list" says why\n`,
    );
  });
});

describe("hookline list --show-origin", () => {
  const originsOf = (found: readonly Row[], id: string) =>
    Object.fromEntries(
      (found.find((row) => row.id === id)?.origins ?? []).map(({ name, from, where }) => [
        name,
        `${from} ${where}`,
      ]),
    );
  const file = "~/.config/hookline/hooks.json";

  it("says who says each value: the entry, the group, the file, the type, the event, the dialect", async () => {
    const given = place();
    const found = await rows(given, "--show-origin");
    expect(originsOf(found, "one")).toEqual({
      matcher: `group ${file}:5:9`,
      timeout: `entry ${file}:6:62`,
      onFailure: `defaults ${file}:2:32`,
      mode: `entry ${file}:6:76`,
      environment: "layer user",
      passEnv: `defaults ${file}:2:54`,
      cwd: "dialect native: payload",
      background: "built-in ",
    });
    expect(originsOf(found, "team")).toMatchObject({
      matcher: "built-in ",
      timeout: "event PreToolUse",
      onFailure: "built-in ",
      environment: "dialect native",
    });
    const { stdout } = await cli(["list", "--show-origin"], { cwd: given.project, env: given.env });
    expect(stdout).toMatch(/^ {6}~\/\.config\/hookline\/hooks\.json:6:62 \(entry\) +timeout=5 s$/m);
    expect(stdout).toMatch(/^ {6}PreToolUse \(event\) +timeout=600 s$/m);
  });

  it("says of one that stands for others which of them says a value", async () => {
    const found = await rows(place(), "--effective", "--show-origin");
    expect(originsOf(found, "one")).toMatchObject({
      timeout: `defaults ${file}:2:17`,
      mode: "built-in ",
      onFailure: `defaults ${file}:2:32`,
    });
  });

  it("names the managed file that nobody can loosen, and what other dialects say", async () => {
    const given = scratch();
    const off = given.write(join(given.system, "etc/hookline/hooks.json"), {
      defaults: { onFailure: "block" },
    });
    given.write(".hookline/hooks.json", {
      hooks: {
        PreToolUse: [{ hooks: [{ id: "a", type: "command", command: "ls", onFailure: "continue" }] }],
      },
    });
    given.write(".wingman/wingman.config.json", {
      hooks: { PreToolUse: [{ hooks: [{ id: "w", type: "command", command: "ls" }] }] },
    });
    const engine = await given.engine();
    const said = (id: string, name: string) => {
      const hook = engine.hooks.find((one) => one.id === id || one.dialect === id);
      return hook && engine.effective.origins(hook).find((one) => one.name === name);
    };
    expect(said("a", "onFailure")).toMatchObject({ value: "block", from: "managed", where: `${off}:3:5` });
    expect(said("wingman", "timeout")).toMatchObject({ value: 60_000, from: "dialect", where: "wingman" });
  });
});
