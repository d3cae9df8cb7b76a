import { chmodSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../src/contract/json.ts";
import { native } from "../../src/dialects/native.ts";
import { sha256 } from "../../src/system/digest.ts";
import { commandHook, fileWith, makeMachine, shown } from "./hook-folders.ts";

describe("configuration order", () => {
  // shows: F-054 F-129
  test("user, team, local, managed; inside a file top to bottom", async () => {
    const machine = makeMachine();
    for (const [path, name] of [
      [machine.managed, "managed"],
      [machine.local, "local"],
      [machine.user, "user"],
      [machine.team, "team"],
    ] as const) {
      machine.write(path, {
        hooks: {
          Stop: [
            { hooks: [commandHook(`${name} 1`), commandHook(`${name} 2`)] },
            { hooks: [commandHook(`${name} 3`)] },
          ],
          PreToolUse: [{ matcher: "Bash", hooks: [commandHook(`${name} 4`)] }],
        },
      });
    }
    const { hooks, files, diagnostics } = await machine.load();
    expect(diagnostics).toEqual([]);
    const order = ["user", "team", "local", "managed"];
    expect(hooks.map((hook) => hook.fields.command)).toEqual(
      order.flatMap((name) => [1, 2, 3, 4].map((count) => `${name} ${count}`)),
    );
    expect(hooks.map((hook) => hook.source.layer)).toEqual(order.flatMap((name) => Array(4).fill(name)));
    expect(files.map(({ path, layer, dialect, state }) => ({ path, layer, dialect, state }))).toEqual(
      order.map((layer) => ({
        path: machine[layer as "user" | "team" | "local" | "managed"],
        layer,
        dialect: "native",
        state: "good",
      })),
    );
    expect(hooks.map((hook) => hook.source.text.replace(/:\d+:\d+$/, ""))).toEqual(
      [
        "~/.config/hookline/hooks.json",
        ".hookline/hooks.json",
        ".hookline/hooks.local.json",
        machine.managed,
      ].flatMap((path) => Array(4).fill(path)),
    );
    const groups = hooks.map((hook) => hook.group);
    expect(new Set(groups).size).toBe(12);
    expect(groups[0]).toBe(groups[1]);
  });

  test("native comes first, then the other dialects; and the managed file is read whatever is chosen", async () => {
    const machine = makeMachine();
    const other = {
      ...native,
      name: "other",
      files: [
        { layer: "user", base: "home", path: ".other.json" },
        { layer: "team", base: "project", path: ".other.json" },
      ] as const,
      events: { before_tool: "PreToolUse" },
    };
    machine.write(join(machine.home, ".other.json"), fileWith([commandHook("other user")], "before_tool"));
    machine.write(
      join(machine.project, ".other.json"),
      fileWith([commandHook("other team")], "before_tool", { theirs: 1 }),
    );
    machine.write(machine.user, fileWith([commandHook("native user")]));
    machine.write(machine.team, fileWith([commandHook("native team")]));
    machine.write(machine.managed, fileWith([commandHook("managed")]));
    const commands = async (dialects: readonly (typeof other | typeof native)[]) => {
      const { hooks, diagnostics } = await machine.load({ dialects });
      expect(diagnostics).toEqual([]);
      return hooks.map((hook) => `${hook.dialect}: ${hook.fields.command} on ${hook.event}`);
    };
    expect(await commands([native, other])).toEqual([
      "native: native user on PreToolUse",
      "native: native team on PreToolUse",
      "native: managed on PreToolUse",
      "other: other user on PreToolUse",
      "other: other team on PreToolUse",
    ]);
    expect(await commands([other])).toEqual([
      "native: managed on PreToolUse",
      "other: other user on PreToolUse",
      "other: other team on PreToolUse",
    ]);
  });
});

describe("what a hook becomes", () => {
  test("of an entry that says nothing", async () => {
    const machine = makeMachine();
    const entry = commandHook("lint");
    machine.write(machine.team, fileWith([entry]));
    const [hook] = (await machine.load()).hooks;
    expect(hook).toMatchObject({
      id: `PreToolUse-${sha256(canonicalJson(entry)).slice(0, 8)}`,
      event: "PreToolUse",
      dialect: "native",
      type: "command",
      description: "",
      if: null,
      when: null,
      disabled: null,
      timeoutMs: 600_000,
      onFailure: "continue",
      mode: "enforce",
      background: false,
      rewake: false,
      once: false,
      statusMessage: "",
      sequential: false,
      env: {},
      passEnv: [],
      environment: "scrubbed",
      cwd: null,
      fields: { command: "lint" },
      entry: { event: "PreToolUse", matcher: null, hook: entry },
    });
    expect(hook?.matcher.meaning).toBe("every tool");
  });

  // shows: F-029 W-074
  test("of an entry that says everything", async () => {
    const machine = makeMachine();
    const entry = commandHook("lint", {
      id: "lint",
      description: "Lints.",
      enabled: false,
      if: "Bash(git push *)",
      when: 'tool_name == "Bash"',
      timeout: 1.5,
      statusMessage: "Linting",
      once: true,
      asyncRewake: true,
      onFailure: "block",
      mode: "warn",
      env: { A: "1" },
      passEnv: ["GITHUB_TOKEN"],
      cwd: "packages",
      args: ["--fix"],
      shell: "bash",
    });
    machine.write(machine.team, {
      $schema: "https://example.com/schema.json",
      description: "Our hooks.",
      defaults: {
        timeout: 9,
        onFailure: "continue",
        mode: "shadow",
        environment: "strict",
        passEnv: ["FOO"],
      },
      hooks: { PreToolUse: [{ matcher: "Bash", sequential: true, description: "ignored", hooks: [entry] }] },
    });
    const { hooks, diagnostics } = await machine.load();
    expect(diagnostics).toEqual([]);
    expect(hooks[0]).toMatchObject({
      id: "lint",
      description: "Lints.",
      disabled: '"enabled" is false',
      timeoutMs: 1500,
      onFailure: "block",
      mode: "warn",
      background: true,
      rewake: true,
      once: true,
      statusMessage: "Linting",
      sequential: true,
      env: { A: "1" },
      passEnv: ["FOO", "GITHUB_TOKEN"],
      environment: "strict",
      cwd: "packages",
      fields: { command: "lint", args: ["--fix"], shell: "bash" },
    });
    expect(hooks[0]?.if?.text).toBe("Bash(git push *)");
    expect(hooks[0]?.when?.text).toBe('tool_name == "Bash"');
    expect(hooks[0]?.entry).toEqual({
      event: "PreToolUse",
      matcher: "Bash",
      hook: entry,
      defaults: {
        environment: "strict",
        mode: "shadow",
        onFailure: "continue",
        passEnv: ["FOO"],
        timeout: 9,
      },
    });
  });

  // shows: F-048
  test("by the defaults of its file, its type and its event", async () => {
    const machine = makeMachine();
    const prompt = { type: "prompt", prompt: "ok?" };
    machine.write(machine.user, fileWith([commandHook("a"), prompt], "UserPromptSubmit"));
    machine.write(
      machine.team,
      fileWith([commandHook("b"), prompt], "UserPromptSubmit", {
        defaults: { timeout: 7, mode: "warn", onFailure: "block" },
      }),
    );
    const { hooks } = await machine.load();
    expect(
      hooks.map((hook) => [hook.type, hook.timeoutMs, hook.mode, hook.onFailure, hook.environment]),
    ).toEqual([
      ["command", 30_000, "enforce", "continue", "whole"],
      ["prompt", 30_000, "enforce", "continue", "whole"],
      ["command", 7000, "warn", "block", "scrubbed"],
      ["prompt", 7000, "warn", "block", "scrubbed"],
    ]);
  });

  test("how it fails: hook, file, managed file, type", async () => {
    const machine = makeMachine();
    const rules = { type: "rules", rules: [{}] };
    machine.write(
      machine.team,
      fileWith([commandHook("a"), commandHook("b", { onFailure: "continue" }), rules]),
    );
    machine.write(
      machine.local,
      fileWith([commandHook("c")], "Stop", { defaults: { onFailure: "continue" } }),
    );
    const answers = async () => (await machine.load()).hooks.map((hook) => hook.onFailure);
    expect(await answers()).toEqual(["continue", "continue", "block", "continue"]);
    machine.write(machine.managed, { defaults: { onFailure: "block" } });
    // Nobody loosens what the machine's file says for all.
    expect(await answers()).toEqual(["block", "block", "block", "block"]);
  });

  test("in a dialect with another unit and bounds", async () => {
    const machine = makeMachine();
    const timeout = {
      unitMs: 1,
      defaultMs: 60_000,
      minMs: 1000,
      maxMs: 600_000,
      outside: "clamp",
      scope: "hook",
    } as const;
    machine.write(
      machine.team,
      fileWith([
        commandHook("a"),
        commandHook("b", { timeout: 5000 }),
        commandHook("c", { timeout: 1 }),
        commandHook("d", { timeout: 1e9 }),
      ]),
    );
    const { hooks, diagnostics } = await machine.load({ dialects: [{ ...native, timeout }] });
    expect(hooks.map((hook) => hook.timeoutMs)).toEqual([60_000, 5000, 1000, 600_000]);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      '"timeout" must be from 1000 to 600000 milliseconds, not 1; it counts as 1000',
      '"timeout" must be from 1000 to 600000 milliseconds, not 1000000000; it counts as 600000',
    ]);
  });

  test("where matchers without a subject must be empty", async () => {
    const machine = makeMachine();
    machine.write(machine.team, {
      hooks: {
        Stop: [
          { matcher: "Bash", hooks: [commandHook("a")] },
          { matcher: "*", hooks: [commandHook("b")] },
        ],
      },
    });
    const { hooks, diagnostics } = await machine.load({
      dialects: [{ ...native, matcherWithoutSubject: "must-be-empty" }],
    });
    expect(hooks.map((hook) => hook.disabled)).toEqual([
      'the matcher "Bash" never fits, because Stop has nothing to match',
      null,
    ]);
    expect(diagnostics).toHaveLength(1);
  });

  test("equal entries have equal identities, whatever their place, id and timeout", async () => {
    const machine = makeMachine();
    machine.write(
      machine.user,
      fileWith([commandHook("a", { timeout: 5, id: "x" }), commandHook("a", { cwd: "b" })]),
    );
    machine.write(machine.team, {
      hooks: {
        PreToolUse: [{ matcher: "Bash", hooks: [commandHook("a"), commandHook("a", { env: { A: "1" } })] }],
      },
    });
    const identities = (await machine.load()).hooks.map((hook) => hook.identity);
    expect(identities[2]).toBe(identities[0]);
    expect(new Set(identities).size).toBe(3);
  });

  test("a hook cannot be changed, and one that inherits from it has all its properties", async () => {
    const machine = makeMachine();
    machine.write(machine.team, fileWith([commandHook("a")]));
    const [hook] = (await machine.load()).hooks;
    expect(() => Object.assign(hook ?? {}, { timeoutMs: 1 })).toThrow(TypeError);
    expect(() => Object.assign(hook?.fields ?? {}, { command: "b" })).toThrow(TypeError);
    const other = Object.freeze(Object.create(hook ?? null, { mode: { value: "warn" } }));
    expect(other).toMatchObject({
      id: hook?.id,
      identity: hook?.identity,
      mode: "warn",
      source: { text: ".hookline/hooks.json:1:35" },
    });
  });

  test("two hooks of one name are told", async () => {
    const machine = makeMachine();
    machine.write(
      machine.user,
      fileWith([commandHook("a", { id: "lint" }), commandHook("b", { id: "same" })]),
    );
    machine.write(
      machine.team,
      fileWith([commandHook("c", { id: "lint" }), commandHook("b", { id: "same" })]),
    );
    expect(shown((await machine.load()).diagnostics)).toEqual([
      'warning .hookline/hooks.json:1:72: the id "lint" is also that of the hook in ~/.config/hookline/hooks.json:1:35; give each hook an id of its own',
    ]);
  });
});

