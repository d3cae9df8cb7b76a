import type { Decision, Engine, JsonObject, ToolResult } from "../../src/index.ts";
import { judge, type Rules } from "./permission.ts";
import type { Place } from "./place.ts";
import type { Action } from "./record.ts";
import type { Tools } from "./tools.ts";

/** How many times in a row a Stop hook may send the model back to work: the loop is the host's, and so is its end. */
const stopBlocks = 8;

/** What became of one tool call. */
export interface Called extends Action {
  readonly succeeded: boolean;
  readonly refused: boolean;
}

/** An agent with a scripted model, as Claude Code plays it with nobody at the screen. */
export interface Agent {
  readonly engine: Engine;
  readonly place: Place;
  readonly tools: Tools;
  readonly rules: Rules;
  /** The calls of each response of the model. */
  readonly turns: readonly (readonly Action[])[];
  readonly signal: AbortSignal;
  /** Written while it runs: every decision, every call, and for each model request what was told since the one before it. */
  readonly decisions: Decision[];
  readonly calls: Called[];
  readonly told: string[][];
}

/** How a run of the agent ended; `stopped` is what a person is shown of a prompt that was refused. */
export interface Ending {
  readonly requests: number;
  readonly ending: string | null;
  readonly stopped: string | null;
}

/** Says what happens to the hooks, in the agent's order, and does what they decide. */
export async function runAgent(agent: Agent): Promise<Ending> {
  const start = await fire(agent, "SessionStart", { source: "startup" });
  const prompt = await fire(agent, "UserPromptSubmit", { prompt: "go" });
  const stopped = start.halt ?? prompt.halt ?? (prompt.verdict === "deny" ? prompt : null);
  if (stopped) return { requests: 0, ending: null, stopped: stopped.reason };
  const { initialUserMessage: first } = start.effects;
  agent.told.push([...start.context, ...(typeof first === "string" ? [first] : []), "go", ...prompt.context]);
  for (const [index, actions] of agent.turns.entries()) {
    const ending = await takeTurn(agent, actions);
    if (ending !== null) return { requests: index + 1, ending, stopped: null };
  }
  return finish(agent);
}

/** Runs the calls of one response; gives the reason if the turn ends here. */
async function takeTurn(agent: Agent, actions: readonly Action[]): Promise<string | null> {
  const results: ToolResult<unknown>[] = [];
  for (const action of actions) results.push(await callTool(agent, action));
  if (agent.signal.aborted) return "aborted_tools";
  if (results.some(({ decision }) => decision.verdict === "defer")) return "tool_deferred";
  const batch = await fire(agent, "PostToolBatch", {
    tool_calls: actions.map(({ name, input }) => ({ tool_name: name, tool_input: input })),
  });
  const ended = results.some(({ decision, after }) => decision.halt ?? after?.halt) || batch.halt;
  if (ended || batch.verdict === "deny") return "hook_stopped";
  const shown = results.map((result, index) => shownResult(agent, actions[index]?.name ?? "", result));
  const reminders = results.flatMap(({ decision, after }) => [
    decision.context.join("\n"),
    after?.verdict === "deny" ? after.reason : "",
    after?.context.join("\n") ?? "",
  ]);
  agent.told.push([...shown, ...reminders, batch.context.join("\n")].filter((text) => text !== ""));
  return null;
}

async function callTool(agent: Agent, { name, input }: Action): Promise<ToolResult<unknown>> {
  const { engine, tools, rules, signal } = agent;
  const payload = { cwd: tools.cwd, permission_mode: rules.mode };
  const given = structuredClone(input);
  const result = await engine.wrapTool({ name, input: given }, (final) => tools.run(name, final), {
    payload,
    signal,
    permission: (request) =>
      judge(rules, request, tools, () =>
        fire(agent, "PermissionRequest", { tool_name: name, tool_input: request.input }),
      ),
  });
  agent.decisions.push(result.decision, ...(result.after ? [result.after] : []));
  const { verdict, runs } = result.decision;
  const brokenOff = runs.some(({ fault }) => fault === "cancelled");
  const refused = !result.ran && !brokenOff && (verdict === "deny" || verdict === "ask");
  agent.calls.push({ name, input: given, succeeded: result.ran && result.error === undefined, refused });
  return result;
}

/** What the model sees as the result of its call. */
function shownResult({ tools, place }: Agent, name: string, result: ToolResult<unknown>): string {
  if (!result.ran) return place.hide(result.decision.reason);
  if (result.error !== undefined) return result.error instanceof Error ? result.error.message : "";
  return place.hide(tools.render(name, result.output));
}

/** The model has no more calls: it stops, unless hooks send it back. */
async function finish(agent: Agent): Promise<Ending> {
  for (let blocks = 0; ; blocks += 1) {
    const requests = agent.told.length;
    const stop = await fire(agent, "Stop", {
      stop_hook_active: blocks > 0,
      last_assistant_message: `t${requests}`,
    });
    if (stop.halt) return { requests, ending: "stop_hook_prevented", stopped: null };
    const feedback = [...(stop.verdict === "deny" ? [stop.reason] : []), ...stop.context];
    if (feedback.length === 0 || blocks === stopBlocks)
      return { requests, ending: "completed", stopped: null };
    agent.told.push(feedback);
  }
}

async function fire(agent: Agent, event: string, payload: JsonObject): Promise<Decision> {
  const decision = await agent.engine.fire(event, { cwd: agent.tools.cwd, ...payload });
  agent.decisions.push(decision);
  return decision;
}
