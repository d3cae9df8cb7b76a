import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { findProject } from "../../src/config/find-project.ts";
import { hookFiles, shownPath } from "../../src/config/places.ts";
import { claudeCode } from "../../src/dialects/claude-code.ts";
import { native } from "../../src/dialects/native.ts";

/** A home folder with these files in it. */
function homeWith(...files: readonly string[]): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hookline-places-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const home = join(root, "home");
  mkdirSync(join(home, "a", "b", "c"), { recursive: true });
  for (const file of files) {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), "{}");
  }
  return home;
}

describe("the project", () => {
  test.each([
    [
      "the nearest folder with a hook file",
      ["a/.hookline/hooks.json", "a/b/.hookline/hooks.local.json"],
      "a/b/c",
      "a/b",
    ],
    ["before the nearest with .git", ["a/.hookline/hooks.json", "a/b/.git"], "a/b/c", "a"],
    ["the nearest with .git", ["a/.git", "a/b/.git"], "a/b/c", "a/b"],
    ["else the folder itself", [], "a/b/c", "a/b/c"],
    ["the folder itself, if it holds one", ["a/b/c/.hookline/hooks.json"], "a/b/c", "a/b/c"],
    ["never home from below", [".hookline/hooks.json", ".git"], "a/b/c", "a/b/c"],
    ["home for those who work in it", [], "", ""],
    ["not by a hook file of another dialect", ["a/.claude/settings.json", "a/b/.git"], "a/b/c", "a/b"],
  ])("is %s", (_name, files, cwd, project) => {
    const home = homeWith(...files);
    expect(findProject(join(home, cwd), home, [native])).toBe(join(home, project));
  });

  test("is not the folder of another agent's settings without hooks, which would hide the guards above", () => {
    const home = homeWith("a/.hookline/hooks.json", "a/b/.claude/settings.json");
    const dialects = [native, claudeCode];
    const find = () => findProject(join(home, "a/b/c"), home, dialects).slice(home.length);
    writeFileSync(join(home, "a/b/.claude/settings.json"), '{ "permissions": {} }');
    expect(find()).toBe("/a");
    writeFileSync(join(home, "a/b/.claude/settings.json"), '{ "hooks": {} }');
    expect(find()).toBe("/a/b");
    writeFileSync(join(home, "a/b/.claude/settings.json"), Buffer.from([0xff, 0xfe]));
    expect(find()).toBe("/a/b");
  });

  test("is not above home either", () => {
    const home = homeWith("../.hookline/hooks.json");
    expect(findProject(join(home, "a"), home, [native])).toBe(join(home, "a"));
    expect(findProject(home, home, [native])).toBe(home);
    expect(findProject(join(home, ".."), home, [native])).toBe(join(home, ".."));
  });

  test("is not home under another name", () => {
    const home = homeWith(".hookline/hooks.json");
    const link = join(home, "..", "link");
    symlinkSync(home, link);
    expect(findProject(join(home, "a"), link, [native])).toBe(join(home, "a"));
    expect(findProject(join(link, "a"), home, [native])).toBe(join(link, "a"));
  });

  test("is found outside home, and without one", () => {
    const home = homeWith("a/.hookline/hooks.json");
    expect(findProject(join(home, "a", "b"), "/nowhere", [native])).toBe(join(home, "a"));
    expect(findProject(join(home, "a", "b"), "", [native])).toBe(join(home, "a"));
  });
});

