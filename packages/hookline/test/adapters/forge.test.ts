import { chmodSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  auditLog,
  blockSudo,
  defaultHooks,
  desktopNotification,
  type ForgeHook,
  gitAutoCommit,
  globalHooksFile,
  loadHooks,
  projectHooksFile,
  saveHooks,
} from "../../src/adapters/forge/index.ts";
import { aTool, examples, forgeProject, hostile } from "../dialects/forge-project.ts";

const hook = (command: string, more: object = {}): ForgeHook => ({ event: "tool:error", command, ...more });

describe("a hook file of Code-Forge", () => {
  // Ours of HookConfig: one function to read and one to write, for any of the files.
  // shows: F-095 F-100 F-063
  it("is read and written back unchanged, with every key that somebody put there", () => {
    const { write, read, project } = forgeProject();
    for (const name of ["configuration-format.json", "global.json", "project.json"]) {
      const file = join(project, name);
      write(file, read(join(examples, name)));
      const hooks = loadHooks(file);
      expect(hooks).toEqual(JSON.parse(read(file)).hooks);
      saveHooks(file, hooks);
      expect(read(file)).toBe(read(join(examples, name)));
    }
    const odd =
      '\ufeff{ // mine\r\n  "version": 2,\r\n  "hooks": [ { "event": "tool:*", "command": "x", "owner": "me" }, ],\r\n}\r\n';
    const file = write("odd.json", odd);
    expect(loadHooks(file)).toEqual([{ event: "tool:*", command: "x", owner: "me" }]);
    saveHooks(file, loadHooks(file));
    expect(read(file)).toBe(odd);
    saveHooks(file, [...loadHooks(file), hook("y")]);
    expect(loadHooks(file)).toEqual([{ event: "tool:*", command: "x", owner: "me" }, hook("y")]);
    expect(read(file)).toMatch(/^\ufeff\{ \/\/ mine\r\n {2}"version": 2,\r\n/);
  });

  it("keeps comments, other keys and the entries that did not change, whatever is added, changed and removed", () => {
    const { write, read } = forgeProject();
    const some = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 6 });
    const property = fc.property(some, some, (before, after) => {
      const hooks = (list: readonly number[]) =>
        list.map((number) => hook(`run ${number}`, { note: [number] }));
      const entries = hooks(before).map((one) => `    ${JSON.stringify(one)}`);
      const file = write(
        "hooks.json",
        `{\n  // about this file\n  "stop_on_failure": true,\n  "hooks": [\n${entries.join(",\n")}\n  ]\n}\n`,
      );
      saveHooks(file, hooks(after));
      expect(loadHooks(file)).toEqual(hooks(after));
      expect(read(file)).toMatch(/^\{\n {2}\/\/ about this file\n {2}"stop_on_failure": true,\n/);
      if (before[0] === after[0] && before[0] !== undefined) expect(read(file)).toContain(entries[0]);
      if (before.at(-1) === after.at(-1) && before.length > 0) expect(read(file)).toContain(entries.at(-1));
    });
    fc.assert(property, { numRuns: 100 });
  });

  it("keeps what somebody wrote about a hook when another is put before or behind it", () => {
    const { write, read } = forgeProject();
    const entry = '{ "event": "tool:error", "command": "x" } // why';
    const file = write("hooks.json", `{ "hooks": [\n  // because\n  ${entry}\n] }`);
    saveHooks(file, [hook("first"), hook("x")]);
    expect(loadHooks(file)).toEqual([hook("first"), hook("x")]);
    expect(read(file)).toContain(entry);
    saveHooks(file, [hook("first"), hook("x"), hook("last")]);
    expect(loadHooks(file)).toEqual([hook("first"), hook("x"), hook("last")]);
    expect(read(file)).toContain("// why");
    expect(read(file)).toContain("// because");
  });

  it("that is not there has no hooks, and is made; one that is keeps its rights and its link", () => {
    const { project, write, read } = forgeProject();
    const file = join(project, "deep/er/hooks.json");
    expect(loadHooks(file)).toEqual([]);
    saveHooks(file, []);
    saveHooks(file, [hook("x")]);
    expect(JSON.parse(read(file))).toEqual({ hooks: [hook("x")] });
    chmodSync(file, 0o640);
    symlinkSync(file, join(project, "link.json"));
    saveHooks(join(project, "link.json"), [hook("y")]);
    expect(loadHooks(file)).toEqual([hook("y")]);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readdirSync(dirname(file))).toEqual(["hooks.json"]);
    const bare = write("bare.json", "{}");
    saveHooks(bare, [hook("z")]);
    expect(loadHooks(bare)).toEqual([hook("z")]);
  });

  // The origin gave no hooks for a broken file, and the next save would have lost them all.
  it.each([
    ['{ "hooks": [ { "event": "tool:*" "command": "x" } ] }', /broken\.json:1:34: /],
    ['{ "hooks": {} }', /"hooks" must be a list/],
    ["[]", /must hold an object/],
    ['{ "hooks": [ { "event": "tool:*", "command": "x" }, "true" ] }', /hook 2 must be an object/],
    ['{ "hooks": [ { "command": "x" } ] }', /hook 1 must be an object with "event" and "command"/],
    ['{ "hooks": [], "hooks": [] }', /broken\.json:1:25: "hooks" is there twice/],
    ["", /broken\.json:1:1: /],
    ["\xff", /UTF-8|broken\.json:1:1/],
  ])("that is wrong is never overwritten: %s", (text, said) => {
    const { write, read } = forgeProject();
    const file = write("broken.json", text);
    expect(() => loadHooks(file)).toThrow(said);
    expect(() => saveHooks(file, [hook("x")])).toThrow(said);
    expect(read(file)).toBe(text);
  });

  // shows: F-060 F-061 F-100
  it("is where Code-Forge reads it, or where its document says if one is there", () => {
    const { home, project, write } = forgeProject();
    expect(globalHooksFile({ HOME: home })).toBe(join(home, ".config/forge/hooks.json"));
    expect(globalHooksFile({ HOME: home, XDG_CONFIG_HOME: "/x" })).toBe("/x/forge/hooks.json");
    expect(projectHooksFile(project)).toBe(join(project, ".forge/hooks.json"));
    write(join(home, ".config/src/forge/hooks.json"), { hooks: [] });
    write(".src/forge/hooks.json", { hooks: [] });
    expect(globalHooksFile({ HOME: home })).toBe(join(home, ".config/src/forge/hooks.json"));
    expect(projectHooksFile(project)).toBe(join(project, ".src/forge/hooks.json"));
    write(".forge/hooks.json", { hooks: [] });
    expect(projectHooksFile(project)).toBe(join(project, ".forge/hooks.json"));
  });
});

