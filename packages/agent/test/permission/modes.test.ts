import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "hookline";
import { describe, expect, it } from "vitest";
import { judgedCall } from "../../src/permission/call.ts";
import { judge } from "../../src/permission/judge.ts";
import { createRuleBook } from "../../src/permission/rule-book.ts";
import type { Behavior } from "../../src/settings/settings-file.ts";
import { rulesOf, scratchGrounds } from "./scratch-permission.ts";

type Place = ReturnType<typeof scratchGrounds>;

function level(
  place: Place,
  name: string,
  input: JsonObject,
  rules: { readonly [behavior in Behavior]?: readonly string[] } = {},
) {
  const { grounds, project } = place;
  const book = createRuleBook(rulesOf(project, rules), grounds);
  return judge(judgedCall({ name, input }, grounds), book, grounds, { verdict: "pass", reason: "" }).level;
}

const calls: { readonly [what: string]: readonly [string, JsonObject] } = {
  "read inside": ["read_file", { file_path: "a" }],
  "read outside": ["read_file", { file_path: "/etc/hosts" }],
  "read at home": ["read_file", { file_path: "~/x" }],
  "read above": ["read_file", { file_path: "../x" }],
  "search inside": ["grep", { pattern: "x" }],
  "list outside": ["ls", { path: "/etc" }],
  "glob that leads out": ["glob", { pattern: "../*" }],
  "glob from the root": ["glob", { pattern: "/etc/*" }],
  "grep whose files lead out": ["grep", { pattern: "x", glob: "{a,../b}" }],
  "write inside": ["write_file", { file_path: "src/a", content: "" }],
  "edit inside": ["edit_file", { file_path: "src/a" }],
  "edit outside": ["edit_file", { file_path: "/etc/hosts" }],
  "edit without a path": ["edit_file", {}],
  "write with two paths": ["write_file", { file_path: "a", path: "/etc/hosts" }],
  "edit of Git's files": ["edit_file", { file_path: ".git/hooks/pre-commit" }],
  "edit of hook files": ["write_file", { file_path: ".hookline/hooks.json" }],
  "edit of another agent's": ["write_file", { file_path: ".Claude/settings.json" }],
  "edit of a nested one": ["write_file", { file_path: "packages/x/.wingman/wingman.config.json" }],
  "edit of a folder called so": ["write_file", { file_path: "packages/hookline/hooks.json" }],
  command: ["command_execute", { command: "make" }],
  "harmless command": ["command_execute", { command: "ls" }],
  "command that runs what a repository says": ["command_execute", { command: "git status" }],
  todo: ["todo", { todos: [] }],
  task: ["task", { subagent_type: "x" }],
  mcp: ["mcp__a__b", {}],
  unknown: ["whatever", {}],
  fetch: ["web_fetch", { url: "https://a.org" }],
};

describe("modes", () => {
  const of = (mode: Parameters<typeof scratchGrounds>[0]) => {
    const place = scratchGrounds(mode);
    const found: { [level: string]: string[] } = { allow: [], ask: [], deny: [] };
    for (const [what, [name, input]] of Object.entries(calls)) found[level(place, name, input)]?.push(what);
    return found;
  };
  const reads = ["read inside", "search inside"];
  const readsOutside = ["read outside", "read at home", "read above", "list outside"];
  const patterns = ["glob that leads out", "glob from the root", "grep whose files lead out"];
  const edits = ["write inside", "edit inside", "edit of a folder called so"];

  it("default: looking inside runs, all else asks", () => {
    const { allow, deny } = of("default");
    expect(allow?.toSorted()).toEqual([...reads, "harmless command", "todo", "task"].toSorted());
    expect(deny).toEqual([]);
  });

  it("acceptEdits: writing inside runs too, but where hooks lie", () => {
    expect(of("acceptEdits").allow?.toSorted()).toEqual(
      [...reads, ...edits, "harmless command", "todo", "task"].toSorted(),
    );
  });

  it("plan: all that is more than looking is denied", () => {
    const { allow, ask } = of("plan");
    expect(allow?.toSorted()).toEqual([...reads, "todo", "task"].toSorted());
    expect(ask?.toSorted()).toEqual([...readsOutside, ...patterns].toSorted());
  });

  it("bypassPermissions: everything runs", () => {
    expect(of("bypassPermissions").allow).toHaveLength(Object.keys(calls).length);
  });
});

