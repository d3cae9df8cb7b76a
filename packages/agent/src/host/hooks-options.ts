import type { CompactionOptions, HooksOptions } from "hookline/langchain";
import { payloadFor } from "../session/tell.ts";
import type { Host } from "./host.ts";

/** How the conversation is made shorter, by itself or on `/compact`. */
export function compactionOptions({ settings, model }: Host): CompactionOptions {
  const { compactAtTokens: atTokens } = settings;
  return { model: () => model.model, ...(atTokens !== null && { atTokens }) };
}

/** What the session gives to the hooks around its agent. */
export function hooksOptions(host: Host): HooksOptions {
  const { facts, permission, person, pending, store, mcp } = host;
  return {
    payload: (event) => payloadFor(event, facts),
    permission: (request, where) => permission.permission(request, where),
    refuses: (call) => permission.refuses(call),
    defer: person.present ? "refuse" : "interrupt",
    pendingContext: () => pending.splice(0),
    told: host.told,
    modelName: () => facts.model,
    agentTranscript: ({ id }) => store.agentTranscriptPath(facts.id, id),
    toolPayload: (tool) => {
      const server = mcp.serverOfTool(tool);
      return server ? { mcp_server: { ...server } } : {};
    },
  };
}
