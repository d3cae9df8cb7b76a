import type { Runner } from "../contract/runner.ts";
import { agent } from "./agent.ts";
import { command } from "./command.ts";
import { functionRunner } from "./function.ts";
import { http } from "./http.ts";
import { mcpTool } from "./mcp-tool.ts";
import { moduleRunner } from "./module.ts";
import { policy } from "./policy.ts";
import { prompt } from "./prompt.ts";
import { worker } from "./worker.ts";

/** Every hook type. */
export const allRunners: readonly Runner[] = [
  command,
  worker,
  http,
  mcpTool,
  prompt,
  agent,
  moduleRunner,
  policy,
  functionRunner,
];
