import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { scratch } from "../engine/scratch.ts";
import { bin } from "./run-cli.ts";

const { version }: { version: string } = JSON.parse(
  readFileSync(join(dirname(bin), "../package.json"), "utf8"),
);

function started(file: string, args: readonly string[]) {
  const { env } = scratch();
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { env, encoding: "utf8" });
  return { status, stdout, stderr };
}

describe("the command", () => {
  it.each(["hookline.cjs", "hookline.js"])("starts as bin/%s", (name) => {
    const file = join(dirname(bin), name);
    expect(started(file, ["--version"])).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
    const fired = started(file, ["fire", "PreToolUse", "--tool", "Bash", "--input", '{"command":"ls"}']);
    expect(fired).toMatchObject({ status: 0, stderr: "" });
    expect(fired.stdout).toMatch(/^PreToolUse {2}pass {2}\d+ ms\n {2}no hook is for this\n$/);
  });

  it.each([[["list"]], [["fire", "Stop"]], [[]]])("says what to do where it is not built: %j", (args) => {
    const { project } = scratch();
    cpSync(dirname(bin), join(project, "bin"), { recursive: true });
    const said = 'hookline is not built yet: run "npm run build" in its repository.\n';
    expect(started(join(project, "bin/hookline.cjs"), args)).toEqual({ status: 1, stdout: "", stderr: said });
  });
});