describe("the hooks to begin with", () => {
  async function running(template: ForgeHook, programs: readonly string[] = []) {
    const place = forgeProject(programs);
    saveHooks(projectHooksFile(place.project), [template]);
    const engine = await place.engine();
    expect(engine.diagnostics).toEqual([]);
    return { place, engine };
  }

  // shows: F-100
  it("are none by default", () => {
    expect(defaultHooks).toEqual([]);
  });

  // shows: F-065
  it("audit log: a line of JSON for each call with time, event, session, tool and arguments", async () => {
    const { place, engine } = await running(auditLog);
    const large = "x".repeat(1_000_000);
    for (const value of [...hostile, large]) {
      await engine.fire("PostToolUse", { ...aTool(value, { content: value }), tool_response: { ok: true } });
    }
    await engine.fire("PermissionDenied", { ...aTool("bash", {}), reason: "a rule" });
    const file = join(place.home, ".local/state/forge/audit.jsonl");
    const lines = place.read(file).trimEnd().split("\n");
    const records = lines.map((line) => JSON.parse(line));
    expect(records).toHaveLength(hostile.length + 2);
    expect(records[0]).toMatchObject({
      type: "tool:post_execute",
      timestamp: expect.any(Number),
      session_id: "sess_abc123",
      tool_name: hostile[0],
      data: { tool_args: { content: hostile[0] } },
    });
    const contents = records.slice(0, -1).map(({ tool_name, data }) => [tool_name, data.tool_args.content]);
    expect(contents).toEqual([...hostile, large].map((value) => [value, value]));
    expect(records.at(-1)).toMatchObject({ type: "permission:denied", data: { reason: "a rule" } });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(place.exists("pwned")).toBe(false);
  });

  // shows: F-066
  it("desktop notification: what happens, by the program that the desktop has", async () => {
    const linux = await running(desktopNotification, ["notify-send", "osascript"]);
    await linux.engine.fire("SessionStart", { source: "startup" });
    expect(linux.place.calls("notify-send").map(({ argv }) => argv)).toEqual([
      ["--", "Code-Forge", "session:start "],
    ]);
    for (const value of hostile) await linux.engine.fire("PermissionRequest", aTool(value, {}));
    const texts = linux.place.calls("notify-send").map(({ argv }) => argv[2]);
    const told = hostile.map((value) => `permission:prompt ${value.replace("\0", "\ufffd")}`);
    expect(texts.sort()).toEqual([...told, "session:start "].sort());
    expect([linux.place.calls("osascript"), linux.place.exists("pwned")]).toEqual([[], false]);
    const mac = await running(desktopNotification, ["osascript"]);
    for (const value of hostile) await mac.engine.fire("PermissionRequest", aTool(value, {}));
    const calls = mac.place.calls("osascript").map(({ argv }) => argv);
    expect(calls.map((argv) => argv.at(-1)).sort()).toEqual([...told].sort());
    expect(new Set(calls.map((argv) => argv.slice(0, -1).join())).size).toBe(1);
    const none = await running(desktopNotification);
    const { runs } = await none.engine.fire("SessionEnd", { reason: "other" });
    expect(runs).toMatchObject([{ status: "ok", exitCode: 0 }]);
  });

  // shows: F-067
  it("git auto-commit: commits what was written, with any arguments, and only in a repository", async () => {
    const { place, engine } = await running(gitAutoCommit);
    const write = (content: string) => ({ ...aTool("write", { content }), tool_response: {} });
    const outside = await engine.fire("PostToolUse", write("a"));
    expect(outside.runs).toMatchObject([{ status: "ok", exitCode: 0 }]);
    place.git("init", "--quiet");
    const large = "x".repeat(1_000_000);
    const values = ["first", ...hostile, large];
    for (const [number, value] of values.entries()) {
      place.write("file.txt", `${number}`);
      const { runs } = await engine.fire("PostToolUse", write(value));
      expect(runs).toMatchObject([{ exitCode: 0, fault: null }]);
      const message = `Auto-save: write\n\n${JSON.stringify({ content: value })}\n`;
      expect(place.git("log", "-1", "--format=%B") === `${message}\n`).toBe(true);
      expect(place.git("show", "HEAD:file.txt")).toBe(`${number}`);
    }
    await engine.fire("PostToolUse", write("nothing changed"));
    expect(place.git("rev-list", "--count", "HEAD")).toBe(`${values.length}\n`);
    expect(place.exists("pwned")).toBe(false);
  });

  // shows: F-107 F-132
  it("block sudo: refuses it wherever it stands, also behind a megabyte", async () => {
    const { place, engine } = await running(blockSudo);
    const ask = async (command: string) =>
      (await engine.fire("PreToolUse", aTool("bash", { command }))).verdict;
    for (const value of [...hostile, "pseudo sudoku", "x".repeat(1_000_000)])
      expect(await ask(value)).toBe("pass");
    for (const value of ["sudo ls", ...hostile.map((one) => `${one} sudo`), `${"x ".repeat(500_000)}sudo`]) {
      expect(await ask(value)).toBe("deny");
    }
    const { reason } = await engine.fire("PreToolUse", aTool("bash", { command: "sudo ls" }));
    expect(reason).toBe("Blocked: sudo commands not allowed");
    expect(place.exists("pwned")).toBe(false);
  });
});
