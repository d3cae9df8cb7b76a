import type { Decision, Engine, Json, JsonObject, WrapOptions } from "../../index.ts";
import { asAgent, asHooks } from "./origin.ts";

/** A call of a tool, as CLI-Agent has it: built-in tools may have their key, `builtin:<name>`. */
export interface ToolRun {
  readonly name: string;
  readonly args: JsonObject;
  readonly id?: string;
}

/** How a tool runs; `validate` is the agent's own check: what it throws is thrown, and no hook hears of the call. */
export interface ToolRunOptions extends WrapOptions {
  readonly validate?: (args: JsonObject) => void | Promise<void>;
}

/** What the model reads instead of a tool's result. */
export function blockedText(reason: string): string {
  return `Tool execution blocked by hook: ${reason}`;
}

/**
 * Runs a tool between its hooks. A tool that hooks refuse does not run, and the result says why; what the tool throws is thrown
 * again when the hooks after it have heard of it.
 */
export async function runTool<O>(
  engine: Engine,
  { name, args, id }: ToolRun,
  execute: (args: JsonObject) => O | Promise<O>,
  { validate, ...options }: ToolRunOptions = {},
): Promise<O | Json | undefined> {
  await validate?.(args);
  const failures: unknown[] = [];
  const watched = async (input: JsonObject): Promise<O> => {
    try {
      return await asAgent(() => execute(input));
    } catch (thrown) {
      failures.push(thrown);
      throw thrown;
    }
  };
  const call = { name: name.replace(/^builtin:/, ""), input: args, ...(id !== undefined && { id }) };
  const { ran, output, decision } = await asHooks(() => engine.wrapTool(call, watched, options));
  if (!ran) return blockedText(whyNot(decision));
  if (failures.length > 0) throw failures[0];
  return output;
}

/** Tells the hooks that the agent has finished its response, and waits for them. */
export function finishResponse(
  engine: Engine,
  {
    conversationLength,
    sessionId,
  }: { readonly conversationLength?: number; readonly sessionId?: string } = {},
): Promise<Decision> {
  return asHooks(() =>
    engine.fire("Stop", {
      stop_hook_active: false,
      ...(conversationLength !== undefined && { conversation_length: conversationLength }),
      ...(sessionId !== undefined && { session_id: sessionId }),
    }),
  );
}

function whyNot({ reason, halt, verdict }: Decision): string {
  return reason || halt?.reason || `the hooks said ${verdict}`;
}
