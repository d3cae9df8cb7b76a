import type { Prompt } from "@modelcontextprotocol/sdk/types.js";
import { textOfContent } from "./content.ts";
import { mcpNames } from "./names.ts";
import type { McpServer } from "./server.ts";

/** A prompt of a server as a slash command. */
export interface McpPrompt {
  /** `mcp__server__prompt`, without the slash. */
  readonly name: string;
  readonly description: string;
  /** Its arguments, in the order in which they are written behind the name. */
  readonly arguments: readonly { readonly name: string; readonly required: boolean }[];
  /** The text for the model, made by the server from what was written behind the name. */
  expand(args: string, signal?: AbortSignal): Promise<string>;
}

/** The prompts of these servers. */
export function promptsOf(servers: readonly McpServer[]): readonly McpPrompt[] {
  const taken = new Set<string>();
  return servers.flatMap((server) => {
    const names = mcpNames(
      server.name,
      server.prompts.map(({ name }) => name),
      taken,
    );
    return server.prompts.map((prompt, index) => promptOf(server, prompt, names[index] ?? prompt.name));
  });
}

function promptOf(server: McpServer, prompt: Prompt, name: string): McpPrompt {
  const wanted = (prompt.arguments ?? []).map((argument) => ({
    name: argument.name,
    required: argument.required === true,
  }));
  return {
    name,
    description: prompt.description ?? prompt.title ?? "",
    arguments: wanted,
    async expand(args, signal) {
      const given = fill(
        wanted.map((argument) => argument.name),
        args,
      );
      const missing = wanted.find((argument) => argument.required && !Object.hasOwn(given, argument.name));
      if (missing) throw new Error(`/${name} needs ${usage(wanted)}: ${missing.name} is missing`);
      if (server.gone !== null) throw new Error(`MCP server "${server.name}" is gone: ${server.gone}`);
      try {
        const options = signal ? { signal: AbortSignal.any([signal]) } : {};
        const { messages } = await server.client.getPrompt({ name: prompt.name, arguments: given }, options);
        return messages.map(({ content }) => textOfContent([content])).join("\n\n");
      } catch (error) {
        throw new Error(`MCP server "${server.name}", prompt ${prompt.name}: ${server.why(error)}`);
      }
    },
  };
}

function usage(wanted: McpPrompt["arguments"]): string {
  return wanted.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`)).join(" ");
}

/** Words by place, quotes hold words together; the last argument takes all that is left. */
function fill(names: readonly string[], args: string): Record<string, string> {
  const words = args.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  const given: [string, string][] = [];
  for (const [index, name] of names.entries()) {
    const mine = index === names.length - 1 ? words.slice(index) : words.slice(index, index + 1);
    if (mine.length > 0) given.push([name, mine.map(unquoted).join(" ")]);
  }
  return Object.fromEntries(given);
}

function unquoted(word: string): string {
  return /^(".*"|'.*')$/s.test(word) ? word.slice(1, -1) : word;
}
