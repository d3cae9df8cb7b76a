import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gencode } from "../../src/dialects/gencode.ts";
import { filePath } from "../../src/dialects/gencode-paths.ts";
import { builtInEvents, type Event, type JsonObject } from "../../src/index.ts";
import { scratch } from "../engine/scratch.ts";

const spec = builtInEvents.find(({ name }) => name === "PreToolUse");

function event(tool_input: JsonObject, cwd = "/home/u/app"): Event {
  if (!spec) throw new Error("there is no PreToolUse");
  const payload = { tool_name: "Write", tool_input, cwd };
  return { id: "e", spec, payload, subject: null, tool: null, depth: 0 };
}

const shown = (file_path: string, project = "/home/u/app") => filePath(event({ file_path }), project);

describe("FILE_PATH", () => {
  // shows: G-094 G-052
  it.each([
    ["src/a.ts", "src/a.ts"],
    ["./src//a.ts", "./src//a.ts"],
    ["src/../lib/a.ts", "lib/a.ts"],
    ["../other/a.ts", "/home/u/other/a.ts"],
    ["/home/u/app/../b.ts", "/home/u/b.ts"],
    ["/home/u/app/..b/a..ts", "/home/u/app/..b/a..ts"],
    ["../../../../../..", "/"],
    ["a b\n$(c)/../'d'", "'d'"],
    ["", ""],
  ])("of %j is %j: no path climbs", (given, expected) => {
    expect(shown(given)).toEqual({ shown: expected, note: null });
  });

  // shows: G-095 G-094
  it.each([
    ["/etc/passwd", "/etc"],
    ["/etc", "/etc"],
    ["//etc/./passwd", "/etc"],
    ["../../../etc/passwd", "/etc"],
    ["/home/u/app/../../../etc/shadow", "/etc"],
    ["/var/log/syslog", "/var"],
    ["/var/tmp/../lib/x", "/var"],
    ["/sys/kernel", "/sys"],
    ["/proc/self/environ", "/proc"],
    ["/dev/sda", "/dev"],
    ["/private/etc/passwd", "/private/etc"],
  ])("of %j is withheld, and that is said", (given, folder) => {
    const { shown: path, note } = shown(given);
    expect(path).toBe("");
    expect(note).toMatch(new RegExp(`^FILE_PATH is empty: /.* lies in ${folder}, `));
  });

  // shows: G-095
  it.each(["/var/folders/xy/T/a.ts", "/var/tmp/a.ts", "/etcetera/a", "/developer/a", "/home/u/etc/a"])(
    "of %j is not",
    (given) => {
      expect(shown(given)).toEqual({ shown: given, note: null });
    },
  );

  it("of a project that lies in such a folder is its own; that of its neighbours is not", () => {
    expect(shown("/var/www/app/a.ts", "/var/www/app").shown).toBe("/var/www/app/a.ts");
    expect(shown("/var/www/other/a.ts", "/var/www/app").shown).toBe("");
    expect(shown("/var/www/app/../../log/x", "/var/www/app").shown).toBe("");
    // A project that is the folder itself, or holds it, opens nothing.
    expect(shown("/etc/passwd", "/etc").shown).toBe("");
    expect(shown("/etc/passwd", "/").shown).toBe("");
  });

  it("never climbs and never lies in the machine's folders, whatever the tool says", () => {
    const segment = fc.constantFrom("..", ".", "", "etc", "var", "tmp", "dev", "a b", "$(x)", "\n", "proc");
    const path = fc.array(segment, { maxLength: 9 }).map((parts) => parts.join("/"));
    fc.assert(
      fc.property(path, fc.constantFrom("/home/u/app", "/", "/etc", "not absolute"), (file_path, cwd) => {
        const { shown: value, note } = filePath(event({ file_path }, cwd), "/home/u/app");
        expect(value.split("/")).not.toContain("..");
        const base = cwd.startsWith("/") ? cwd : "/";
        const whole = join(value.startsWith("/") ? value : join(base, value), ".");
        if (value !== "") expect(whole).not.toMatch(/^\/(?:etc|sys|proc|dev)(?:\/|$)/);
        if (value !== "") expect(whole).not.toMatch(/^\/var(?:\/(?!tmp(?:\/|$))|$)/);
        // What is empty was empty, or is said.
        expect(value === "" && file_path !== "").toBe(note !== null);
      }),
    );
  });

  // shows: G-031
  it("is the input's file_path, else the path of a tool that works on one file, else empty", async () => {
    const engine = await scratch().engine({ dialects: ["gencode"] });
    const of = (tool_name: string, tool_input: JsonObject) =>
      gencode.present(engine.preview("PreToolUse", { tool_name, tool_input }).plan.event, {
        projectDir: "/p",
        at: 0,
      }).env.FILE_PATH;
    expect(of("Write", { file_path: "a", path: "b" })).toBe("a");
    expect(of("NotebookEdit", { notebook_path: "n.ipynb" })).toBe("n.ipynb");
    expect(of("write_file", { path: "b" })).toBe("b");
    expect(of("Grep", { path: "src", pattern: "x" })).toBe("");
    expect(of("Bash", { command: "ls" })).toBe("");
    expect(of("Write", { file_path: 7 })).toBe("");
  });

  // shows: G-095 G-061
  it("that is withheld is empty in the variable and in the command, and stands on stdin", async () => {
    const place = scratch();
    const command = `cat > seen.json; printf '%s' "[$FILE_PATH]" '[$FILE_PATH]' > seen`;
    place.write(".gen/settings.json", { hooks: { PreToolUse: [{ type: "command", command }] } });
    const engine = await place.engine({ dialects: ["gencode"] });
    const payload = { tool_name: "Write", tool_input: { file_path: "/etc/passwd" } };
    const { messages, verdict } = await engine.fire("PreToolUse", payload);
    expect(verdict).toBe("pass");
    expect(messages).toMatchObject([{ level: "warn", text: expect.stringContaining("FILE_PATH is empty") }]);
    expect(readFileSync(join(place.project, "seen"), "utf8")).toBe("[][]");
    const seen = JSON.parse(readFileSync(join(place.project, "seen.json"), "utf8"));
    expect(seen.tool_input).toEqual({ file_path: "/etc/passwd" });
    // The other dialects have no such rule.
    place.write(".hookline/hooks.json", {
      hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "cat" }] }] },
    });
    const native = await place.engine({ dialects: ["native"] });
    expect((await native.fire("PreToolUse", payload)).messages).toEqual([]);
  });
});