describe("what is switched off", () => {
  const everywhere = () => {
    const machine = makeMachine();
    for (const path of [machine.user, machine.team, machine.managed])
      machine.write(path, fileWith([commandHook("x")]));
    return machine;
  };
  const why = async (machine: ReturnType<typeof makeMachine>, env = {}) =>
    (await machine.load({ env })).hooks.map((hook) => hook.disabled);

  test("by the environment: all but managed", async () => {
    expect(await why(everywhere(), { HOOKLINE_DISABLED: "1" })).toEqual([
      "HOOKLINE_DISABLED is set",
      "HOOKLINE_DISABLED is set",
      null,
    ]);
    expect(await why(everywhere(), { HOOKLINE_DISABLED: "0" })).toEqual([null, null, null]);
  });

  test("by a file: the later one wins, and managed hooks stay on", async () => {
    const machine = everywhere();
    machine.write(machine.user, fileWith([commandHook("x")], "Stop", { disableAllHooks: true }));
    const off = '"disableAllHooks" in ~/.config/hookline/hooks.json';
    expect(await why(machine)).toEqual([off, off, null]);
    machine.write(machine.local, { disableAllHooks: false });
    expect(await why(machine)).toEqual([null, null, null]);
  });

  test("by the managed file: everything", async () => {
    const machine = everywhere();
    machine.write(machine.managed, fileWith([commandHook("x")], "Stop", { disableAllHooks: true }));
    const off = `"disableAllHooks" in ${machine.managed}`;
    expect(await why(machine)).toEqual([off, off, off]);
  });

  test("by a project: that it reaches beyond itself is told", async () => {
    const machine = everywhere();
    machine.write(machine.local, '{\n  "disableAllHooks": true\n}');
    const { hooks, diagnostics } = await machine.load();
    const off = '"disableAllHooks" in .hookline/hooks.local.json';
    expect(hooks.map((hook) => hook.disabled)).toEqual([off, off, null]);
    expect(shown(diagnostics)).toEqual([
      'warning .hookline/hooks.local.json:2:3: "disableAllHooks" of this project also switches off a hook of your own file; remove it if you did not expect that, or write "disableAllHooks": false in hooks.local.json',
    ]);
  });

  test("by another dialect: its own hooks alone", async () => {
    const machine = everywhere();
    const files = [{ layer: "team", base: "project", path: ".other.json" }] as const;
    machine.write(
      join(machine.project, ".other.json"),
      fileWith([commandHook("y")], "Stop", { disableAllHooks: true }),
    );
    const { hooks } = await machine.load({ dialects: [native, { ...native, name: "other", files }] });
    expect(hooks.map((hook) => [hook.dialect, hook.disabled])).toEqual([
      ["native", null],
      ["native", null],
      ["native", null],
      ["other", '"disableAllHooks" in .other.json'],
    ]);
  });

  test("by Hookline's own file: the hooks of every dialect", async () => {
    const machine = everywhere();
    const files = [{ layer: "team", base: "project", path: ".other.json" }] as const;
    machine.write(
      join(machine.project, ".other.json"),
      fileWith([commandHook("y")], "Stop", { disableAllHooks: false }),
    );
    machine.write(machine.local, { disableAllHooks: true });
    const { hooks } = await machine.load({ dialects: [native, { ...native, name: "other", files }] });
    expect(hooks.map((hook) => hook.disabled === null)).toEqual([false, false, true, false]);
  });
});

