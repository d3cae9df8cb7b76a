import { expectTypeOf, it } from "vitest";
import type { Decision, Engine } from "../../src/index.ts";

/** Never called: what matters is that the compiler takes it, or does not. */
async function asUsersWriteIt(engine: Engine): Promise<Decision> {
  engine.on("PreToolUse", "Write|Edit", async (payload, { signal }) =>
    payload.tool_input.file_path.endsWith(".env") && !signal.aborted
      ? { verdict: "deny", reason: "secrets stay out" }
      : undefined,
  );
  engine.on("Stop", ({ stop_hook_active, session_id }) => {
    expectTypeOf(stop_hook_active).toEqualTypeOf<boolean>();
    expectTypeOf(session_id).toEqualTypeOf<string>();
    return { decision: "block", reason: "more" };
  });
  engine.on("UserPromptSubmit", ({ prompt }) => ({
    hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: prompt },
  }));
  engine.register({
    dialect: "spec07",
    event: "PreToolUse",
    hooks: [
      ({ tool_input }, { signal, toolUseId }) => {
        expectTypeOf(tool_input.command).toEqualTypeOf<string>();
        expectTypeOf(toolUseId).toEqualTypeOf<string>();
        const later = Promise.resolve({ decision: "block", reason: "later" } as const);
        return signal.aborted ? { async: true, asyncTimeout: 5, answer: later } : { decision: "approve" };
      },
      { command: "true" },
    ],
  });
  // @ts-expect-error: a verdict is one of five words
  engine.on("Stop", () => ({ verdict: "no" }));
  // @ts-expect-error: Stop has no tool
  engine.on("Stop", (payload) => void payload.tool_name);
  return engine.fire("PreToolUse", { tool_name: "Write", tool_input: { file_path: ".env" } });
}

// shows: W-112 W-114 G-063 S-078
it("infers payloads and answers from the event's row", () => {
  expectTypeOf(asUsersWriteIt).parameter(0).toEqualTypeOf<Engine>();
});
