import { appendFileSync, existsSync, mkdirSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { visibleLine } from "../show/visible.ts";
import { maxFiles, takeSnapshot } from "../watch/snapshot.ts";
import { git } from "./git.ts";
import { judgeHookPath } from "./hook-path.ts";
import { refuses, type Worktree, type WorktreeOptions, workers } from "./worktree.ts";

/** Where git worktrees of sessions lie in a project. */
const place = ".hookline/worktrees";

/** Makes a working folder for the session, by a WorktreeCreate hook or by git; rejects with one sentence for the person if there can be none. */
export async function enterWorktree(
  options: WorktreeOptions & { readonly name?: string },
): Promise<Worktree> {
  const { facts, tell, env } = options;
  const name = options.name ?? `session-${facts.id.slice(0, 8)}`;
  if (!/^[A-Za-z0-9](?:[A-Za-z0-9_-]|\.(?!\.|lock$|$)){0,63}$/.test(name)) {
    throw new Error(`"${name}" is no name for a worktree: use letters, digits, "-", "_" and "."`);
  }
  const decision = await tell("WorktreeCreate", { name });
  if (refuses(decision)) {
    throw new Error(`The worktree "${name}" is not made: ${decision.reason || "a hook refuses it"}`);
  }
  if (workers(decision).length === 0) return byGit(options, name);
  const { worktreePath: printed } = decision.effects;
  if (typeof printed !== "string") {
    const [broken] = workers(decision).filter(({ status }) => status === "fault");
    const why = broken
      ? `the hook ${broken.hook} broke (${broken.fault})`
      : "no WorktreeCreate hook gave its path";
    throw new Error(`The worktree "${name}" is not made: ${why}`);
  }
  const judged = judgeHookPath(printed, facts.projectDir);
  if ("why" in judged) throw new Error(`The worktree "${name}" is not used: ${judged.why}`);
  const head = await git(judged.path, env, "rev-parse", "--verify", "-q", "HEAD");
  const { files } = takeSnapshot([judged.path]);
  return {
    name,
    path: judged.path,
    made: "hook",
    branch: null,
    base: head.code === 0 ? head.out : null,
    projectDir: facts.projectDir,
    before: files.size < maxFiles ? files : null,
  };
}

async function byGit(
  { facts: { projectDir }, env, show, trust = false }: WorktreeOptions,
  name: string,
): Promise<Worktree> {
  const fail = (why: string) => new Error(`The worktree "${name}" is not made: ${why}`);
  const common = await git(projectDir, env, "rev-parse", "--git-common-dir");
  if (common.code === "missing") throw fail("git is not installed");
  if (common.code !== 0) {
    throw fail(`${projectDir} is in no git repository; run "git init", or add a WorktreeCreate hook`);
  }
  const programs = trust ? [] : await programsOf(projectDir, env);
  if (programs.length > 0) {
    const keys = programs.map(visibleLine).join(", ");
    throw fail(
      `the repository's configuration names programs that git would run (${keys}); look at them, then start with --trust`,
    );
  }
  const head = await git(projectDir, env, "rev-parse", "--verify", "-q", "HEAD");
  if (head.code !== 0)
    throw fail(`the repository of ${projectDir} has no commit yet; commit something first`);
  const path = join(realpathSync(projectDir), place, name);
  const branch = `worktree-${name}`;
  const known = await git(projectDir, env, "worktree", "list", "--porcelain");
  const rest = { name, path, made: "git", base: head.out, projectDir, before: null } as const;
  if (existsSync(path) && known.out.split("\n").includes(`worktree ${path}`)) {
    show.notice("info", `The worktree ${path} is there already and is used again`);
    return { ...rest, branch: null };
  }
  await exclude(projectDir, env, resolve(projectDir, common.out));
  const old = await git(projectDir, env, "rev-parse", "--verify", "-q", `refs/heads/${branch}`);
  const added =
    old.code === 0
      ? await git(projectDir, env, "worktree", "add", path, branch)
      : await git(projectDir, env, "worktree", "add", "-b", branch, path, "HEAD");
  if (added.code !== 0) throw fail(`git says: ${added.complaint}`);
  return { ...rest, branch: old.code === 0 ? null : branch };
}

/** The settings of the repository's own configuration by which git runs a program when files are checked out. */
async function programsOf(projectDir: string, env: WorktreeOptions["env"]): Promise<readonly string[]> {
  const names = "^(filter\\..*\\.(smudge|process|clean)|core\\.(fsmonitor|hookspath|sshcommand))$";
  const scopes = ["--local", "--worktree"];
  const found = await Promise.all(
    scopes.map((scope) =>
      git(projectDir, env, "config", scope, "--includes", "--name-only", "--get-regexp", names),
    ),
  );
  return [...new Set(found.flatMap(({ code, out }) => (code === 0 ? out.split("\n") : [])))];
}

/** Keeps the worktrees out of the status of the project, without changing a file that others share. */
async function exclude(projectDir: string, env: WorktreeOptions["env"], common: string): Promise<void> {
  const ignored = await git(projectDir, env, "check-ignore", "-q", `${place}/x`);
  if (ignored.code === 0) return;
  const file = join(common, "info", "exclude");
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `\n**/${place}/\n`);
}
