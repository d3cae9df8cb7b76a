/** GenCode's own doors to Hookline: its HooksManager, and the texts that it shows. */
export type {
  HookContext,
  HookDefinition,
  HookEvent,
  HookGroup,
  HookResult,
  HooksConfig,
  HookType,
  Settings,
} from "./definitions.ts";
export { blockedLine, displayHooks, endedLine, startedLine } from "./display.ts";
export { HooksManager, type HooksManagerOptions } from "./hooks-manager.ts";
export { hooksTable } from "./hooks-table.ts";
