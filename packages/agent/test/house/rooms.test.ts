import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { allCommands } from "../../src/commands/all.ts";
import { codingToolNames } from "../../src/tools/all.ts";

const source = resolve(import.meta.dirname, "../../src");

/** Who may import whom; a room may always import itself. */
const rooms: Record<string, readonly string[]> = {
  files: [],
  process: [],
  session: [],
  show: [],
  models: [],
  tools: ["process", "session"],
  settings: ["files", "mcp", "session", "show"],
  permission: ["mcp", "session", "settings", "show", "tools"],
  mcp: ["files", "session", "show", "process"],
  instructions: ["session", "show"],
  watch: ["files", "session", "show"],
  worktree: ["instructions", "session", "show", "watch"],
  commands: ["files", "host", "models", "session", "show"],
  host: [
    "commands",
    "files",
    "instructions",
    "mcp",
    "models",
    "options.ts",
    "permission",
    "session",
    "settings",
    "show",
    "tools",
    "watch",
    "worktree",
  ],
  "options.ts": ["session"],
  "program.ts": ["host", "options.ts"],
  "main.ts": ["program.ts"],
};

const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((path) =>
  path.endsWith(".ts"),
);
const roomOf = (path: string) => path.split("/")[0] ?? "";
const textOf = (path: string) => readFileSync(join(source, path), "utf8");

describe("the rooms of the agent", () => {
  it("are all in the table, and each says what lives there", () => {
    expect([...new Set(files.map(roomOf))].sort()).toEqual(Object.keys(rooms).sort());
    const silent = Object.keys(rooms).filter(
      (room) => !room.endsWith(".ts") && !existsSync(join(source, room, "README.md")),
    );
    expect(silent).toEqual([]);
  });

  it.each(files)("%s is one thing, and imports only what its room may", (path) => {
    const room = roomOf(path);
    const text = textOf(path);
    for (const [, name = ""] of text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
      const target = roomOf(relative(source, resolve(source, dirname(path), name)));
      expect([room, ...(rooms[room] ?? [])], `${path} imports ${name}`).toContain(target);
    }
    expect(text.split("\n").length, "lines").toBeLessThanOrEqual(200);
    expect(path).not.toMatch(/(^|\/)(utils?|helpers?|types)\.ts$/);
    const bare = [
      ...text.matchAll(/(?<!\*\/\n)^export (?:async )?(?:function|const|interface|class|type) (\w+)/gm),
    ];
    expect(
      bare.map(([, name]) => name),
      "exports without a sentence",
    ).toEqual([]);
  });

  it("import nobody in a circle", () => {
    const imports = new Map(
      files.map((path) => {
        const names = [...textOf(path).matchAll(/^(?:import|export)\s(?!type\s)[^;]*?from "(\.[^"]+)"/gm)];
        return [
          path,
          names.map(([, name = ""]) => relative(source, resolve(source, dirname(path), name))),
        ] as const;
      }),
    );
    const circles: string[] = [];
    const done = new Set<string>();
    const walk = (path: string, way: readonly string[]) => {
      if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(" → "));
      if (done.has(path) || way.includes(path)) return;
      for (const next of imports.get(path) ?? []) walk(next, [...way, path]);
      done.add(path);
    };
    for (const path of imports.keys()) walk(path, []);
    expect(circles).toEqual([]);
  });

  it("have one file for each slash command and for each tool", () => {
    for (const { name } of allCommands) expect(files).toContain(`commands/${name}.ts`);
    for (const name of codingToolNames) expect(files).toContain(`tools/${name.replaceAll("_", "-")}.ts`);
  });
});