test("lists of what is allowed: one for each file that has one", async () => {
  const machine = makeMachine();
  machine.write(machine.user, { allowedHttpHookUrls: ["https://a/*"], httpHookAllowedEnvVars: ["A"] });
  machine.write(machine.team, { allowedHttpHookUrls: 7 });
  machine.write(machine.managed, { allowedHttpHookUrls: [] });
  const { allowedUrls, allowedHeaderVariables } = await machine.load();
  expect(allowedUrls).toEqual([["https://a/*"], [], []]);
  expect(allowedHeaderVariables).toEqual([["A"]]);
});

describe("files that cannot be read", () => {
  // shows: W-100 C-089
  test.each([
    ["half a file", '{"hooks": {"Stop": [{"hoo', "1:22: a string is not closed", "end it with"],
    ["an empty file", "", "1:1: the file is empty", "write {} if"],
    ["a list", "[]", "1:1: a hook file is an object, not a list", "write { "],
    ["hooks that are a list", '{\n "hooks": []}', '2:11: "hooks" must be an object, not a list', "write { "],
  ])("%s keeps its last good hooks, and without them has none", async (_name, text, place, hint) => {
    const machine = makeMachine();
    machine.write(machine.user, fileWith([commandHook("user")]));
    machine.write(machine.team, fileWith([commandHook("team")]));
    const before = await machine.load();
    machine.write(machine.team, text);
    const kept = await machine.load({}, before);
    expect(kept.hooks.map((hook) => hook.fields.command)).toEqual(["user", "team"]);
    expect(kept.files.map(({ state }) => state)).toEqual(["good", "kept", "absent", "absent"]);
    expect(kept.mustFail).toBe(true);
    expect(kept.diagnostics).toHaveLength(1);
    const [told] = shown(kept.diagnostics);
    expect(told).toContain(
      `error .hookline/hooks.json:${place}; the hooks that it held before stay in force; ${hint}`,
    );
    const still = await machine.load({}, kept);
    expect(still.hooks.map((hook) => hook.fields.command)).toEqual(["user", "team"]);

    const anew = await machine.load();
    expect(anew.hooks.map((hook) => hook.fields.command)).toEqual(["user"]);
    expect(anew.files[1]?.state).toBe("broken");
    expect(anew.mustFail).toBe(true);
    expect(shown(anew.diagnostics)[0]).toContain(`${place}; none of its hooks is in force; ${hint}`);

    machine.write(machine.team, fileWith([commandHook("again")]));
    const again = await machine.load({}, still);
    expect(again.hooks.map((hook) => hook.fields.command)).toEqual(["user", "again"]);
    expect(again).toMatchObject({ mustFail: false, diagnostics: [] });
  });

  // shows: W-147
  test("a file that is removed is gone", async () => {
    const machine = makeMachine();
    machine.write(machine.team, fileWith([commandHook("team")]));
    const before = await machine.load();
    rmSync(machine.team);
    expect(await machine.load({}, before)).toMatchObject({ hooks: [], mustFail: false, diagnostics: [] });
  });

  test("a file that is being written is waited for", async () => {
    const machine = makeMachine();
    const whole = JSON.stringify(fileWith([commandHook("team")]));
    machine.write(machine.team, whole.slice(0, 20));
    const loading = machine.load();
    setTimeout(() => writeFileSync(machine.team, whole), 10);
    expect((await loading).hooks).toHaveLength(1);
  });

  test.each([
    ["a folder", (path: string) => mkdirSync(path, { recursive: true }), "is a folder"],
    [
      "a link to nothing",
      (path: string) => link("nowhere", path),
      "the file is a link, which is not followed",
    ],
    [
      "no UTF-8",
      (path: string) => bytes(path, Buffer.from([0x7b, 0xff, 0x7d])),
      "the file is not UTF-8 text",
    ],
    [
      "UTF-16",
      (path: string) => bytes(path, Buffer.from("\uFEFF{}", "utf16le")),
      "the file is not UTF-8 text",
    ],
    [
      "too large",
      (path: string) => bytes(path, Buffer.alloc(8 * 1024 * 1024 + 1, 32)),
      "is larger than 8 MiB",
    ],
    [
      "a link to a device",
      (path: string) => link("/dev/zero", path),
      "the file is a link, which is not followed",
    ],
  ])("%s is told", async (_name, make, message) => {
    const machine = makeMachine();
    make(machine.managed);
    const { diagnostics, mustFail } = await machine.load();
    expect(mustFail).toBe(true);
    expect(diagnostics).toMatchObject([{ severity: "error", file: machine.managed, line: 1, column: 1 }]);
    expect(diagnostics[0]?.message).toContain(message);
    expect(diagnostics[0]?.message).toContain("none of its hooks is in force");
  });

  test.skipIf(process.getuid?.() === 0)("a file that may not be read is told", async () => {
    const machine = makeMachine();
    machine.write(machine.team, fileWith([commandHook("x")]));
    chmodSync(machine.team, 0);
    const { diagnostics, mustFail } = await machine.load();
    expect(mustFail).toBe(true);
    expect(diagnostics[0]?.message).toContain("may not be read by this user");
  });

  function link(target: string, path: string): void {
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path);
  }
  function bytes(path: string, content: Buffer): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
});

