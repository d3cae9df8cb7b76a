import { describe, expect, it } from "vitest";
import { validateAnswer } from "../../src/cli/answers/validate.ts";
import { commands, type Scratch, scratch } from "../engine/scratch.ts";
import { cli } from "./run-cli.ts";
import { strictSchemas } from "./strict-schemas.ts";

const run = (place: Scratch, ...args: string[]) =>
  cli(["validate", ...args], { cwd: place.project, env: place.env });
const accepts = strictSchemas().compile(validateAnswer);

describe("hookline validate", () => {
  it("has nothing to say about files that are right, and counts them", async () => {
    const place = scratch(commands("true", "false"));
    place.write(".claude/settings.json", { hooks: commands("true") });
    expect(await run(place)).toEqual({
      status: 0,
      stdout: "3 hooks in 2 files, nothing wrong\n",
      stderr: "",
    });
    expect((await run(scratch())).stdout).toBe("no hook file is here\n");
  });

  it("says where and what, and what to write", async () => {
    const place = scratch();
    place.write(
      ".hookline/hooks.json",
      `{
  // A comment is fine.
  "hooks": {
    "PreToolUse": [{ "matcher": "bash", "hooks": [{ "type": "command", "command": "true" }] }],
    "PreTooluse": [{ "hooks": [{ "type": "comand", "command": "true", "command": "false" }] }]
  }
}`,
    );
    const { status, stdout } = await run(place);
    expect(status).toBe(1);
    expect(stdout.split("\n")).toEqual([
      expect.stringMatching(
        /^\.hookline\/hooks\.json:4:33: warning: "bash" does not match the tool Bash, .*; write Bash/,
      ),
      expect.stringMatching(
        /^\.hookline\/hooks\.json:5:5: error: there is no event "PreTooluse".*; did you mean "PreToolUse"\?$/,
      ),
      expect.stringMatching(/^\.hookline\/hooks\.json:5:71: error: "command" stands here once more; /),
      "1 hook in 1 file, 2 errors, 1 warning",
      "",
    ]);
  });

  it("ends with 1 for a warning only if it is to be strict", async () => {
    const place = scratch({
      PreToolUse: [{ matcher: "bash", hooks: [{ type: "command", command: "true" }] }],
    });
    expect((await run(place)).status).toBe(0);
    const strict = await run(place, "--strict", "--quiet");
    expect(strict.status).toBe(1);
    expect(strict.stdout.split("\n")).toHaveLength(2);
  });

  it("judges named files by their paths, wherever they lie, and prints JSON that fits", async () => {
    const place = scratch(commands("true"));
    const twice = '{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"a","command":"b"}]}]}}';
    place.write("elsewhere/.claude/settings.json", twice);
    place.write("mine.json", "{ broken");
    const { status, stdout } = await run(
      place,
      "elsewhere/.claude/settings.json",
      "mine.json",
      ".hookline/hooks.json",
      "--json",
    );
    expect(status).toBe(1);
    const found = JSON.parse(stdout);
    expect(accepts(found), JSON.stringify(accepts.errors)).toBe(true);
    expect(found.files).toEqual([
      { file: "elsewhere/.claude/settings.json", dialect: "claude-code", hooks: 1, readable: true },
      { file: "mine.json", dialect: "native", hooks: 0, readable: false },
      { file: ".hookline/hooks.json", dialect: "native", hooks: 1, readable: true },
    ]);
    // A key that is written twice is found only by those who look at every key.
    expect(found.diagnostics.map(({ file, line }: Record<string, unknown>) => [file, line])).toEqual([
      ["elsewhere/.claude/settings.json", 1],
      ["mine.json", 1],
    ]);
    const forge = await run(place, "mine.json", "--dialect", "forge", "--json");
    expect(JSON.parse(forge.stdout).files[0].dialect).toBe("forge");
  });

  it.each([
    [["no-such.json"], "hookline: no-such.json: there is no such file"],
    [["-"], "hookline: - : a hook file has a path; name the file"],
    [["--dialect", "nobody"], 'hookline: there is no dialect "nobody"'],
    [["--cwd", "/no/such/folder"], "hookline: --cwd /no/such/folder: there is no such folder"],
  ])("refuses %j with one line", async (args, line) => {
    const { status, stdout, stderr } = await run(scratch(), ...args);
    expect([status, stdout, stderr.trimEnd().split("\n").length]).toEqual([1, "", 1]);
    expect(stderr).toContain(line);
  });
});