describe("paths", () => {
  it("are judged where they really lead", () => {
    const place = scratchGrounds("acceptEdits");
    const { project, root, facts } = place;
    mkdirSync(join(root, "other"));
    place.write(join(root, "other/secret"), "");
    symlinkSync(join(root, "other"), join(project, "out"));
    symlinkSync(join(root, "other/new"), join(project, "dangling"));
    symlinkSync("loop", join(project, "loop"));
    mkdirSync(join(project, ".git"));
    symlinkSync(".git", join(project, "innocent"));
    for (const file_path of ["out/secret", "out/new/deep", "dangling", "loop", "loop/x", "a\0b"]) {
      expect(level(place, "read_file", { file_path }), file_path).toBe("ask");
      expect(level(place, "write_file", { file_path }), file_path).toBe("ask");
    }
    expect(level(place, "write_file", { file_path: "innocent/config" })).toBe("ask");
    expect(level(place, "read_file", { file_path: "out/secret" }, { allow: ["Read(/out/**)"] })).toBe("ask");
    expect(level(place, "read_file", { file_path: "a" }, { deny: ["Read(//**/other/secret)"] })).toBe(
      "allow",
    );
    expect(
      level(place, "read_file", { file_path: "out/secret" }, { deny: [`Read(/${root}/other/secret)`] }),
    ).toBe("deny");
    facts.directories = [join(root, "other")];
    expect(level(place, "write_file", { file_path: "out/secret" })).toBe("allow");
  });

  it("of a project that is reached by a link are its own", () => {
    const place = scratchGrounds("acceptEdits");
    const link = join(place.root, "link");
    symlinkSync(place.project, link);
    const linked = {
      ...place,
      project: link,
      grounds: { ...place.grounds, facts: { ...place.facts, projectDir: link, cwd: link } },
    };
    expect(level(linked, "write_file", { file_path: "src/a" })).toBe("allow");
    expect(level(linked, "write_file", { file_path: join(place.project, "a") })).toBe("allow");
    for (const file_path of ["src/a", join(place.project, "src/a"), join(link, "src/a")]) {
      expect(level(linked, "write_file", { file_path }, { deny: ["Edit(/src/**)"] }), file_path).toBe("deny");
    }
    linked.grounds.facts.mode = "default";
    expect(level(linked, "write_file", { file_path: "src/a" }, { allow: ["Edit(/src/**)"] })).toBe("allow");
  });

  it("are not hidden from a deny rule by going to another folder first", () => {
    const place = scratchGrounds();
    place.facts.cwd = join(place.project, "src");
    expect(level(place, "read_file", { file_path: "../.env" }, { deny: ["Read(.env)"] })).toBe("deny");
    expect(level(place, "read_file", { file_path: "../config/x" }, { deny: ["Read(config/**)"] })).toBe(
      "deny",
    );
    expect(level(place, "command_execute", { command: "cat ../.env" }, { deny: ["Read(.env)"] })).toBe("ask");
    expect(level(place, "write_file", { file_path: "docs/x" }, { allow: ["Edit(docs/**)"] })).toBe("ask");
  });

  it("have rules that count for all tools that reach them", () => {
    const place = scratchGrounds("acceptEdits");
    expect(level(place, "write_file", { file_path: ".env" }, { deny: ["Edit(.env)"] })).toBe("deny");
    expect(level(place, "edit_file", { file_path: ".env" }, { deny: ["Write(.env)"] })).toBe("deny");
    expect(level(place, "edit_file", { file_path: ".env" }, { deny: ["Write"] })).toBe("allow");
    expect(level(place, "grep", { pattern: "x", path: "secret" }, { deny: ["Read(secret)"] })).toBe("deny");
    expect(level(place, "write_file", { file_path: "a", path: ".env" }, { deny: ["Edit(.env)"] })).toBe(
      "deny",
    );
  });

  it("where hooks lie are opened by a rule only if it names them", () => {
    const place = scratchGrounds();
    const edit = (file_path: string, rule: string) =>
      level(place, "edit_file", { file_path }, { allow: [rule] });
    expect(edit("a", "Edit")).toBe("allow");
    expect(edit(".git/config", "Edit")).toBe("ask");
    expect(edit(".git/config", "Edit(*)")).toBe("ask");
    expect(edit(".git/config", "Edit(.git/config)")).toBe("allow");
    expect(edit(".git/config", "Edit(.github/**)")).toBe("ask");
    expect(edit(join(place.state, "agent/permissions.json"), "Edit(//**)")).toBe("ask");
  });

  it.each([
    ...[".bashrc", ".bash_profile", ".profile", ".zshrc", ".zprofile", ".ssh/config", ".gitconfig", ".npmrc"],
    ...[".envrc", "sub/.netrc", "sub/.config/autostart/x.desktop", "a/node_modules/.bin/tsc"],
  ])("that others obey are guarded: %s", (file_path) => {
    expect(level(scratchGrounds("acceptEdits"), "write_file", { file_path, content: "" })).toBe("ask");
  });

  it("that hooks and servers run are guarded, and opened by a rule that names them", () => {
    const place = scratchGrounds("acceptEdits");
    const file = place.write("tools/edit", "");
    symlinkSync("edit", join(place.project, "tools/link"));
    const grounds = { ...place.grounds, guarded: () => [file] };
    const write = (file_path: string, ...allow: string[]) =>
      level({ ...place, grounds }, "write_file", { file_path, content: "" }, { allow });
    expect(write("tools/other")).toBe("allow");
    for (const path of ["tools/edit", "tools/link", "tools/../tools/EDIT", file])
      for (const allow of ["Edit", "Edit(tools/**)"]) expect(write(path, allow), path).toBe("ask");
    expect(write("tools/edit", "Edit(tools/edit)")).toBe("allow");
  });
});

