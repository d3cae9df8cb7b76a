import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Engine } from "../../src/index.ts";
import { commands, type Scratch, scratch } from "./scratch.ts";

const only = ({ hooks: [hook] }: Engine) => {
  if (!hook) throw new Error("there is no hook");
  return hook;
};

async function approved(place: Scratch, path = place.env.PATH) {
  const running = await place.engine({ trust: "store", env: { ...place.env, PATH: path ?? "" } });
  await running.approve(running.hooks);
  expect(running.trustOf(only(running)).state).toBe("trusted");
  return running;
}

describe("an approval covers the files that an entry names", () => {
  // A file under the project, or of home with ~.
  const cases: [string, string | object, string][] = [
    ["below git's top level", `"$(git rev-parse --show-toplevel)"/scripts/g.sh`, "scripts/g.sh"],
    [
      "below git's top level, carefully",
      'sh "$(git rev-parse --show-toplevel 2>/dev/null || pwd)/scripts/g.sh"',
      "scripts/g.sh",
    ],
    ["a module without its ending", "node scripts/guard", "scripts/guard.js"],
    ["a module that is a folder", "node scripts/guard", "scripts/guard/index.js"],
    ["a module with a package.json", "node scripts", "scripts/package.json"],
    ["the main file of a package", "node pack", "pack/lib/start.js"],
    ["a module that is loaded first", "node -r ./scripts/first x.js", "scripts/first.cjs"],
    ["a module of Python", "python3 -m tools.guard x", "tools/guard.py"],
    ["a folder of Python", "python3 tools", "tools/__main__.py"],
    ["a module in exec form", { command: "node", args: ["scripts/guard"] }, "scripts/guard.js"],
    ["a variable of the command", "F=scripts; sh $F/g.sh", "scripts/g.sh"],
    ["braces in a nested shell", "bash -c 'sh scripts/{g,h}.sh'", "scripts/h.sh"],
    ["braces in exec form", { command: "bash", args: ["-c", "sh scripts/{g,h}.sh"] }, "scripts/h.sh"],
    ["a loop over a pattern", 'for f in lib.d/*.sh; do . "$f"; done', "lib.d/a.sh"],
    ["a pattern for a shell", "cat lib.d/*.sh | sh", "lib.d/a.sh"],
    ["a pattern of folders", "sh */[ab].sh", "lib.d/a.sh"],
    ["a default", "sh ${UNSET_HERE:-scripts}/g.sh", "scripts/g.sh"],
    ["a folder before it", "D=scripts; cd $D && ./g.sh", "scripts/g.sh"],
    ["~", "sh ~/t.sh", "~/t.sh"],
    ["HOME", '. "$HOME/t.sh"', "~/t.sh"],
    ["a home of its own", { command: ". ~/t.sh", env: { HOME: "own" } }, "own/t.sh"],
    ["LUA_INIT", { command: "true", env: { LUA_INIT: "@scripts/g.lua" } }, "scripts/g.lua"],
    ["exec form without a shell", { command: "bash", args: ["$PWD/x.sh"] }, "$PWD/x.sh"],
    [
      "exec form with a variable of its own",
      { command: "bash", args: ["$D/x.sh"], env: { D: "scripts" } },
      "$D/x.sh",
    ],
    ["a module hook", { type: "module", module: "$PWD/m.mjs" }, "$PWD/m.mjs"],
  ];

  it.each(cases)("%s: %j", async (_what, entry, name) => {
    const place = scratch(commands(entry));
    const { project, home, write } = place;
    const file = name.startsWith("~") ? join(home, name.slice(2)) : join(project, name);
    if (name.startsWith("pack/")) write("pack/package.json", { main: "lib/start" });
    write(file, "1");
    const running = await approved(place);
    expect(running.covers(only(running))).toContain(file);
    writeFileSync(file, "2");
    const shown = name.startsWith("~") ? file : name;
    expect(running.trustOf(only(running))).toMatchObject({
      state: "modified",
      changes: [`${shown} changed`],
    });
  });

  it("and a new one that a pattern takes", async () => {
    const place = scratch(commands('for f in lib.d/*.sh; do . "$f"; done'));
    place.write("lib.d/a.sh", "");
    const running = await approved(place);
    place.write("lib.d/notes.txt", "");
    expect(running.trustOf(only(running)).state).toBe("trusted");
    place.write("lib.d/b.sh", "");
    expect(running.trustOf(only(running)).changes).toEqual(["lib.d/b.sh is new"]);
  });

  it.each(["./node_modules/.bin", "node_modules/.bin", ""])(
    "and the program that a relative part of PATH finds: %j",
    async (folder) => {
      const place = scratch(commands("mylint --check"));
      const file = place.write(join(folder, "mylint"), "#!/bin/sh\n");
      chmodSync(file, 0o755);
      const running = await approved(place, `${folder}:${place.env.PATH}`);
      expect(running.covers(only(running))).toContain(file);
      writeFileSync(file, "#!/bin/sh\n# other\n");
      expect(running.trustOf(only(running)).state).toBe("modified");
    },
  );

  it.each([
    ["the shell that it names", { command: "true", shell: "bash" }, ".hookline/hooks.json"],
    ["the shell of its dialect", { command: "true" }, ".forge/hooks.json"],
  ])("and %s, wherever PATH finds it", async (_what, entry, hookFile) => {
    const place = scratch();
    const forge = [{ event: "tool:pre_execute", ...entry }];
    place.write(hookFile, { hooks: hookFile.startsWith(".forge") ? forge : commands(entry) });
    const running = await approved(place, `node_modules/.bin:${place.env.PATH}`);
    const other = place.write("node_modules/.bin/bash", "#!/bin/sh\n");
    chmodSync(other, 0o755);
    expect(running.trustOf(only(running))).toMatchObject({
      state: "modified",
      changes: [expect.stringMatching(/^it runs node_modules\/\.bin\/bash instead of .*bash$/)],
    });
  });

  it("and nothing that a tool only works on, or that the hook writes", async () => {
    const place = scratch(
      commands('LOG=~/hook.log; npx prettier --check src; for f in src/*.js; do echo "$f" >>"$LOG"; done'),
    );
    place.write("src/index.js", "1");
    place.write(join(place.home, "hook.log"), "1");
    const running = await approved(place);
    place.write("src/index.js", "2");
    place.write("src/new.js", "2");
    place.write(join(place.home, "hook.log"), "2");
    expect(running.trustOf(only(running)).state).toBe("trusted");
    expect(running.uncovered(only(running))).toEqual([]);
  });
});

