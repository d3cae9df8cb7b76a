import { ToolMessage } from "@langchain/core/messages";
import { type Command, interrupt, isGraphBubbleUp } from "@langchain/langgraph";
import { type ToolCallHandler, type ToolCallRequest, ToolInvocationError } from "langchain";
import { jsonCopy } from "../../contract/json.ts";
import type { Decision, Engine, JsonObject, Permission, PermissionRequest } from "../../index.ts";
import { approve } from "./approval.ts";
import { keep } from "./keep.ts";
import { asObject, textOf } from "./marks.ts";
import type { HooksOptions } from "./options.ts";
import { placeOf } from "./place.ts";
import { answered, failed, refused, responseOf, unfit } from "./tool-result.ts";

/** What became of PreToolUse for calls that wait for a person: on resume their hooks are not run again. */
type Waiting = Map<string, Decision>;

/** Makes what LangChain calls around each tool: `engine.wrapTool`, and its answers in LangChain's words. */
export function toolCallHook(engine: Engine, options: HooksOptions) {
  const waiting: Waiting = new Map();
  return async (request: ToolCallRequest, handler: ToolCallHandler): Promise<ToolMessage | Command> => {
    const { toolCall, state, runtime } = request;
    const { name, id = "" } = toolCall;
    // Neither a hook nor a person can judge it, and an exception would end the run, and each one that takes it up again.
    if (jsonCopy(toolCall.args ?? {}) === undefined) return unfit(toolCall);
    const place = placeOf(engine, options, state.messages);
    // The input is part of it: a call that was changed while it waited is another one.
    const key = JSON.stringify([runtime.configurable?.thread_id, place.agent?.id, id, toolCall.args]);
    const decided = waiting.get(key);
    let result: ToolMessage | Command | undefined;

    const execute = async (input: JsonObject) => {
      result = await withoutStack(() => handler({ ...request, toolCall: { ...toolCall, args: input } }));
      if (ToolMessage.isInstance(result) && result.status === "error") throw new Error(textOf(result));
      return responseOf(result);
    };
    const { ran, output, error, decision, after } = await engine.wrapTool(
      { name, input: asObject(toolCall.args), ...(id !== "" && { id }) },
      execute,
      {
        signal: runtime.signal,
        payload: { ...place.about("PreToolUse"), ...options.toolPayload?.(name) },
        passes: isGraphBubbleUp,
        whenDecided: (made) => keep(waiting, key, made),
        ...(decided && { decided }),
        ...(options.refuses && { refuses: options.refuses }),
        ...permissionFor(request, options, place.agent),
      },
    );
    waiting.delete(key);
    options.told?.(decision);
    if (after) options.told?.(after);
    if (decision.verdict === "defer" && !ran) {
      const { reason } = decision;
      const input = asObject(toolCall.args);
      if (options.defer === "interrupt") interrupt({ type: "deferred", id, name, input, reason });
      // Nobody will answer later: then it is refused, and that is told.
      const refusal = { tool_name: name, tool_input: input, tool_use_id: id, reason: reason || "deferred" };
      await place.fire("PermissionDenied", { ...options.toolPayload?.(name), ...refusal }, runtime.signal);
    }
    // A call that was cancelled has no result: the run ends as LangGraph ends it.
    if (!ran) runtime.signal?.throwIfAborted();
    if (!ran) return refused(toolCall, decision);
    const input = decision.updatedInput ?? asObject(toolCall.args);
    if (error !== undefined) {
      runtime.signal?.throwIfAborted();
      return failed(toolCall, input, error, result, decision, after);
    }
    return answered(toolCall, input, result, output, decision, after);
  };
}

/** LangChain puts a stack into the text about arguments that do not fit; neither model nor hook can use it. */
async function withoutStack<R>(call: () => R | Promise<R>): Promise<R> {
  try {
    return await call();
  } catch (error) {
    if (!ToolInvocationError.isInstance(error)) throw error;
    const { stack = "", message } = error.toolError;
    throw new Error(error.message.replace(stack, () => message));
  }
}

function permissionFor(
  call: ToolCallRequest,
  { permission, interruptOn }: HooksOptions,
  agent: ReturnType<typeof placeOf>["agent"],
): { permission?: (request: PermissionRequest) => Permission | Promise<Permission> } {
  const { signal } = call.runtime;
  if (permission) return { permission: (request) => permission(request, { agent, signal }) };
  if (interruptOn) return { permission: (request) => approve(request, call, interruptOn) };
  return {};
}