describe("harmless commands", () => {
  const place = () => {
    const made = scratchGrounds();
    made.write("src/a.ts", "");
    made.write(".env", "");
    symlinkSync("/etc", join(made.project, "etc"));
    symlinkSync(".", join(made.project, "here"));
    return made;
  };

  it.each([
    ...[
      "pwd",
      "ls",
      "ls -la src",
      "cat src/a.ts",
      "head -n 5 src/a.ts",
      "tail -20 src/a.ts",
      "wc -l src/a.ts",
      "echo hello",
    ],
    ...["ls src 2>/dev/null", "cd src && ls", "cd src && cat a.ts", "cat src/a.ts | wc -l", "ls src;"],
  ])("%j runs unasked", (command) => {
    expect(level(place(), "command_execute", { command })).toBe("allow");
  });

  it.each([
    ...[
      "cat /etc/passwd",
      "cat ../x",
      "cat etc/passwd",
      "ls ~",
      "cat ~/.ssh/id",
      "cat $HOME/x",
      "cat src/*",
      "cat 'src/a.ts'",
    ],
    ...[
      "ls > x",
      "cat < src/a.ts",
      "git diff --output=x",
      "git diff --no-index /etc/passwd x",
      "git log --ext-diff",
      "git -C / status",
    ],
    ...[
      "git status",
      "git status -s",
      "git diff --stat",
      "git log --oneline -5",
      "git show HEAD",
      "ls; git diff",
      "git push",
      "git branch x",
      "git show HEAD:../../x",
      "tail -f src/a.ts",
      "X=1 ls",
      "ls & rm x",
      "ls\nrm x",
      "ls `rm x`",
      "ls;rm x",
    ],
    ...[
      "cd .. && ls",
      "cd / && ls",
      "cd",
      "cd - && ls",
      "cd src || cat ../../x",
      "cd src; cat ../../x",
      "cd nowhere && ls",
      "cd src; cat ../src/a.ts",
      "cd src || cat ../src/a.ts",
      "true || cd src && cat ../src/a.ts",
      "ls | cd src && cat ../src/a.ts",
      "cd here && cat ../x",
      "cat etc/../x",
      "cat here/../x",
      "cat ./here/../src/a.ts",
      "cd etc && ls",
    ],
    ...[
      "cd src && cat ../../x",
      "eval ls",
      "exec ls",
      "env ls",
      "sh src/a.ts",
      "find . -delete",
      "date 01010000",
      "",
      "ls \\",
    ],
  ])("%j asks", (command) => {
    expect(level(place(), "command_execute", { command })).toBe("ask");
  });

  it("ask for what rules keep", () => {
    expect(level(place(), "command_execute", { command: "cat .env" })).toBe("allow");
    for (const command of ["cat .env", "git show HEAD:.env", "cd src && cat ../.env", "ls; cat .env"]) {
      expect(level(place(), "command_execute", { command }, { deny: ["Read(.env)"] }), command).toBe("ask");
      expect(level(place(), "command_execute", { command }, { ask: ["Read(.env)"] }), command).toBe("ask");
    }
  });

  it("are not harmless after something that changes the shell, though a rule allows that", () => {
    const allow = ["Bash(hash *)", "Bash(cd *)"];
    expect(level(place(), "command_execute", { command: "hash -r" }, { allow })).toBe("allow");
    expect(level(place(), "command_execute", { command: "hash -p src/a.ts ls && ls" }, { allow })).toBe(
      "ask",
    );
    expect(level(place(), "command_execute", { command: "cd /etc && cat passwd" }, { allow })).toBe("ask");
    expect(level(place(), "command_execute", { command: "cd src ; cat ../../x" }, { allow })).toBe("ask");
  });

  it("start where the folder really is", () => {
    const linked = place();
    linked.facts.cwd = join(linked.project, "here");
    expect(level(linked, "command_execute", { command: "cat src/a.ts" })).toBe("allow");
    expect(level(linked, "command_execute", { command: "cat ../x" })).toBe("ask");
  });

  it("are not harmless in a folder outside", () => {
    const outside = place();
    outside.facts.cwd = "/etc";
    expect(level(outside, "command_execute", { command: "ls" })).toBe("ask");
  });
});
