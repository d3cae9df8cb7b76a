import { suggest } from "hookline";
import { allCommands } from "../commands/all.ts";
import { customCommands } from "../commands/custom.ts";
import type { Loop } from "./conversation-loop.ts";
import type { Host } from "./host.ts";
import type { TurnEnd } from "./turn.ts";

/** What came of something typed: how its turn ended, or what a command of the agent has to show. */
export type Obeyed = { readonly end: TurnEnd } | { readonly page: string };

/** Does what was typed: a command of the agent, or a turn of the model; throws an Error whose message is one sentence for the person. */
export async function obey(
  host: Host,
  loop: Loop,
  typed: string,
  signal: AbortSignal,
  columns: number | null,
): Promise<Obeyed> {
  const [, name = "", args = ""] = /^\/(\S+)\s*([\s\S]*)$/.exec(typed) ?? [];
  const command = allCommands.find((one) => one.name === name);
  if (command) {
    const page = await command.run({ host, agent: loop.agent(), args: args.trim(), signal, columns });
    return { page: page ?? "" };
  }
  if (isUnknown(host, typed, name)) {
    const near = suggest(
      name,
      allCommands.map((one) => one.name),
    );
    throw new Error(
      `there is no command /${name}${near ? `; did you mean /${near}?` : ""}; /help lists them`,
    );
  }
  return { end: await loop.prompt(typed, signal) };
}

/** A path at the start of a prompt is no command. */
function isUnknown(host: Host, typed: string, name: string): boolean {
  if (!typed.startsWith("/") || name === "" || name.includes("/")) return false;
  const known = [...host.mcp.mcpPrompts(), ...customCommands(host)];
  return !known.some((command) => command.name === name);
}
