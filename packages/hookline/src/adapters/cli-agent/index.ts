/** Glue to CLI-Agent and agents built like it: an event bus, and tools that run between hooks. */
export { type BusEvent, connectEventBus, type EventBus } from "./event-bus.ts";
export { type HookResult, resultOf } from "./hook-events.ts";
export { hookOrigin } from "./origin.ts";
export { blockedText, finishResponse, runTool, type ToolRun, type ToolRunOptions } from "./run-tool.ts";
