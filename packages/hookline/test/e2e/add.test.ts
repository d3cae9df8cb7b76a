import { chmodSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { addVerb } from "../../src/cli/verbs/add.ts";
import { removeVerb } from "../../src/cli/verbs/remove.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";
import { onTerminal } from "./on-terminal.ts";
import { cli } from "./run-cli.ts";

const run = (place: Scratch, ...args: string[]) => cli(args, { cwd: place.project, env: place.env });
const read = ({ project }: Scratch, path: string) => readFileSync(join(project, path), "utf8");
const isThere = ({ project }: Scratch, path: string) => existsSync(join(project, path));
const ajv = new Ajv2020({ strict: false });
const [added, removed] = [addVerb, removeVerb].map(({ answers = {} }) => ajv.compile(answers));

describe("hookline add", () => {
  it("lists the recipes, for people and for programs", async () => {
    const place = scratch();
    const { status, stdout } = await run(place, "add");
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^format-on-edit {2,}format each file[\s\S]*\n {2,}--tool prettier, biome[\s\S]*trigger-ci/,
    );
    const json = JSON.parse((await run(place, "add", "--list", "--json")).stdout);
    expect(added?.(json), JSON.stringify(added?.errors)).toBe(true);
    expect(json).toHaveLength(12);
  });

  it("writes a recipe with its test into a file with comments, approves it, and removes it again", async () => {
    const place = scratch();
    const before = '{\n  // ours\n  "hooks": {}\n}\n';
    place.write(".hookline/hooks.json", before);
    const add = ["add", "block-dangerous-commands"];
    const asked = await run(place, ...add);
    expect(asked).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^hookline: nothing was written: .*--yes\n$/),
    });
    const dry = await run(place, ...add, "--dry-run");
    expect([dry.status, dry.stdout]).toEqual([
      0,
      expect.stringMatching(/"packs": \[[\s\S]*nothing was written \(--dry-run\)\n$/),
    ]);
    expect(read(place, ".hookline/hooks.json")).toBe(before);
    expect(isThere(place, ".hookline/tests")).toBe(false);
    const done = await run(place, ...add, "--yes", "--json");
    const said = JSON.parse(done.stdout);
    expect(added?.(said), JSON.stringify(added?.errors)).toBe(true);
    expect(said).toMatchObject({ hooks: ["block-dangerous-commands"], approved: true, dryRun: false });
    expect(read(place, ".hookline/hooks.json")).toContain("// ours\n");
    const fired = await run(
      place,
      "fire",
      "PreToolUse",
      "--tool",
      "Bash",
      "--input",
      '{"command":"rm -rf /"}',
    );
    expect(fired.status).toBe(2);
    const again = await run(place, ...add, "--yes");
    expect(again).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/is there already: \.hookline\/hooks\.json:\d+:\d+\n/),
    });
    const gone = JSON.parse(
      (await run(place, "remove", "block-dangerous-commands", "--yes", "--json")).stdout,
    );
    expect(removed?.(gone), JSON.stringify(removed?.errors)).toBe(true);
    expect(read(place, ".hookline/hooks.json")).toBe(before);
    expect(isThere(place, ".hookline/tests")).toBe(false);
    expect(isThere(place, ".hookline/recipes.json")).toBe(false);
  });

  it("loses nothing when several are added at once, and says which was not", async () => {
    const place = scratch();
    const names = ["protect-files", "protect-secrets", "block-dangerous-commands", "inject-context"];
    const ended = await Promise.all(names.map((name) => run(place, "add", name, "--yes", "--quiet")));
    for (const { status, stderr } of ended)
      if (status !== 0) expect(stderr).toMatch(/^hookline: nothing was written: .* meanwhile; try again\n$/);
    const good = names.filter((_, index) => ended[index]?.status === 0);
    expect(good.length).toBeGreaterThan(0);
    const list = JSON.parse((await run(place, "list", "--json")).stdout).map((row: { id: string }) => row.id);
    expect(names.filter((name) => list.includes(name))).toEqual(good);
    expect(Object.keys(JSON.parse(read(place, ".hookline/recipes.json"))).sort()).toEqual([...good].sort());
    const tests = names.filter((name) => isThere(place, `.hookline/tests/${name}.json`));
    expect(tests).toEqual(good);
  });

  it("asks on a terminal, and writes nothing after a no", async () => {
    const place = scratch();
    place.write("package.json", { devDependencies: { prettier: "3" } });
    const at = { cwd: place.project, env: place.env };
    const no = await onTerminal(["add", "format-on-edit"], { ...at, steps: [["Write this?", "n"]] });
    expect([no.status, no.stdout]).toEqual([1, expect.stringContaining("nothing was written")]);
    expect(isThere(place, ".hookline")).toBe(false);
    const yes = await onTerminal(["add", "format-on-edit"], { ...at, steps: [["Write this?", "y"]] });
    expect([yes.status, yes.stderr]).toEqual([0, ""]);
    expect(yes.stdout).toMatch(
      /spawnSync[\s\S]*Write this\?[\s\S]*added[\s\S]*approved, since it was shown to you/,
    );
    const remove = await onTerminal(["remove", "format-on-edit"], { ...at, steps: [["Go on?", "y"]] });
    expect([remove.status, remove.stdout]).toEqual([0, expect.stringContaining("removed")]);
    expect(isThere(place, ".hookline/format-on-edit.mjs")).toBe(false);
  });

  it("asks on a terminal for what only a person can say; elsewhere it names the flag", async () => {
    const place = scratch();
    const add = ["add", "trigger-ci", "--tool", "jenkins"];
    const piped = await run(place, ...add, "--yes");
    expect(piped).toMatchObject({ status: 1, stderr: expect.stringContaining("--set url=…") });
    const steps = [
      ["trigger-ci: url", "https://ci.example.org/job/app\r"],
      ["Write this?", "y"],
    ] as const;
    const shown = await onTerminal(add, { cwd: place.project, env: place.env, steps });
    expect([shown.status, shown.stderr]).toEqual([0, ""]);
    expect(read(place, ".hookline/hooks.json")).toContain("--url=https://ci.example.org/job/app");
  });

  it("writes into one's own files, under names of their own", async () => {
    const place = scratch();
    const local = await run(
      place,
      "add",
      "notify",
      "--tool",
      "bell",
      "--file",
      "local",
      "--id",
      "ring",
      "--yes",
    );
    expect(local.status).toBe(0);
    expect(read(place, ".hookline/hooks.local.json")).toContain('".hookline/local/ring.mjs"');
    for (const path of ["local/ring.mjs", "tests/ring.local.json", "recipes.local.json"])
      expect(isThere(place, `.hookline/${path}`), path).toBe(true);
    const user = await run(place, "add", "inject-context", "--file", "user", "--yes");
    expect(user.stdout).toContain("It holds in all your projects.");
    const config = join(place.home, ".config/hookline");
    expect(readFileSync(join(config, "hooks.json"), "utf8")).toContain(join(config, "inject-context.mjs"));
    place.write("NOTES.md", "Read this.");
    const start = { cwd: place.project, env: { ...place.env, CONTEXT_FILE: "NOTES.md" } };
    const fired = await cli(["fire", "SessionStart"], { ...start, input: '{"source":"startup"}' });
    expect(fired.stdout).toContain("Read this.");
    const removing = await run(place, "remove", "ring", "--yes");
    expect(removing.status).toBe(0);
    expect(isThere(place, ".hookline/local")).toBe(false);
    expect((await run(place, "remove", "inject-context", "--yes")).status).toBe(0);
    expect(existsSync(join(config, "inject-context.mjs"))).toBe(false);
  });

  it("removes a hook that nobody added, by its id, and keeps a script that was changed", async () => {
    const place = scratch({ Stop: [{ hooks: [{ id: "mine", type: "command", command: "true" }] }] });
    expect((await run(place, "remove", "mine")).stderr).toContain("say yes with --yes");
    expect((await run(place, "remove", "mine", "--yes")).status).toBe(0);
    expect(JSON.parse(read(place, ".hookline/hooks.json"))).toEqual({ hooks: {} });
    await run(place, "add", "notify", "--tool", "bell", "--yes");
    place.write(".hookline/notify.mjs", "// mine");
    const { stdout } = await run(place, "remove", "notify", "--yes");
    expect(stdout).toContain("stays  .hookline/notify.mjs: it was changed since");
    expect(read(place, ".hookline/notify.mjs")).toBe("// mine");
    const gone = await run(place, "remove", "notify", "--yes");
    expect([gone.status, gone.stderr]).toEqual([1, expect.stringContaining('there is no hook "notify"')]);
  });

  it("writes all or nothing, and says in one line what is in the way", async () => {
    const place = scratch();
    place.write(".hookline/notify.mjs", "// somebody's");
    place.write("broken/.hookline/hooks.json", '{ "hooks": ');
    place.write("deep/.hookline/hooks.json", `{ "hooks": ${"[".repeat(20_000)}${"]".repeat(20_000)} }`);
    mkdirSync(join(place.home, ".local/state/hookline"), { recursive: true, mode: 0o700 });
    place.write(join(place.home, ".local/state/hookline/trust.json"), "not a store");
    chmodSync(join(place.home, ".local/state/hookline/trust.json"), 0o600);
    for (const [args, said] of [
      [["add", "format-on-edt"], /there is no recipe "format-on-edt"; did you mean "format-on-edit"\?\n$/],
      [["add", "format-on-edit", "--yes"], /name it with --tool: prettier, biome, black, gofmt\n$/],
      [["add", "format-on-edit", "--tool", "rm", "--yes"], /--tool rm: .* does not know it; known are: /],
      [["add", "notify", "--tool", "bell,osascript", "--yes"], /works with one of them\n$/],
      [["add", "audit-log", "--tool", "x", "--yes"], /works with no other program\n$/],
      [["add", "notify", "--set", "x", "--yes"], /--set x: write name=value\n$/],
      [["add", "notify", "--set", "x=1", "--yes"], /--set x: "notify" has no such setting; it has none\n$/],
      [
        ["add", "run-tests-on-stop", "--tool", "npm", "--set", "timeout=0", "--yes"],
        /--set timeout=0: it must be a number/,
      ],
      [["add", "protect-files", "--file", "here", "--yes"], /--file here: write team, local or user\n$/],
      [["add", "protect-files", "--id", "../x", "--yes"], /--id \.\.\/x: use letters/],
      [["add", "notify", "--tool", "bell", "--yes"], /\.hookline\/notify\.mjs is there already; .*--id\n$/],
      [
        ["add", "block-dangerous-commands", "--set", "packs=nosuch", "--yes", "--no-trust"],
        /nothing was written: .*nosuch/,
      ],
      [["add", "protect-secrets", "--yes"], /it could not be approved: .*--no-trust\n$/],
      [
        ["add", "protect-secrets", "--yes", "--cwd", "broken"],
        /\.hookline\/hooks\.json:1:12: a value is missing here/,
      ],
      [
        ["add", "protect-secrets", "--yes", "--cwd", "deep"],
        /\.hookline\/hooks\.json:1:111: nested more than 100 deep; hook files are never that deep/,
      ],
    ] as const) {
      const ended = await run(place, ...args);
      expect(ended.status, args.join(" ")).toBe(1);
      expect(ended.stderr).toMatch(said);
      expect(ended.stderr.trimEnd().split("\n")).toHaveLength(1);
      expect(isThere(place, ".hookline/hooks.json"), args.join(" ")).toBe(false);
    }
    expect(read(place, "broken/.hookline/hooks.json")).toBe('{ "hooks": ');
    expect((await run(place, "add", "protect-secrets", "--yes", "--no-trust")).stdout).toContain(
      "It is not approved yet",
    );
  });

  it("has a help that shows how, and what the exit status says", async () => {
    const place = scratch();
    for (const verb of ["add", "remove"]) {
      const { status, stdout } = await run(place, verb, "--help");
      expect([status, stdout]).toEqual([0, expect.stringMatching(/Examples:[\s\S]*Exit status: 0/)]);
    }
  });
});