describe("what did not change", () => {
  const long = new Date(Date.now() - 60_000);

  test("is the very same configuration", async () => {
    const machine = makeMachine();
    machine.write(machine.team, fileWith([commandHook("a", { nonsense: 1 })]));
    const before = await machine.load();
    expect(await machine.load({}, before)).toBe(before);
    utimesSync(machine.team, long, long);
    expect(await machine.load({}, before)).toBe(before);
    expect(await machine.load({}, before)).toBe(before);
  });

  test("keeps its hooks when another file changes", async () => {
    const machine = makeMachine();
    machine.write(machine.user, fileWith([commandHook("user")]));
    machine.write(machine.team, fileWith([commandHook("team")]));
    const before = await machine.load();
    machine.write(machine.team, fileWith([commandHook("other")]));
    const after = await machine.load({}, before);
    expect(after.hooks[0]).toBe(before.hooks[0]);
    expect(after.hooks[1]?.fields.command).toBe("other");
    expect(after.digest).not.toBe(before.digest);
  });

  test("is judged anew when what it is judged by changes", async () => {
    const machine = makeMachine();
    machine.write(machine.team, fileWith([commandHook("a")]));
    const before = await machine.load();
    machine.write(machine.managed, { defaults: { onFailure: "block" } });
    const after = await machine.load({}, before);
    expect(after.hooks[0]?.onFailure).toBe("block");
    expect(before.hooks[0]?.onFailure).toBe("continue");
  });

  test("is seen even when size and time stay the same", async () => {
    const machine = makeMachine();
    const now = new Date();
    machine.write(machine.team, fileWith([commandHook("a")]));
    utimesSync(machine.team, now, now);
    const before = await machine.load();
    machine.write(machine.team, fileWith([commandHook("b")]));
    utimesSync(machine.team, now, now);
    expect((await machine.load({}, before)).hooks[0]?.fields.command).toBe("b");
  });
});

