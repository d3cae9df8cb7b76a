import { describe, expect, expectTypeOf, it } from "vitest";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import { builtInEvents } from "../../src/events/catalog.ts";
import type { AnswerOf, EventName, PayloadOf } from "../../src/events/names.ts";

/** Stands for a host's call: the types of its arguments are what is tested. */
function fire<N extends EventName>(name: N, payload: PayloadOf<N>): { name: N; payload: PayloadOf<N> } {
  return { name, payload };
}

// shows: W-112 W-114 G-063 S-010
describe("the types that follow from the rows", () => {
  it("know the names, and no other", () => {
    expectTypeOf<"PreToolUse">().toExtend<EventName>();
    expectTypeOf<"ToolSelection">().toExtend<EventName>();
    expectTypeOf<string>().not.toExtend<EventName>();
    // @ts-expect-error: there is no such event
    expect(fire("PreTool", {}).name).toBe("PreTool");
    const known: EventName[] = ["PreToolUse", "Stop"];
    expect(builtInEvents.map(({ name }) => name)).toEqual(expect.arrayContaining(known));
  });

  it("ask for the fields that nobody fills in, and for no others", () => {
    expect(fire("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } }).name).toBe("PreToolUse");
    expect(fire("UserInterrupt", {}).payload).toEqual({});
    // @ts-expect-error: tool_input is missing
    fire("PreToolUse", { tool_name: "Bash" });
    // @ts-expect-error: tool_name is a string
    fire("PreToolUse", { tool_name: 7, tool_input: {} });
    // @ts-expect-error: no payload has a field of this name
    fire("Stop", { stop_hook_active: false, stop_hook_aktive: true });
    // @ts-expect-error: on SubagentStart the row asks for agent_id, although it is optional elsewhere
    fire("SubagentStart", { agent_type: "explorer" });
    // @ts-expect-error: hook_event_name must agree with the event
    fire("UserInterrupt", { hook_event_name: "Stop" });
  });

  it("refuse a literal outside a closed list and take any string in an open one", () => {
    fire("FileChanged", { file_path: "/a", event: "unlink" });
    // @ts-expect-error: the list is closed
    fire("FileChanged", { file_path: "/a", event: "rename" });
    expect(fire("SessionStart", { source: "teleport" }).payload.source).toBe("teleport");
    const answer: AnswerOf<"PreToolUse"> = { permissionDecision: "defer" };
    // @ts-expect-error: the list is closed
    const wrong: AnswerOf<"PreToolUse"> = { permissionDecision: "maybe" };
    expect([answer, wrong]).toHaveLength(2);
  });

  it("give each field its type", () => {
    expectTypeOf<PayloadOf<"PreToolUse">["tool_input"]>().toEqualTypeOf<JsonObject>();
    expectTypeOf<PayloadOf<"PostToolUse">["tool_response"]>().toEqualTypeOf<Json>();
    expectTypeOf<PayloadOf<"PostToolUse">["tool_use_id"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<string | null>().toExtend<PayloadOf<"PreCompact">["custom_instructions"]>();
    expectTypeOf<undefined>().not.toExtend<PayloadOf<"PreCompact">["custom_instructions"]>();
    expectTypeOf<PayloadOf<"PreToolUse">>().toExtend<JsonObject>();
    expectTypeOf<AnswerOf<"SessionStart">["watchPaths"]>().toEqualTypeOf<readonly string[] | undefined>();
    expectTypeOf<AnswerOf<"UserPromptSubmit">["updatedPrompt"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<AnswerOf<"Elicitation">["action"]>().toEqualTypeOf<
      "accept" | "decline" | "cancel" | undefined
    >();
  });
});