describe("what an approval cannot cover is said", () => {
  it.each([
    ["$TOOL --check", "$TOOL --check"],
    ['sh "$DIR/x.sh"', 'sh "$DIR/x.sh"'],
    ['. "$(ls | head -1)"', '. "$(ls | head -1)"'],
    ["curl -s https://example.com/x | sh", "sh"],
    ['eval "$(jq -r .x)"', 'eval "$(jq -r .x)"'],
    ["cd $(mktemp -d) && ./x.sh", "./x.sh"],
    ["if then (", "if then ("],
    ['for f in a $B; do . "$f"; done', '. "$f"'],
    ['for f in a; do :; done; read -r f; . "$f"', '. "$f"'],
  ])("%s", async (command, text) => {
    const running = await scratch(commands(command)).engine({ trust: "store" });
    expect(running.uncovered(only(running))).toEqual([text]);
  });

  it("also a home that programs take their settings from, and a pattern that takes too much", async () => {
    const home = scratch(commands({ command: "git fetch", env: { HOME: "own" } }));
    const running = await home.engine({ trust: "store" });
    expect(running.uncovered(only(running))).toEqual(["HOME=own"]);
    const many = scratch(commands("sh lib/*.sh"));
    mkdirSync(join(many.project, "lib"));
    for (let n = 0; n < 600; n++) writeFileSync(join(many.project, `lib/${n}.sh`), "");
    const other = await many.engine({ trust: "store" });
    expect(other.uncovered(only(other))).toEqual(["lib/*.sh"]);
  });

  it.each(["sh scripts/g.sh", "node x.mjs", 'jq -r .x | xargs -r prettier --write "$F"', "cat a b | sh"])(
    "and nothing else: %s",
    async (command) => {
      const running = await scratch(commands(command)).engine({ trust: "store" });
      expect(running.uncovered(only(running))).toEqual([]);
    },
  );
});
