import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { scratch } from "../engine/scratch.ts";
import { onTerminal } from "./on-terminal.ts";
import { cli } from "./run-cli.ts";

const helper = (name: string) => resolve(import.meta.dirname, "../../helpers", name);

describe("hookline helper", () => {
  it("prints a helper, writes it, and never over another file", async () => {
    const place = scratch();
    const hookline = (...args: string[]) => cli(["helper", ...args], { cwd: place.project, env: place.env });
    const [printed, written, help] = await Promise.all([
      hookline("python"),
      hookline("bash", "--out", "x/hookline.sh"),
      hookline("--help"),
    ]);
    expect(printed).toEqual({ status: 0, stdout: readFileSync(helper("hookline.py"), "utf8"), stderr: "" });
    expect(written).toEqual({ status: 0, stdout: "", stderr: "written to x/hookline.sh\n" });
    expect(readFileSync(join(place.project, "x/hookline.sh"), "utf8")).toBe(
      readFileSync(helper("hookline.sh"), "utf8"),
    );
    expect(help.stdout).toContain("hookline helper python --out");
    const [again, forced, folder, ruby, js] = await Promise.all([
      hookline("bash", "--out", "x/hookline.sh"),
      hookline("bash", "--out", "x/hookline.sh", "--force", "--quiet"),
      hookline("bash", "--out", "x"),
      hookline("pyton"),
      hookline("typescript"),
    ]);
    expect(again).toEqual({
      status: 1,
      stdout: "",
      stderr: "hookline: --out x/hookline.sh: there is a file already; say --force to write over it\n",
    });
    expect(forced).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(folder?.stderr).toBe("hookline: --out x: that is a folder; name a file in it\n");
    expect([ruby?.status, ruby?.stderr]).toEqual([
      1,
      'hookline: there is no helper for "pyton"; did you mean python?\n',
    ]);
    expect(js?.stderr).toContain('import { defineHook } from "hookline/hook"');
  });

  it("prints the same on a terminal, and no colours", async () => {
    const place = scratch();
    const { status, stdout } = await onTerminal(["helper", "bash"], { cwd: place.project, env: place.env });
    expect([status, stdout.includes("\u001b[")]).toEqual([0, false]);
    expect(stdout).toContain("hookline_event PreToolUse Bash");
  });
});
