/** One way in which a payload of this agent is not as Claude Code sends it. */
export interface Differs {
  readonly event: string;
  /** The path of the field; `[]` stands for the items of a list. */
  readonly field: string;
  readonly is: "not sent" | "added" | "other type" | "other value" | "no such moment";
}

/** A difference that is meant. */
export interface Difference extends Differs {
  readonly why: string;
}

const withEffort = [
  "PermissionRequest",
  "PostToolBatch",
  "PostToolUse",
  "PostToolUseFailure",
  "PreToolUse",
  "Stop",
  "SubagentStop",
];
const withTool = ["PermissionRequest", "PostToolUse", "PostToolUseFailure", "PreToolUse"];

const ownNames = "the tools have names of their own; matchers take Claude Code's names for them too";
const noTeams = "there are no teams here";
const noPrices = "the agent knows no prices and no caches of models";

/** Every difference between the payloads of this agent and those of Claude Code; `docs/agent-events.md` tells them to people. */
export const differences: readonly Difference[] = [
  ...withEffort.map(
    (event): Difference => ({
      event,
      field: "effort",
      is: "not sent",
      why: "the agent has no such setting",
    }),
  ),
  ...withTool.map((event): Difference => ({ event, field: "tool_name", is: "other value", why: ownNames })),
  { event: "PostToolBatch", field: "tool_calls[].tool_name", is: "other value", why: ownNames },
  { event: "SessionStart", field: "prompt_cache_likely_expired", is: "not sent", why: noPrices },
  { event: "SessionStart", field: "estimated_cache_write_usd", is: "not sent", why: noPrices },
  {
    event: "SubagentStop",
    field: "agent_type",
    is: "no such moment",
    why: "Claude Code makes its summaries with a sub-agent that has no type; here one request does it",
  },
  {
    event: "SubagentStop",
    field: "background_tasks[]",
    is: "not sent",
    why: "sub-agents do not run in the background: the list is always empty",
  },
  ...["TaskCompleted", "TaskCreated"].flatMap((event): Difference[] => [
    { event, field: "teammate_name", is: "not sent", why: noTeams },
    { event, field: "team_name", is: "not sent", why: noTeams },
  ]),
];
