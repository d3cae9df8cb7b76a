import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../src/contract/json.ts";
import type { DialectRules } from "./rules.ts";

/** The tables of all dialects that have one, in alphabetical order. */
export const tables: readonly DialectRules[] = await Promise.all(
  readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith(".rules.ts"))
    .sort()
    .map(async (file) => (await import(join(import.meta.dirname, file))).rules),
);

/** The payload that an event needs. */
export function payloadFor(event: string, rules: DialectRules): JsonObject {
  const tool = { tool_name: rules.tool, tool_input: { file_path: "a.txt", command: "ls" } };
  switch (event) {
    case "PreToolUse":
    case "PermissionRequest":
    case "PermissionCheck":
    case "PermissionGranted":
      return tool;
    case "PermissionDenied":
      return { ...tool, reason: "no" };
    case "PostToolUse":
      return { ...tool, tool_response: { ok: true } };
    case "PostToolUseFailure":
      return { ...tool, error: "it broke" };
    case "UserPromptSubmit":
      return { prompt: "hello" };
    case "Notification":
      return { message: "look", notification_type: "info" };
    case "SessionStart":
      return { source: "startup" };
    case "SessionEnd":
      return { reason: "exit" };
    case "Stop":
      return { stop_hook_active: false };
    case "ModelRequest":
    case "ModelResponse":
    case "StreamStart":
    case "StreamEnd":
      return { model: "a-model" };
    case "MessageAdded":
      return { role: "user", content: "hello" };
    default:
      return {};
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
/** A command that prints this and ends with this code. */
export const saying = (stdout: string, stderr: string, code: number) =>
  `printf %s ${quoted(stdout)}; printf %s ${quoted(stderr)} >&2; exit ${code}`;
