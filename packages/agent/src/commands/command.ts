import type { Agent } from "../host/build-agent.ts";
import type { Host } from "../host/host.ts";

/** What a slash command works with. */
export interface CommandCall {
  readonly host: Host;
  readonly agent: Agent;
  /** What stands after the command's name. */
  readonly args: string;
  readonly signal: AbortSignal;
  /** How wide a page may be; null for as wide as it takes. */
  readonly columns: number | null;
}

/** A command that a person types in a session. */
export interface SlashCommand {
  /** Without the slash. */
  readonly name: string;
  /** What it takes, for people. */
  readonly hint: string;
  readonly summary: string;
  /** Gives what to show, or nothing; throws an Error whose message is one sentence for the person. */
  run(call: CommandCall): Promise<string | undefined>;
}

/** Declares a slash command. */
export function defineCommand(command: SlashCommand): SlashCommand {
  return command;
}
