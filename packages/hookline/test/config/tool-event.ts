import type { Event } from "../../src/contract/event.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { createCatalog } from "../../src/events/catalog.ts";

/** The tools that Hookline knows by itself. */
export const tools = createCatalog();

/** An event with this payload; with a tool if the payload names one. */
export function exampleEvent(name: string, payload: JsonObject): Event {
  const spec = tools.event(name);
  if (!spec) throw new Error(`there is no event ${name}`);
  const tool = typeof payload.tool_name === "string" ? tools.tool(payload.tool_name) : null;
  const subject = tool ? { name: String(payload.tool_name), canonical: tool.name } : null;
  return { id: "example", spec, payload, subject, tool, depth: 0 };
}

/** A tool that is about to be called in `/srv/project/packages`. */
export function toolEvent(tool: string, input: JsonObject): Event {
  return exampleEvent("PreToolUse", { tool_name: tool, tool_input: input, cwd: "/srv/project/packages" });
}
