import type { Engine, Hook, JsonObject, ToolCall } from "hookline";
import type { Where } from "./session-permission.ts";

/** Says why a call must wait for an approval; null if it need not. */
export type LostHooks = (call: ToolCall, payload: JsonObject, agent: Where["agent"]) => string | null;

/**
 * Remembers which hooks of PreToolUse may run now. One that loses its approval later, since a file that it names has changed, would be
 * passed over: the calls that it was to judge are refused until somebody approves it again.
 */
export function watchLostHooks(engine: Pick<Engine, "hooks" | "distrust" | "preview">): LostHooks {
  const held = new Set(
    engine.hooks
      .filter((hook) => hook.event === "PreToolUse" && hook.disabled === null)
      .filter((hook) => engine.distrust(hook) === null)
      .map(nameOf),
  );
  return ({ name, input, id }, payload, agent) => {
    if (held.size === 0) return null;
    const { plan } = engine.preview("PreToolUse", {
      ...payload,
      tool_name: name,
      tool_input: input,
      ...(id !== undefined && { tool_use_id: id }),
      ...(agent && { agent_id: agent.id, agent_type: agent.type }),
    });
    const lost = plan.lanes
      .flatMap(({ strands }) => strands.flat())
      .find(
        (item) => item.kind === "fault" && item.fault.kind === "untrusted" && held.has(nameOf(item.hook)),
      );
    if (!lost) return null;
    return `the hook ${lost.hook.id} was approved when the session began, and what it runs has changed since; nothing that it judges runs until a person approves it again (hookline trust ${lost.hook.id})`;
  };
}

function nameOf({ id, source }: Hook): string {
  return `${source.file}\n${id}`;
}
