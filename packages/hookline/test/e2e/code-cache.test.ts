import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Scratch, scratch } from "../engine/scratch.ts";
import { bin } from "./run-cli.ts";

const folderOf = ({ home }: Scratch) => join(home, ".local/state/hookline/cache/code");
const keptIn = (folder: string) => readdirSync(folder).map((name) => join(folder, name));

/** Runs a verb without what a coverage run adds: nothing is kept there. */
function list({ project, env }: Scratch, more: Record<string, string> = {}) {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [bin, "list"], {
    cwd: project,
    env: { ...env, ...more },
    encoding: "utf8",
  });
  return { status, signal, stdout, stderr };
}

const aHook = { Stop: [{ hooks: [{ id: "s", type: "command", command: "true" }] }] };

describe("the machine code that is kept", () => {
  it("is not believed if a bit of it has changed, and is made anew", () => {
    const place = scratch(aHook);
    const first = list(place);
    expect(first).toMatchObject({ status: 0, stderr: "" });
    const kept = keptIn(folderOf(place));
    expect(kept.length).toBeGreaterThan(2);
    for (const path of kept) {
      const bytes = readFileSync(path);
      // V8 looks at its own head of the data, and at nothing behind it.
      for (let at = 128; at < bytes.length; at += 997) bytes[at] = (bytes[at] ?? 0) ^ 0x11;
      writeFileSync(path, bytes);
    }
    const wrong = kept.map((path) => readFileSync(path));
    expect(list(place)).toEqual(first);
    expect(kept.every((path, index) => !readFileSync(path).equals(wrong[index] ?? Buffer.of()))).toBe(true);
    // Cut short, empty, all zeros: as after a machine has lost its power.
    for (const [index, path] of kept.entries()) {
      const { size } = statSync(path);
      writeFileSync(
        path,
        [Buffer.alloc(size), readFileSync(path).subarray(0, size / 2), ""][index % 3] ?? "",
      );
    }
    expect(list(place)).toEqual(first);
  });

  it("is written after each of the first calls, since they differ, and seldom after that", () => {
    const place = scratch({
      PreToolUse: [{ matcher: "Write", hooks: [{ type: "command", command: "true" }] }],
    });
    const call = ["fire", "PreToolUse", "--tool", "Bash", "--input", '{"command":"ls"}'];
    const fire = () => {
      const { project: cwd, env } = place;
      expect(spawnSync(process.execPath, [bin, ...call], { cwd, env }).status).toBe(0);
      const path = keptIn(folderOf(place)).find((one) => one.includes("-start.cjs-fire-")) ?? "";
      const bytes = readFileSync(path);
      return { times: bytes.at(-1), size: (bytes.length - 1) / 2 };
    };
    const first = Array.from({ length: 5 }, fire);
    expect(first.map(({ times }) => times)).toEqual([1, 2, 3, 4, 5]);
    // The first of them asked the engine. What a glance needs is there as well then, and not by luck.
    expect(first[4]?.size).toBeGreaterThan(first[0]?.size ?? 0);
    const later = Array.from({ length: 10 }, () => fire().times ?? 0);
    expect(later.at(-1)).toBeLessThan(15);
  });

  it("of one verb is not lost to another that needs all files: help", () => {
    const place = scratch(aHook);
    list(place);
    const before = readdirSync(folderOf(place));
    const { project: cwd, env } = place;
    expect(spawnSync(process.execPath, [bin, "help"], { cwd, env }).status).toBe(0);
    const after = readdirSync(folderOf(place));
    expect(after.length).toBeGreaterThan(before.length + 30);
    expect(after).toEqual(expect.arrayContaining(before));
  });

  it("is not kept for ever: the oldest go when there are too many", () => {
    const place = scratch(aHook);
    mkdirSync(folderOf(place), { recursive: true, mode: 0o700 });
    for (let count = 0; count < 320; count++) {
      const path = join(folderOf(place), `${String(count).padStart(32, "0")}-old`);
      writeFileSync(path, "");
      utimesSync(path, 1_000 + count, 1_000 + count);
    }
    expect(list(place).status).toBe(0);
    const names = readdirSync(folderOf(place)).sort();
    expect(names).toHaveLength(300);
    const old = names.filter((name) => name.endsWith("-old"));
    expect(old.length).toBeLessThan(299);
    expect(old.at(-1)).toBe(`${"319".padStart(32, "0")}-old`);
  });

  it("takes no file away that is not its own, and none through a link", () => {
    const place = scratch(aHook);
    const victims = join(place.system, "victims");
    mkdirSync(victims);
    const fill = (folder: string) => {
      for (let count = 0; count < 60; count++) {
        writeFileSync(join(folder, `file-${count}`), "");
        utimesSync(join(folder, `file-${count}`), 1, 1);
      }
    };
    fill(victims);
    mkdirSync(join(folderOf(place), ".."), { recursive: true, mode: 0o700 });
    symlinkSync(victims, folderOf(place));
    expect(list(place).status).toBe(0);
    expect(readdirSync(victims)).toHaveLength(60);

    const other = scratch(aHook);
    mkdirSync(folderOf(other), { recursive: true, mode: 0o700 });
    fill(folderOf(other));
    expect(list(other).status).toBe(0);
    const names = readdirSync(folderOf(other));
    expect(names.filter((name) => name.startsWith("file-"))).toHaveLength(60);
    expect(names.length).toBeGreaterThan(62);
  });

  it("is another one for other options of Node: two terminals do not take it from each other", () => {
    const place = scratch(aHook);
    list(place);
    const before = keptIn(folderOf(place)).map((path) => [path, statSync(path).ino]);
    expect(list(place, { NODE_OPTIONS: "--max-old-space-size=300" }).status).toBe(0);
    expect(before.map(([path]) => [path, statSync(String(path)).ino])).toEqual(before);
    expect(keptIn(folderOf(place)).length).toBe(before.length * 2);
  });

  it("leaves no half of a file where the disk is full", () => {
    const place = scratch(aHook);
    const line = `ulimit -f 8; exec "$0" "$1" list`;
    const { status, stderr } = spawnSync("bash", ["-c", line, process.execPath, bin], {
      cwd: place.project,
      env: place.env,
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([0, ""]);
    const names = readdirSync(folderOf(place));
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("holds nobody up where no folder can be made", () => {
    const { project, env } = scratch(aHook);
    const { status, signal, stderr } = spawnSync(process.execPath, [bin, "list"], {
      cwd: project,
      env: { ...env, XDG_STATE_HOME: "/proc" },
      encoding: "utf8",
      timeout: 20_000,
    });
    expect([status, signal, stderr]).toEqual([0, null, ""]);
  }, 30_000);

  it.skipIf(process.getuid?.() !== 0)("is missed by nobody who has no home", () => {
    const { project } = scratch(aHook);
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, "list"], {
      cwd: project,
      env: {},
      uid: 54_321,
      gid: 54_321,
      encoding: "utf8",
    });
    expect(stderr).toMatch(/^hookline: .*HOME.*\n$/);
    expect([status, stdout]).toEqual([1, ""]);
  });
});
