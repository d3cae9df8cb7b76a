import { expectTypeOf, it } from "vitest";
import { allow, ask, context, defineHook, deny, halt, message, rewrite } from "../../src/hook/index.ts";
import type { Engine } from "../../src/index.ts";

export function asAuthorsWriteIt(engine: Engine) {
  const a = defineHook({ event: "PreToolUse", match: "Write|Edit" }, (event) => {
    expectTypeOf(event.tool_input.file_path).toEqualTypeOf<string>();
    if (event.tool_input.file_path.endsWith(".env")) return deny("x");
    if (event.tool_name === "x") return { ...allow(), ...rewrite({ a: 1 }), ...message("y") };
  });
  engine.on("PreToolUse", "Write", a);
  engine.on("PreToolUse", a);
  const b = defineHook({ event: "Stop" }, async (e) => (e.stop_hook_active ? undefined : deny("go on")));
  engine.on("Stop", b);
  const c = defineHook({ event: ["PreToolUse", "SessionStart"] }, async (e) => {
    if (e.hook_event_name === "PreToolUse") return ask(e.tool_name);
    return context(e.source);
  });
  engine.on("SessionStart", c);
  defineHook({ event: "SessionStart" }, () => ({ context: "x", effects: { watchPaths: ["a"] } }));
  // @ts-expect-error
  defineHook({ event: "SessionStart" }, () => deny("x"));
  // @ts-expect-error
  defineHook({ event: "SessionStart" }, async () => deny("x"));
  // @ts-expect-error
  defineHook({ event: "Stop" }, () => ask("x"));
  // @ts-expect-error
  defineHook({ event: "Stop" }, () => ({ verdict: "deny", reasn: "x" }));
  // @ts-expect-error
  defineHook({ event: "Stop" }, async () => ({ verdict: "deny", reasn: "x" }));
  // @ts-expect-error
  defineHook({ event: "Stop" }, async (e) => {
    if (e.stop_hook_active) return { verdict: "deny", reasn: "x" };
    return undefined;
  });
  // @ts-expect-error
  defineHook({ event: "Stop" }, () => rewrite({}));
  // @ts-expect-error
  defineHook({ event: "SessionStart" }, () => halt("x"));
  // @ts-expect-error
  defineHook({ event: "SessionStart" }, () => ({ effects: { retry: true } }));
  // @ts-expect-error
  defineHook({ event: "SessionStrt" }, () => undefined);
  // @ts-expect-error
  defineHook({ event: "Stop" }, (e) => void e.tool_name);
  // @ts-expect-error
  defineHook({ event: "Stop" }, () => "x");
}
it("x", () => {});
