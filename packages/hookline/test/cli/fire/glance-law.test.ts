import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { beginNotes } from "../../../src/cli/fire/quiet-notes.ts";
import { glance } from "../../../src/glance/index.ts";
import { createEngine } from "../../../src/index.ts";
import { type Scratch, scratch } from "../../engine/scratch.ts";

const payload = { tool_name: "Bash", tool_input: { command: "ls" }, session_id: "s" };

const groups = (matcher: string) => [{ matcher, hooks: [{ type: "command", command: "exit 2" }] }];
const texts = {
  bash: JSON.stringify({ hooks: { PreToolUse: groups("Bash") } }),
  write: JSON.stringify({ hooks: { PreToolUse: groups("Write") } }),
  other: JSON.stringify({ hooks: { Stop: groups("") } }),
  plugin: JSON.stringify({ enabledPlugins: { "p@m": true } }),
  nothing: "{}",
  broken: '{"hooks": [',
};
const head =
  "---\nname: a\ndescription: d\nhooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command\n          command: exit 2\n---\n";

/** Files that decide on hooks; those that begin with a word in brackets lie elsewhere. */
const files = [
  ".hookline/hooks.json",
  ".hookline/hooks.local.json",
  ".claude/settings.json",
  ".claude/settings.local.json",
  ".cursor/hooks.json",
  "sub/.hookline/hooks.json",
  "sub/.claude/settings.json",
  "<home>/.config/hookline/hooks.json",
  "<home>/.claude/settings.json",
  "<system>/config/hookline/hooks.json",
  "<system>/claude/settings.json",
  "<system>/plugin/hooks/hooks.json",
  "<system>/etc/hookline/hooks.json",
  "<system>/other/.hookline/hooks.json",
] as const;

const change = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("write" as const),
      file: fc.constantFrom(...files),
      text: fc.constantFrom(...Object.values(texts)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("remove" as const),
      file: fc.constantFrom(
        ...files,
        ".hookline",
        ".claude",
        "sub/.hookline",
        ".claude/agents",
        ".claude/skills",
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("head" as const),
      file: fc.constantFrom(".claude/agents/a.md", ".claude/skills/a/SKILL.md"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("link" as const),
      to: fc.constantFrom("project", "system/other"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("git" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("install" as const), on: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("variable" as const),
      name: fc.constantFrom("HOOKLINE_DISABLED", "XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR"),
      set: fc.boolean(),
    }),
  },
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function make(place: Scratch, env: Record<string, string>, one: Change): void {
  const at = (path: string) =>
    path.startsWith("<")
      ? path.replace("<home>", place.home).replace("<system>", place.system)
      : join(place.project, path);
  const gone = (path: string) => rmSync(path, { recursive: true, force: true });
  if (one.kind === "write") place.write(at(one.file), one.text);
  else if (one.kind === "remove") gone(at(one.file));
  else if (one.kind === "head") place.write(at(one.file), head);
  else if (one.kind === "git") mkdirSync(at("sub/.git"), { recursive: true });
  else if (one.kind === "install") {
    const plugins = one.on ? { "p@m": [{ installPath: join(place.system, "plugin") }] } : {};
    place.write(join(place.home, ".claude/plugins/installed_plugins.json"), { plugins });
  } else if (one.kind === "link") {
    gone(join(place.home, "link"));
    symlinkSync(join(place.project, "..", one.to), join(place.home, "link"));
  } else {
    const values = {
      HOOKLINE_DISABLED: "1",
      XDG_CONFIG_HOME: "<system>/config",
      CLAUDE_CONFIG_DIR: "<system>/claude",
    };
    if (one.set)
      env[one.name] = at(values[one.name as keyof typeof values]).replace(`${place.project}/1`, "1");
    else delete env[one.name];
  }
}

afterEach(() => {
  vi.useRealTimers();
});

it("a glance never says that no hook is for an event when the engine finds one, whatever has changed", async () => {
  let glanced = 0;
  let found = 0;
  const cwds = fc.constantFrom("project", "project/sub", "home/link", "home/link/sub");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(change, cwds), { minLength: 3, maxLength: 12 }), async (changes) => {
      const place = scratch();
      for (const folder of ["sub", "../system/other/sub"])
        mkdirSync(join(place.project, folder), { recursive: true });
      symlinkSync(place.project, join(place.home, "link"));
      const env: Record<string, string> = { ...place.env };
      for (const [one, from] of changes) {
        make(place, env, one);
        const cwd = join(place.project, "..", from);
        // Twice, so that what was kept the first time answers the second time.
        for (let times = 0; times < 2; times++) {
          const where = {
            stateFolder: join(place.home, ".local/state/hookline"),
            home: place.home,
            cwd,
            dialects: null,
          };
          const quick = glance("PreToolUse", payload, { ...where, env });
          vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10_000 });
          const notes = beginNotes(env);
          const engine = await createEngine({ cwd, env: notes.env, systemRoot: place.system });
          notes.end(engine);
          const decision = await engine.fire("PreToolUse", payload);
          notes.keep(engine, payload, decision, { cwd, dialects: null });
          vi.useRealTimers();
          await engine.close();
          const { runs, skipped, messages } = decision;
          if (quick)
            expect([runs, skipped, messages, engine.diagnostics, engine.mustFail]).toEqual([
              [],
              [],
              [],
              [],
              false,
            ]);
          if (quick)
            expect([quick.project, quick.hooks, quick.configuration]).toEqual([
              engine.projectDir,
              engine.hooks.length,
              engine.digest,
            ]);
          if (quick) glanced++;
          if (runs.length > 0) found++;
        }
      }
    }),
    { numRuns: 40 },
  );
  // Both must have been tried, or nothing was.
  expect(glanced).toBeGreaterThan(20);
  expect(found).toBeGreaterThan(20);
}, 60_000);
