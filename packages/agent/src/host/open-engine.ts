import { createEngine, type Engine, type LoadedFile, type McpCaller } from "hookline";
import { readRegular } from "../files/regular-file.ts";
import { type ChosenModel, chooseForHook } from "../models/choose.ts";
import { createAgentJudge, createJudge, type JudgeTools } from "../models/judge.ts";
import type { AgentOptions } from "../options.ts";
import type { Show } from "../show/show.ts";
import type { Env } from "./host.ts";
import { StartRefused } from "./start-refused.ts";

/** What the engine of a session is made of. */
export interface EngineParts {
  readonly options: AgentOptions;
  readonly env: Env;
  readonly cwd: string;
  readonly sessionId: string;
  readonly mcp: McpCaller;
  readonly model: () => ChosenModel;
  /** What an `agent` hook may use: it looks, and changes nothing. */
  readonly judgeTools: () => JudgeTools;
  readonly wake: (reason: string) => void;
  readonly systemRoot: string;
}

/** Creates the engine: the hooks of the project, with the session's model, agent and MCP servers for those that need one. */
export async function openEngine(parts: EngineParts): Promise<Engine> {
  const { options, env, cwd, sessionId, mcp, wake, systemRoot } = parts;
  const getModel = (name: string | undefined) => chooseForHook(parts.model(), name, env);
  return createEngine({
    cwd,
    sessionId,
    env,
    mcp,
    wake,
    systemRoot,
    trust: options.trust ? "all" : "store",
    model: createJudge(getModel),
    agent: (request) => createAgentJudge(getModel, parts.judgeTools())(request),
    ...(options.dialect.length > 0 && { dialects: options.dialect }),
  });
}

/** Says what is wrong in the hook files; throws if a hook that must hold is not there. */
export function checkHooks({ diagnostics, files, hooks, distrust }: Engine, show: Show): void {
  for (const { severity, file, line, column, message, hint } of diagnostics) {
    const level = severity === "error" ? "error" : "warn";
    show.notice(level, `${file}:${line}:${column}: ${message}${hint === "" ? "" : `; ${hint}`}`);
  }
  if (files.some((file) => file.lacks || (file.state === "broken" && mayHoldGuard(file))))
    throw new StartRefused(
      "a hook that must hold cannot be loaded (see above); mend it, or remove it, and start again",
    );
  const unapproved = hooks.filter((hook) => hook.disabled === null && distrust(hook) !== null);
  if (unapproved.length > 0) {
    const what =
      unapproved.length === 1
        ? "1 hook of this project is"
        : `${unapproved.length} hooks of this project are`;
    show.notice(
      "warn",
      `${what} not approved and will not run; look at them with "hookline trust", or start with --trust`,
    );
  }
}

/** As much as the engine reads of a hook file. */
const hookFileBytes = 8 * 1024 * 1024;

/** True for a broken file that may have held a guard: a managed one, or one in which somebody wrote a policy or that a fault blocks. */
function mayHoldGuard({ layer, path }: LoadedFile): boolean {
  if (layer === "managed") return true;
  const read = readRegular(path, hookFileBytes);
  // Nobody can tell what is in one that cannot be read.
  if (read.problem !== undefined) return true;
  return /"?onFailure"?\s*:\s*"?block|"?type"?\s*:\s*"?policy/.test(read.bytes.toString("utf8"));
}
