import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const source = resolve(import.meta.dirname, "../../src");

/** Who may import whom; a room may always import itself. */
const rooms: Record<string, readonly string[]> = {
  contract: [],
  shell: ["contract"],
  system: ["contract"],
  events: ["contract"],
  pipeline: ["contract", "events"],
  dialects: ["contract", "events", "shell"],
  policy: ["contract", "events", "shell"],
  runners: ["contract", "events", "shell", "system", "policy"],
  config: ["contract", "events", "shell", "system", "pipeline", "dialects", "policy", "runners"],
  audit: ["contract", "system"],
  engine: [
    "contract",
    "events",
    "shell",
    "system",
    "pipeline",
    "dialects",
    "policy",
    "runners",
    "config",
    "audit",
  ],
  adapters: ["contract", "system", "index.ts"],
  // Of these rooms only the door: the `index.ts` of `audit`, `policy`, `testing`, `glance`.
  cli: ["contract", "system", "index.ts", "audit", "policy", "testing", "glance"],
  glance: ["contract", "events", "policy", "runners", "system"],
  testing: ["contract", "system", "index.ts"],
  // A hook that starts on every tool call loads it: nothing of the engine.
  hook: ["contract", "events", "system"],
  "index.ts": ["contract", "events", "dialects", "runners", "engine"],
};

const pure = ["contract", "shell", "events", "pipeline", "dialects", "policy"];
const doors = ["glance/index.ts", "audit/index.ts", "policy/index.ts", "testing/index.ts"];
const machine =
  /^node:(child_process|fs|fs\/promises|net|http|https|http2|dns|dns\/promises|vm|worker_threads|tls)$/;

const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((path) =>
  path.endsWith(".ts"),
);
const importsOf = (path: string) =>
  [...readFileSync(join(source, path), "utf8").matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(
    ([, name]) => name ?? "",
  );
const roomOf = (path: string) => path.split("/")[0] ?? "";

describe("the rooms", () => {
  // The documents list the files of their own packages; ours are the rooms.
  // shows: W-113 W-128 G-035 G-066 F-091 C-052 S-009 S-093
  it("are all in the table", () => {
    expect([...new Set(files.map(roomOf))].sort()).toEqual(Object.keys(rooms).sort());
  });

  // shows: W-120 S-074
  it.each(files)("%s imports only what its room may", (path) => {
    const room = roomOf(path);
    for (const name of importsOf(path)) {
      if (name.startsWith("node:")) {
        expect(pure, `${path} imports ${name}`).not.toContain(room);
        if (machine.test(name)) expect(room, `${path} imports ${name}`).toBe("system");
      } else if (name.startsWith(".")) {
        const target = roomOf(relative(source, resolve(source, dirname(path), name)));
        expect([room, ...(rooms[room] ?? [])], `${path} imports ${name}`).toContain(target);
        const file = relative(source, resolve(source, dirname(path), name));
        if (room === "cli" && ["audit", "policy", "testing", "glance"].includes(target))
          expect(doors).toContain(file);
      }
    }
  });

  // Ours for inline comments: one sentence over each export, and no more where the code says it.
  // shows: W-111
  it.each(files)("%s is one thing", (path) => {
    const text = readFileSync(join(source, path), "utf8");
    expect(text.split("\n").length, "lines").toBeLessThanOrEqual(250);
    expect(path).not.toMatch(/(^|\/)(utils?|helpers?|types)\.ts$/);
    const bare = [
      ...text.matchAll(/(?<!\*\/\n)^export (?:async )?(?:function|const|interface|class|type) (\w+)/gm),
    ];
    expect(
      bare.map(([, name]) => name),
      "exports without a sentence",
    ).toEqual([]);
  });
});
