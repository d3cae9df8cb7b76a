import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { QuietBook } from "../../src/glance/quiet-file.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";
import { books, fireSpied, same } from "./fire-spied.ts";
import { bin } from "./run-cli.ts";

const groups = (matcher: string) => [{ matcher, hooks: [{ id: "g", type: "command", command: "exit 2" }] }];
const call = ["fire", "PreToolUse", "--tool", "Bash", "--input", '{"command":"hush-hush"}', "--json"];

/** Makes everything of a project as old as a file that nobody is writing just now. */
function settle({ project }: Scratch, path = ".hookline/hooks.json"): void {
  const before = Date.now() / 1000 - 60;
  utimesSync(join(project, path), before, before);
}

const fired = (place: Scratch, args: readonly string[] = call, input?: string) =>
  fireSpied(place, args, input);

describe("an event that no hook is for", () => {
  it("is answered at a glance the second time, with the same words, and the trace has it", async () => {
    const place = scratch({ PreToolUse: groups("Write") });
    // The clock of changes cannot be set back, so the first calls may come too early to be kept.
    let first = await fired(place);
    for (let tries = 0; books(place).length === 0 && tries < 40; tries++) first = await fired(place);
    expect(first.engine).toBe(true);
    const second = await fired(place);
    expect(second.engine).toBe(false);
    expect(same(second.stdout)).toBe(same(first.stdout));
    expect([second.status, second.stderr]).toEqual([first.status, first.stderr]);
    const trace = join(place.home, ".local/state/hookline/trace");
    const { eventId } = JSON.parse(second.stdout);
    const steps = readdirSync(trace)
      .flatMap((name) => readFileSync(join(trace, name), "utf8").trim().split("\n"))
      .map((line) => JSON.parse(line))
      .filter((record) => record.eventId === eventId);
    expect(steps.map(({ step }) => step)).toEqual(["decode", "load", "match", "plan", "aggregate", "record"]);
    expect(JSON.stringify(steps)).not.toContain("hush");

    // Plain text, stdin, quiet: the same answers as the engine gives.
    const plain = call.slice(0, -1);
    expect(same((await fired(place, plain)).stdout)).toBe("PreToolUse  pass  N ms\n  no hook is for this\n");
    // A payload of another shape is looked at once by the engine.
    await fired(place, ["fire"], '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{}}');
    const piped = await fired(
      place,
      ["fire"],
      '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{}}',
    );
    expect([piped.engine, same(piped.stdout)]).toEqual([
      false,
      "PreToolUse  pass  N ms\n  no hook is for this\n",
    ]);
    expect(await fired(place, [...plain, "--quiet"])).toMatchObject({ engine: false, stdout: "", status: 0 });

    // What is on stdin is not lost when the engine is needed after all.
    const other = await fired(
      place,
      ["fire"],
      '{"hook_event_name":"PreToolUse","tool_name":"Write","tool_input":{"a":1}}',
    );
    expect(other.stdout).toContain("untrusted");
    const wrong = await fired(place, ["fire"], '{"hook_event_name":"PreToolUse"');
    expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining("stdin is not JSON")]);
    expect((await fired(place, ["fire", "PreToolUse", "--tool", "Bash"])).stderr).toContain(
      'needs "tool_input"',
    );

    // Every path that the engine looked at is one that a glance looks at, or lies where a glance sees that nothing is.
    const [book = ""] = books(place);
    const { looks, missing }: Pick<QuietBook, "looks" | "missing"> = JSON.parse(book);
    const there = looks.map(([path]) => path);
    const nothing = missing.flatMap(([folder, , names]) => names.map((name) => join(folder, name)));
    const looked = (path: string) =>
      there.includes(path) ||
      nothing.some((one) => path === one || path.startsWith(`${one}/`)) ||
      // Whoever notes that nothing is at a path has looked at the folders above it.
      [...there, ...nothing].some((one) => one.startsWith(`${path}/`));
    const own = first.stats.filter((path) => !path.includes("/.local"));
    const below = own.filter(
      (path) => path.startsWith(place.project) || path.startsWith(place.home) || path.startsWith("/etc/"),
    );
    expect(below.length).toBeGreaterThan(20);
    expect([...new Set(below)].filter((path) => !looked(path))).toEqual([]);
  }, 60_000);

  it.each([
    [
      "a hook file changes",
      (place: Scratch) => place.write(".hookline/hooks.json", { hooks: { PreToolUse: groups("Bash") } }),
    ],
    [
      "a hook file comes",
      (place: Scratch) =>
        place.write(".hookline/hooks.local.json", { hooks: { PreToolUse: groups("Bash") } }),
    ],
    [
      "a file of another agent comes",
      (place: Scratch) => place.write(".claude/settings.json", { hooks: { PreToolUse: groups("Bash") } }),
    ],
    [
      "the user has hooks",
      (place: Scratch) =>
        place.write(join(place.home, ".config/hookline/hooks.json"), {
          hooks: { PreToolUse: groups("Bash") },
        }),
    ],
    [
      "events are to be recorded",
      (place: Scratch) => place.write(join(place.home, ".local/state/hookline/recording.json"), "{}"),
    ],
  ])(
    "is looked at again when %s",
    async (_, change) => {
      const place = scratch({ PreToolUse: groups("Write") });
      for (let tries = 0; books(place).length === 0 && tries < 40; tries++) await fired(place);
      expect((await fired(place)).engine).toBe(false);
      change(place);
      settle(place);
      expect((await fired(place)).engine).toBe(true);
    },
    60_000,
  );

  it("is looked at again by another build: it may know other files and other rules", async () => {
    const place = scratch({ PreToolUse: groups("Write") });
    const other = join(place.system, "other");
    for (const part of ["bin", "dist/bundle", "package.json"]) {
      cpSync(join(bin, "../..", part), join(other, part), { recursive: true });
    }
    const given = { cwd: place.project, env: place.env, encoding: "utf8" } as const;
    for (let tries = 0; books(place).length === 0 && tries < 40; tries++) {
      expect(spawnSync(process.execPath, [join(other, "bin/hookline.cjs"), ...call], given).status).toBe(0);
    }
    expect(books(place)).toHaveLength(1);
    expect((await fired(place)).engine).toBe(true);
    expect((await fired(place)).engine).toBe(false);
  }, 60_000);

  it("is not kept where there is more to say, or where somebody else could have written it", async () => {
    const place = scratch({ PreToolUse: groups("Write"), Stop: [{ hooks: "wrong" }] });
    settle(place);
    for (let tries = 0; tries < 3; tries++) expect((await fired(place)).stderr).not.toBe("");
    expect(books(place)).toEqual([]);
  });
});
