import type { JsonObject } from "../../contract/json.ts";
import type { ToolSpec } from "../../contract/tool.ts";

/** What matchers and rules need to know about tools; a catalog fits. */
export interface ToolNames {
  /** A tool under any of its names; a name that is not known is a tool of its own. */
  tool(name: string): ToolSpec;
  canonicalTool(name: string): string;
  /** The name that a tool has now, for one that it had once; every other word stays as it is. */
  currentName(word: string): string;
  /** The text in the tool's input that is its command, path, URL or agent. */
  toolInput(
    tool: ToolSpec,
    input: JsonObject,
    part: "command" | "path" | "url" | "agent",
  ): string | undefined;
}
