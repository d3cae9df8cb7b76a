import { defineEvent } from "../contract/event.ts";
import { permissionMode } from "./common.ts";

/** A typed command is about to become a prompt. */
export const userPromptExpansion = defineEvent({
  name: "UserPromptExpansion",
  summary: "A slash command or an MCP prompt is about to be expanded.",
  payload: {
    permission_mode: permissionMode,
    expansion_type: "slash_command|mcp_prompt|string",
    command_name: "string",
    command_args: "string",
    command_source: "string?",
    prompt: "string",
  },
  subject: "command_name",
  deny: "stop",
  answer: {
    additionalContext: "string?",
    suppressOriginalPrompt: "boolean?",
  },
  text: "context",
  judges: "denyAndHalt",
});