test("keys written twice inside an entry are found by those who look closely", async () => {
  const machine = makeMachine();
  machine.write(
    machine.team,
    '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "a",\n"command": "b"}]}]}}',
  );
  expect(shown((await machine.load({ thorough: true })).diagnostics)).toEqual([
    'error .hookline/hooks.json:2:1: "command" stands here once more; only the last is in force; remove one of them',
  ]);
});

test("a thousand hooks", async () => {
  const machine = makeMachine();
  const hooks = Array.from({ length: 1000 }, (_, count) =>
    commandHook(`check ${count}`, { timeout: 1 + (count % 50) }),
  );
  machine.write(machine.team, fileWith(hooks));
  const configuration = await machine.load();
  expect(configuration.hooks.map((hook) => hook.fields.command)).toEqual(
    hooks.map((_, count) => `check ${count}`),
  );
  expect(new Set(configuration.hooks.map((hook) => hook.id)).size).toBe(1000);
  expect(new Set(configuration.hooks.map((hook) => hook.source.text)).size).toBe(1000);
});

// shows: C-092
describe("a hostile file is read in no time, and told in few words", () => {
  const times = (count: number, part: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => part(index)).join();

  test.each([
    [
      "unknown keys",
      `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x", ${times(60_000, (index) => `"k${index}": 1`)}}]}]}}`,
    ],
    ["unknown events", `{"hooks": {${times(60_000, (index) => `"Event${index}": []`)}}}`],
    ["wrong entries", `{"hooks": {"Stop": [{"hooks": [${times(60_000, () => '{"type": "comand"}')}]}]}}`],
    ["one event again and again", `{"hooks": {${times(60_000, () => '"Stop": [{}]')}}}`],
    ["unsafe keys", `{"hooks": {"Stop": [{${times(60_000, () => '"__proto__": 1')}}]}}`],
    ["one long key", `{"${"k".repeat(500_000)}": 1}`],
    [
      "variables",
      `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "${"for $KEY ".repeat(40_000)}"}]}]}}`,
    ],
    [
      "names",
      `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "${times(40_000, (index) => `$K${index}_KEY`)}"}]}]}}`,
    ],
  ])("%s", async (_name, text) => {
    const machine = makeMachine();
    machine.write(machine.team, text);
    const began = performance.now();
    const { diagnostics } = await machine.load();
    expect(performance.now() - began).toBeLessThan(5000);
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(diagnostics.length).toBeLessThanOrEqual(201);
    expect(Math.max(...diagnostics.map(({ message }) => message.length))).toBeLessThan(300);
    const last = diagnostics.at(-1);
    if (diagnostics.length === 201)
      expect(last?.message).toMatch(/^there are \d+ more problems in this file$/);
  });
});