describe("hook files", () => {
  const roots = { projectDir: "/home/me/project", home: "/home/me", systemRoot: "/", env: {} };
  const paths = (...args: Parameters<typeof hookFiles>) =>
    hookFiles(...args).map(({ path, layer }) => `${layer} ${path}`);

  test("lie where the contract says", () => {
    expect(paths([native], roots)).toEqual([
      "user /home/me/.config/hookline/hooks.json",
      "team /home/me/project/.hookline/hooks.json",
      "local /home/me/project/.hookline/hooks.local.json",
      "managed /etc/hookline/hooks.json",
    ]);
  });

  test.each([
    ["/etc/xdg", "user /etc/xdg/hookline/hooks.json"],
    ["relative", "user /home/me/.config/hookline/hooks.json"],
    ["", "user /home/me/.config/hookline/hooks.json"],
  ])("XDG_CONFIG_HOME=%j", (folder, path) => {
    expect(paths([native], { ...roots, env: { XDG_CONFIG_HOME: folder } })[0]).toBe(path);
  });

  test("under the project are project files, wherever a variable points", () => {
    const env = { XDG_CONFIG_HOME: "/home/me/project/.config" };
    expect(paths([native], { ...roots, env })[0]).toBe("team /home/me/project/.config/hookline/hooks.json");
    expect(paths([native], { ...roots, projectDir: "/home/me" })[0]).toBe(
      "user /home/me/.config/hookline/hooks.json",
    );
    expect(paths([native], { ...roots, projectDir: "/" })[0]).toBe(
      "team /home/me/.config/hookline/hooks.json",
    );
  });

  test("of the user are not looked for without a home folder", () => {
    expect(paths([native], { ...roots, home: "" })).toEqual([
      "team /home/me/project/.hookline/hooks.json",
      "local /home/me/project/.hookline/hooks.local.json",
      "managed /etc/hookline/hooks.json",
    ]);
    const shown = shownPath({ layer: "user", path: "/etc/xdg/hookline/hooks.json" }, { ...roots, home: "" });
    expect(shown).toBe("/etc/xdg/hookline/hooks.json");
  });

  test("the managed file is read without its dialect", () => {
    expect(paths([], roots)).toEqual(["managed /etc/hookline/hooks.json"]);
  });

  test("a file is read once: by its owner if that is chosen, for the user rather than for the project", () => {
    const settings = { layer: "team", base: "project", path: ".claude/settings.json" } as const;
    const own = { layer: "user", base: "home", path: ".claude/settings.json" } as const;
    const owner = { ...native, name: "claude-code", files: [own, settings] };
    const borrower = { ...native, name: "gencode", files: [{ ...settings, owner: "claude-code" }] };
    const read = (dialects: Parameters<typeof hookFiles>[0], projectDir = roots.projectDir) =>
      hookFiles(dialects, { ...roots, projectDir }).map(
        ({ path, layer, dialect }) => `${dialect.name} ${layer} ${path}`,
      );
    const managed = "native managed /etc/hookline/hooks.json";
    expect(read([borrower])).toEqual([managed, "gencode team /home/me/project/.claude/settings.json"]);
    expect(read([borrower, owner])).toEqual([
      managed,
      "claude-code user /home/me/.claude/settings.json",
      "claude-code team /home/me/project/.claude/settings.json",
    ]);
    expect(read([owner], "/home/me")).toEqual([managed, "claude-code user /home/me/.claude/settings.json"]);
  });

  test("a star in the name of a folder above stands for itself", () => {
    const home = homeWith(
      "a*c/.agents/one/hooks.json",
      "a*c/.agents/two/hooks.json",
      "abc/.agents/no/hooks.json",
    );
    const files = [{ layer: "team", base: "project", path: ".agents/*/hooks.json" }] as const;
    const starred = { ...native, name: "starred", files, onlyHooks: true } as const;
    const place = { home, systemRoot: "/", env: {}, projectDir: join(home, "a*c") };
    const found = hookFiles([starred], place).filter(({ dialect }) => dialect === starred);
    expect(found.map(({ path, label }) => [path.slice(home.length), label])).toEqual([
      ["/a*c/.agents/one/hooks.json", "one"],
      ["/a*c/.agents/two/hooks.json", "two"],
    ]);
    const plain = hookFiles([native], place).filter(({ layer }) => layer === "team");
    expect(plain.map(({ path }) => path.slice(home.length))).toEqual(["/a*c/.hookline/hooks.json"]);
    expect(findProject(join(home, "a*c", ".agents"), home, [starred])).toBe(join(home, "a*c"));
  });

  test.each([
    ["team", "/home/me/project/.hookline/hooks.json", ".hookline/hooks.json"],
    ["user", "/home/me/.config/hookline/hooks.json", "~/.config/hookline/hooks.json"],
    ["user", "/etc/xdg/hookline/hooks.json", "/etc/xdg/hookline/hooks.json"],
    ["user", "/home/metoo/hooks.json", "/home/metoo/hooks.json"],
    ["managed", "/etc/hookline/hooks.json", "/etc/hookline/hooks.json"],
  ] as const)("%s %s is shown as %s", (layer, path, shown) => {
    expect(shownPath({ layer, path }, roots)).toBe(shown);
  });
});
