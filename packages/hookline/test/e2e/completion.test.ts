import { spawnSync } from "node:child_process";
import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { completedVerbs } from "../../src/cli/completion/words.ts";
import { loadVerbs } from "../../src/cli/verbs/all.ts";
import { commands, scratch } from "../engine/scratch.ts";
import { bin, cli } from "./run-cli.ts";

/** A project, and a bash that has read the script and has the command on its PATH. */
async function shell() {
  const place = scratch(
    commands(
      { id: "guard", command: "true" },
      { id: "format", command: "true" },
      { id: "$(touch pwned)", command: "true" },
    ),
  );
  symlinkSync(bin, place.write("bin/x", "").replace(/x$/, "hookline"));
  const { stdout } = await cli(["completion", "bash"], { cwd: place.project, env: place.env });
  const file = place.write("completion.bash", stdout);
  const env = { ...place.env, PATH: `${join(place.project, "bin")}:${place.env.PATH}` };
  /** What bash offers for the last of each list of words, in one process. */
  const complete = (...lines: readonly (readonly string[])[]) => {
    const calls = lines.map((words) => {
      const all = ["hookline", ...words].map((word) => `'${word}'`).join(" ");
      return `COMP_WORDS=(${all}); COMP_CWORD=${words.length}; _hookline; echo "\${COMPREPLY[@]}"`;
    });
    const ran = spawnSync("bash", ["-c", `. ${file}\n${calls.join("\n")}`], {
      env,
      cwd: place.project,
      encoding: "utf8",
    });
    expect(ran.stderr).toBe("");
    return ran.stdout
      .split("\n")
      .slice(0, -1)
      .map((line) => line.split(" ").filter((word) => word !== ""));
  };
  return { ...place, complete };
}

describe("hookline completion", () => {
  it("offers verbs, the verbs under them, their options and what those may be", async () => {
    const { complete } = await shell();
    expect(
      complete(
        ["tr"],
        ["trust", "rev"],
        ["trust", "--re"],
        ["trust", "approve", "--a"],
        ["fire", "PreT"],
        ["fire", "--dialect", "cl"],
        ["fire", "--payload", "PreT"],
        ["audit", "query", "--verdict", "de"],
        ["schema", "ev"],
        ["helper", ""],
        ["audit", "keys", "ro"],
        ["add", "protect-"],
        ["nothing", "x"],
      ),
    ).toEqual([
      ["trust"],
      ["revoke"],
      ["--revoke"],
      ["--all"],
      ["PreToolUse"],
      ["cli-agent", "claude-code"],
      [],
      ["defer", "deny"],
      ["event"],
      ["python", "bash", "--out", "--force", "--cwd", "--verbose", "--quiet", "--help"],
      ["rotate"],
      ["protect-files", "protect-secrets"],
      [],
    ]);
  });

  it("offers the ids of the hooks here, and nothing that a shell would run", async () => {
    const { complete, project } = await shell();
    const [ids, one, hook] = complete(
      ["trust", "approve", ""],
      ["trust", "gu"],
      ["audit", "query", "--hook", "f"],
    );
    expect(ids?.slice(0, 2)).toEqual(["guard", "format"]);
    expect([one, hook]).toEqual([["guard"], ["format"]]);
    const elsewhere = complete(["trust", "diff", "--cwd", "/", "g"]);
    expect([elsewhere, existsSync(join(project, "pwned"))]).toEqual([[[]], false]);
  });

  it("knows every verb of the register, for every shell", async () => {
    const place = scratch();
    const verbs = await loadVerbs();
    const paths = completedVerbs(verbs).map(({ path }) => path);
    expect(paths.filter((path) => !path.includes(" "))).toEqual(verbs.map(({ name }) => name));
    const run = (...args: string[]) => cli(["completion", ...args], { cwd: place.project, env: place.env });
    const [bash, zsh, fish, none, other] = await Promise.all([
      run("bash"),
      run("zsh"),
      run("fish"),
      run(),
      run("tcsh"),
    ]);
    expect(paths.filter((path) => !bash?.stdout.includes(`  '${path}') `))).toEqual([]);
    expect(zsh?.stdout).toBe(`autoload -U bashcompinit && bashcompinit\n${bash?.stdout}`);
    expect(paths.filter((path) => !fish?.stdout.includes(`-a ${path.split(" ").at(-1)} -d '`))).toEqual([]);
    expect([none?.status, none?.stderr]).toEqual([
      1,
      "hookline: for which shell? hookline completion knows bash, zsh, fish\n",
    ]);
    expect([other?.status, other?.stdout]).toEqual([1, ""]);
    // Where these shells are, they must at least be able to read it.
    for (const [program, script] of [
      ["zsh", zsh],
      ["fish", fish],
    ] as const) {
      const ran = spawnSync(program, ["-n", place.write(`script.${program}`, script?.stdout)]);
      if (ran.error === undefined) expect(ran.status, String(ran.stderr)).toBe(0);
    }
  });

  it("says nothing while somebody types, whatever is wrong", async () => {
    const place = scratch();
    place.write(".hookline/hooks.json", "{ broken");
    const ids = (...args: string[]) =>
      cli(["completion", "--ids", ...args], { cwd: place.project, env: place.env });
    const [broken, missing] = await Promise.all([ids(), ids("--cwd", "nowhere")]);
    expect([broken?.stdout, broken?.stderr, missing?.stdout, missing?.stderr]).toEqual(["", "", "", ""]);
  });
});
