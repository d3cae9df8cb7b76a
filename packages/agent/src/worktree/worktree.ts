import type { Decision, RunReport } from "hookline";
import type { SessionFacts } from "../session/facts.ts";
import type { Tell } from "../session/tell.ts";
import type { Show } from "../show/show.ts";
import type { Snapshot } from "../watch/snapshot.ts";

/** A working folder of its own for one session. */
export interface Worktree {
  readonly name: string;
  /** Without links: the session's `cwd`. */
  readonly path: string;
  readonly made: "hook" | "git";
  /** The branch that was made with it; null if it was there before, or a hook made it. */
  readonly branch: string | null;
  /** The commit that it began with; null outside a repository. */
  readonly base: string | null;
  /** Where it was made from. */
  readonly projectDir: string;
  /** What was in it at the beginning, where git cannot say what is new; null if there is too much. */
  readonly before: Snapshot | null;
}

/** What worktrees need. */
export interface WorktreeOptions {
  readonly facts: Pick<SessionFacts, "id" | "projectDir">;
  readonly tell: Tell;
  readonly show: Pick<Show, "notice">;
  /** What the repository configures may run. */
  readonly trust?: boolean;
  /** The environment that git runs with. */
  readonly env: { readonly [name: string]: string | undefined };
}

/** Nobody can be asked about a worktree: only a pass or an allow lets it through. */
export function refuses({ verdict }: Decision): boolean {
  return verdict !== "pass" && verdict !== "allow";
}

/** The hooks that had the work to do: not those that only watch or run beside it. */
export function workers({ runs }: Decision): readonly RunReport[] {
  return runs.filter(({ mode, status }) => mode === "enforce" && status !== "background");
}
