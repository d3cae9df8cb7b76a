import { existsSync, realpathSync } from "node:fs";
import { changesBetween, takeSnapshot } from "../watch/snapshot.ts";
import { git } from "./git.ts";
import { refuses, type Worktree, type WorktreeOptions, workers } from "./worktree.ts";

/** Takes a session's worktree away, by a WorktreeRemove hook or by git; keeps it, and says so, if there is work in it. */
export async function leaveWorktree(
  worktree: Worktree,
  { tell, show, env }: Omit<WorktreeOptions, "facts">,
): Promise<"kept" | "removed"> {
  const { path, projectDir } = worktree;
  const kept = (why: string, level: "info" | "warn" = "warn") => {
    show.notice(level, `The worktree ${path} is kept: ${why}`);
    return "kept" as const;
  };
  if (!existsSync(path)) return "removed";
  const work = await workIn(worktree, env);
  if (work !== null) return kept(work, "info");
  const decision = await tell("WorktreeRemove", { worktree_path: path });
  if (!existsSync(path)) return "removed";
  if (refuses(decision)) return kept(decision.reason || "a WorktreeRemove hook refuses to remove it");
  const hooks = workers(decision);
  const broken = hooks.find(({ status }) => status === "fault");
  if (broken) return kept(`the hook ${broken.hook} broke (${broken.fault})`);
  if (hooks.length > 0) return kept("the WorktreeRemove hook ended well and did not remove it");
  const removed = await git(projectDir, env, "worktree", "remove", path);
  if (removed.code !== 0) return kept(`git says: ${removed.complaint}`);
  // `-d` leaves a branch that has commits of its own.
  if (worktree.branch !== null) await git(projectDir, env, "branch", "-d", worktree.branch);
  return "removed";
}

/** What would be lost with the worktree, in words; null if nothing. */
async function workIn({ path, base, before }: Worktree, env: WorktreeOptions["env"]): Promise<string | null> {
  const top = await git(path, env, "rev-parse", "--show-toplevel");
  if (top.code !== 0 || realpathSync(top.out) !== path) {
    if (before === null) return "it cannot be told whether there is work in it";
    const { files } = takeSnapshot([path], before);
    return changesBetween(before, files).length === 0 ? null : "files in it have changed";
  }
  const status = await git(path, env, "status", "--porcelain");
  if (status.code !== 0) return `git says: ${status.complaint}`;
  if (status.out !== "") return "there are uncommitted changes in it";
  if (base === null) return "it cannot be told whether there are new commits in it";
  const commits = await git(path, env, "rev-list", "--max-count=1", `${base}..HEAD`);
  if (commits.code !== 0) return `git says: ${commits.complaint}`;
  return commits.out === "" ? null : "there are new commits in it";
}
