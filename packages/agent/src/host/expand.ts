import { customCommands } from "../commands/custom.ts";
import type { Host } from "./host.ts";

/** What a typed line becomes: a prompt for the model, nothing (a hook refused it), or null if it is no such command. */
export async function expandCommand(
  host: Host,
  line: string,
  signal: AbortSignal,
): Promise<string | undefined | null> {
  const [, name = "", args = ""] = /^\/(\S+)\s*([\s\S]*)$/.exec(line) ?? [];
  const custom = customCommands(host).find((command) => command.name === name);
  const server = host.mcp.mcpPrompts().find((prompt) => prompt.name === name);
  if (!custom && !server) return null;
  const about = {
    expansion_type: custom ? "slash_command" : "mcp_prompt",
    command_name: name,
    command_args: args,
    ...(custom && { command_source: custom.source }),
    prompt: line,
  };
  const { verdict, halt, reason, context } = await host.tell("UserPromptExpansion", about, signal);
  if (verdict === "deny" || halt) {
    host.show.notice("warn", `/${name} is not expanded: ${reason || halt?.reason}`);
    return undefined;
  }
  const text = custom ? custom.expand(args) : await server?.expand(args);
  host.pending.push(...context.map((one) => `UserPromptExpansion hook additional context: ${one}`));
  return text;
}
