import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileIf } from "../../src/config/matching/permission-rule.ts";
import { compileRule } from "../../src/index.ts";
import { exampleEvent, tools } from "./tool-event.ts";

let root: string;
let project: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "hookline-links-")));
  project = join(root, "project");
  for (const folder of ["project/src/deep", "project/free", "outside"])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(project, ".env"), "secret");
  symlinkSync(".env", join(project, "notes.txt"));
  symlinkSync("src", join(project, "link"));
  symlinkSync(join(project, "src/deep"), join(root, "outside/deep"));
  symlinkSync("src/new.ts", join(project, "dangling"));
  symlinkSync("round", join(project, "round"));
  symlinkSync(join(root, "outside"), join(project, "free/away"));
  symlinkSync(project, join(root, "same"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const place = () => ({ projectDir: project, home: join(root, "home"), sourceDir: project });
const holds = (rule: string, file_path: string, cwd = project) =>
  compileIf(rule, place(), tools).condition.test(
    exampleEvent("PreToolUse", { tool_name: "Edit", tool_input: { file_path }, cwd }),
  );

describe("a rule for paths", () => {
  it.each([
    ["a link to the file", "Edit(.env)", "notes.txt", true],
    ["a link to its folder", "Edit(src/**)", "link/a.ts", true],
    ["a file that is not there yet", "Edit(src/**)", "link/new/a.ts", true],
    ["a link to a file that is not there yet", "Edit(src/**)", "dangling", true],
    ["a link from outside", "Edit(src/**)", "../outside/deep/a.ts", true],
    ["a way back through a link", "Edit(/src/*)", "../outside/deep/../a.ts", true],
    ["the project by another name", "Edit(.env)", "../same/.env", true],
    ["the link itself by name", "Edit(link/**)", "link/a.ts", true],
    ["a file without links", "Edit(.env)", "src/a.ts", false],
    ["links in a circle", "Edit(.env)", "round", false],
    ["a null character", "Edit(.env)", "a\0b", false],
  ])("sees through %s: %s on %j is %j", (_what, rule, path, expected) => {
    expect(holds(rule, path)).toEqual({ holds: expected });
  });

  it.runIf(process.platform === "linux")("sees through the process's own folder", () => {
    const path = "/proc/self/cwd/package.json";
    expect(holds("Edit(package.json)", path, process.cwd())).toEqual({ holds: true });
    expect(holds("Edit(other.json)", path, process.cwd())).toEqual({ holds: false });
  });

  it("does not stumble over a path that no system opens", () => {
    expect(holds("Edit(.env)", "a/../".repeat(50_000))).toEqual({ holds: false });
    expect(holds("Edit(.env)", "a/".repeat(50_000))).toHaveProperty("holds");
  });

  it("looks again for the next event", () => {
    const { condition } = compileIf("Edit(.env)", place(), tools);
    const ask = () =>
      condition.test(
        exampleEvent("PreToolUse", {
          tool_name: "Edit",
          tool_input: { file_path: "turns" },
          cwd: project,
        }),
      );
    symlinkSync("src", join(project, "turns"));
    expect(ask()).toEqual({ holds: false });
    rmSync(join(project, "turns"));
    symlinkSync(".env", join(project, "turns"));
    expect(ask()).toEqual({ holds: true });
  });

  it.each([
    ["free/a.ts", true, true],
    ["free/away/a.ts", true, false],
    ["link/a.ts", false, false],
    ["free/away/../x", true, false],
  ])("that opens needs both to fit: Edit(free/**) on %j", (file_path, any, every) => {
    const rule = compileRule("Edit(free/**)", place());
    const call = { tool_name: "Edit", tool_input: { file_path }, cwd: project };
    expect(rule.holds(call, "any")).toBe(any);
    expect(rule.holds(call, "every")).toBe(every);
  });
});
