import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { initVerb } from "../../src/cli/verbs/init.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";
import { root } from "../house/pages.ts";
import { onTerminal } from "./on-terminal.ts";
import { cli } from "./run-cli.ts";

const run = (place: Scratch, ...args: string[]) => cli(args, { cwd: place.project, env: place.env });
const read = ({ project }: Scratch, path: string) => readFileSync(join(project, path), "utf8");
const valid = new Ajv2020({ strict: false }).compile(initVerb.answers ?? {});

function project(): Scratch {
  const place = scratch();
  place.write("package.json", {
    devDependencies: { prettier: "3", eslint: "10", vitest: "4", typescript: "7" },
  });
  place.write("pyproject.toml", "[tool.pytest]\n");
  place.write(".git/HEAD", "ref: refs/heads/main");
  place.write(".github/workflows/ci.yml", "");
  place.write(".claude/settings.json", {
    hooks: { Stop: [{ hooks: [{ type: "command", command: "true" }] }] },
  });
  return place;
}

describe("hookline init", () => {
  it("says what it found, writes what the project's own tools suggest, and does it once", async () => {
    const place = project();
    const { status, stdout } = await run(place, "init", "--yes");
    expect(status).toBe(0);
    for (const line of [
      "languages   TypeScript, Python",
      "formatters  prettier",
      "linters     eslint",
      "tests       vitest, pytest",
      "git         yes",
      "pipelines   github",
      "hook files  .claude/settings.json (claude-code)",
      "wrote  .hookline/hooks.json",
    ])
      expect(stdout).toContain(line);
    expect(read(place, ".hookline/.gitignore")).toContain("hooks.local.json");
    expect(Object.keys(JSON.parse(read(place, ".hookline/recipes.json")))).toEqual([
      "format-on-edit",
      "lint-on-edit",
    ]);
    const before = read(place, ".hookline/hooks.json");
    const again = await run(place, "init", "--yes", "--json");
    const said = JSON.parse(again.stdout);
    expect(valid(said), JSON.stringify(valid.errors)).toBe(true);
    expect(said).toMatchObject({ added: [], written: [], there: ["format-on-edit", "lint-on-edit"] });
    expect(read(place, ".hookline/hooks.json")).toBe(before);
    expect((await run(place, "trust")).stdout).not.toContain("-on-edit");
  });

  it("names the schema if the package is there, and keeps the files that are", async () => {
    const place = scratch();
    mkdirSync(join(place.project, "node_modules"));
    symlinkSync(join(root, "packages/hookline"), join(place.project, "node_modules/hookline"));
    place.write(".hookline/.gitignore", "mine\n");
    expect((await run(place, "init", "--yes")).status).toBe(0);
    const { $schema } = JSON.parse(read(place, ".hookline/hooks.json"));
    expect($schema).toBe("../node_modules/hookline/dist/schema/hooks.schema.json");
    expect(existsSync(join(place.project, ".hookline", $schema))).toBe(true);
    expect(read(place, ".hookline/.gitignore")).toBe("mine\n");
    const other = scratch();
    expect((await run(other, "init", "--yes")).stdout).toContain('no "$schema" was named');
    expect(read(other, ".hookline/hooks.json")).toBe('{\n  "hooks": {}\n}\n');
  });

  it("lets a person choose, with what fits the project chosen already", async () => {
    const place = project();
    const at = { cwd: place.project, env: place.env };
    const left = await onTerminal(["init"], { ...at, steps: [["Which hooks", "\u0003"]] });
    expect(left.status).toBe(1);
    expect(existsSync(join(place.project, ".hookline"))).toBe(false);
    // Down four rows, to block-dangerous-commands.
    const down = "\u001b[B".repeat(4);
    const shown = await onTerminal(["init"], { ...at, steps: [["Which hooks", `${down} \r`]] });
    expect([shown.status, shown.stderr]).toEqual([0, ""]);
    expect(Object.keys(JSON.parse(read(place, ".hookline/recipes.json"))).sort()).toEqual([
      "block-dangerous-commands",
      "format-on-edit",
      "lint-on-edit",
    ]);
  });

  it("says in one line what it needs, and writes nothing", async () => {
    const place = scratch();
    for (const [args, said] of [
      [[], /^hookline: nothing was written: .*--yes.*--recipes\n$/],
      [["--recipes", "notify"], /say yes with --yes/],
      [["--yes", "--recipes", "notfy"], /there is no recipe "notfy"; did you mean "notify"\?\n$/],
      [["--yes", "--recipes", "trigger-ci"], /"trigger-ci" found nothing that this project uses/],
    ] as const) {
      const ended = await run(place, "init", ...args);
      expect([ended.status, ended.stderr]).toEqual([1, expect.stringMatching(said)]);
    }
    expect(existsSync(join(place.project, ".hookline"))).toBe(false);
    expect((await run(place, "init", "--help")).stdout).toMatch(/Examples:[\s\S]*Exit status: 0/);
  });
});
