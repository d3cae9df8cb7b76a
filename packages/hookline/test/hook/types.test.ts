import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { expect, expectTypeOf, it } from "vitest";
import { allow, ask, context, defineHook, deny, message, rewrite } from "../../src/hook/index.ts";
import type { Engine } from "../../src/index.ts";
import { scratch } from "../engine/scratch.ts";

const home = resolve(import.meta.dirname, "../..");

/** Never called: what matters is that the compiler takes it. */
function asAuthorsWriteIt(engine: Engine): void {
  const guard = defineHook({ event: "PreToolUse", match: "Write|Edit" }, (event) => {
    expectTypeOf(event.tool_input.file_path).toEqualTypeOf<string>();
    expectTypeOf(event.hook_event_name).toEqualTypeOf<"PreToolUse">();
    if (event.tool_input.file_path.endsWith(".env")) return deny("secrets stay out");
    if (event.tool_name === "Write") return { ...allow(), ...rewrite({ a: 1 }), ...message("changed") };
  });
  engine.on("PreToolUse", "Write", guard);
  engine.on("PreToolUse", guard);
  const goOn = defineHook({ event: "Stop" }, async (event) =>
    event.stop_hook_active ? undefined : deny("go on"),
  );
  engine.on("Stop", goOn);
  const both = defineHook({ event: ["PreToolUse", "SessionStart"] }, async (event) => {
    if (event.hook_event_name === "PreToolUse") return ask(event.tool_name);
    return context(event.source);
  });
  engine.on("SessionStart", both);
  void both.run({ hook_event_name: "SessionStart", source: "startup" });
  defineHook({ event: "SessionStart" }, () => ({ context: "x", effects: { watchPaths: ["a"] } }));
  defineHook({ event: "PermissionRequest" }, () => ({ verdict: "deny", effects: { interrupt: true } }));
}

it("lets authors write what an event knows", () => {
  expect(asAuthorsWriteIt).toBeTypeOf("function");
});

const refused: readonly (readonly [name: string, code: string])[] = [
  ["a deny where nothing can be stopped", 'defineHook({ event: "SessionStart" }, () => deny("x"));'],
  ["the same from a promise", 'defineHook({ event: "SessionStart" }, async () => deny("x"));'],
  ["a question where nobody is asked", 'defineHook({ event: "Stop" }, () => ask("x"));'],
  ["a key that no answer has", 'defineHook({ event: "Stop" }, () => ({ verdict: "deny", reasn: "x" }));'],
  [
    "the same from a promise, on one way",
    'defineHook({ event: "Stop" }, async (e) => { if (e.stop_hook_active) return { verdict: "deny", reasn: "x" }; });',
  ],
  ["a new input where there is none", 'defineHook({ event: "Stop" }, () => rewrite({}));'],
  ["an end of the turn where there is none", 'defineHook({ event: "SessionStart" }, () => halt("x"));'],
  [
    "the effect of another event",
    'defineHook({ event: "SessionStart" }, () => ({ effects: { watchPaths: [], retry: true } }));',
  ],
  [
    "an effect of the wrong type",
    'defineHook({ event: "SessionStart" }, () => ({ effects: { watchPaths: "a" } }));',
  ],
  ["context where no model reads it", 'defineHook({ event: "PreCompact" }, () => context("x"));'],
  ["an event that there is not", 'defineHook({ event: "PreTolUse" }, () => undefined);'],
  ["a field of another event", 'defineHook({ event: "Stop" }, (e) => void e.tool_name);'],
  ["a text as the answer", 'defineHook({ event: "Stop" }, () => "no");'],
  ["a payload of another event in a test", 'defineHook({ event: "Stop" }, () => {}).run({ prompt: "x" });'],
];

it("is refused by the compiler, from the types that are published", () => {
  const { project, write } = scratch();
  const head = `import { ask, context, defineHook, deny, halt, rewrite } from "hookline/hook";\nvoid [ask, context, deny, halt, rewrite];\n`;
  for (const [index, [, code]] of refused.entries()) write(`wrong-${index}.ts`, `${head}${code}\n`);
  write("right.ts", `${head}export default defineHook({ event: "Stop" }, () => deny("x"));\n`);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: "es2023",
    module: "preserve",
    moduleResolution: "bundler",
    types: [],
    lib: ["es2023", "dom"],
    paths: { "hookline/hook": [join(home, "dist/hook/index.d.ts")] },
  };
  write("tsconfig.json", { compilerOptions, include: ["*.ts"] });
  const tsc = resolve(home, "../../node_modules/.bin/tsc");
  const { stdout } = spawnSync(tsc, ["-p", project, "--pretty", "false"], { cwd: project, encoding: "utf8" });
  const files = new Set([...stdout.matchAll(/^([\w-]+)\.ts\(3,/gm)].map(([, name]) => name));
  const missed = refused.filter((_, index) => !files.has(`wrong-${index}`)).map(([name]) => name);
  expect(missed, stdout).toEqual([]);
  expect(stdout).not.toContain("right.ts");
});
