import type { Decision, Engine } from "hookline";
import type { AgentOptions } from "../options.ts";
import type { SessionFacts } from "../session/facts.ts";
import { createTell } from "../session/tell.ts";
import type { Show } from "../show/show.ts";
import { enterWorktree } from "../worktree/enter.ts";
import type { Worktree } from "../worktree/worktree.ts";
import type { Env } from "./host.ts";

/** Makes the worktree that the options want; null if they want none. */
export async function worktreeFor(
  { worktree, trust }: AgentOptions,
  engine: Engine,
  facts: SessionFacts,
  show: Show,
  env: Env,
): Promise<Worktree | null> {
  if (worktree === undefined) return null;
  const told = (decision: Decision) => {
    for (const { level, text } of decision.messages) show.notice(level, text);
  };
  const tell = createTell(engine, facts, told);
  return enterWorktree({ facts, tell, show, env, trust, ...(worktree !== true && { name: worktree }) });
}
