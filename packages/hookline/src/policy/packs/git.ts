import { definePack } from "../pack.ts";
import type { Rule } from "../rule.ts";
import { all, any, beginsLike, not, option, program, word, wordLike } from "./conditions.ts";

const isPush = all(word("push send-pack"), not(word("stash")), not(option("-n --dry-run")));
const protectedWhere = (condition: string) => `settings.protectedBranches.exists(branch, ${condition})`;
const onProtected = protectedWhere("facts.branch.like(branch)");
const everything = word(". ./ :/ *");

const pushRules: readonly Rule[] = [
  {
    id: "git/force-push",
    each: "command",
    verdict: "deny",
    severity: "critical",
    programs: ["git"],
    when: all(isPush, any(option("-f --force --mirror"), beginsLike(/^[+]|^remote[.].*[.]mirror=/))),
    reason:
      "This overwrites what others have pushed; push a new commit, or use --force-with-lease on your own branch.",
  },
  {
    id: "git/force-with-lease",
    each: "command",
    verdict: "ask",
    severity: "medium",
    programs: ["git"],
    when: all(isPush, wordLike(/^--force-[wi]/)),
    reason: "This rewrites a branch that was pushed; a person should say whether nobody else works on it.",
  },
  {
    id: "git/delete-remote-branch",
    each: "command",
    verdict: "deny",
    severity: "high",
    programs: ["git"],
    when: all(isPush, any(option("-d --delete --prune"), wordLike(/^:./))),
    reason: "This deletes a branch or tag for everybody; a person has to do it.",
  },
  {
    id: "git/push-protected",
    each: "command",
    verdict: "ask",
    severity: "high",
    programs: ["git"],
    when: all(
      isPush,
      any(
        protectedWhere(
          'command.args.exists(word, word.like(branch) || word.like("*:" + branch) || word.like("*refs/heads/" + branch))',
        ),
        // Without a branch of its own it pushes the one that is checked out.
        all(
          onProtected,
          'command.args.all(word, word.startsWith("-") || word in ["push", "origin", "upstream", "HEAD", "@", ""])',
        ),
        option("--all --branches"),
        wordLike(/^refs\/(heads\/)?[*]:/),
      ),
    ),
    reason: "This pushes to a protected branch; push a branch of your own and open a pull request.",
  },
];

/** Git: what rewrites or deletes work that others have, and what goes around its checks. */
export const gitPack = definePack({
  name: "git",
  summary:
    "Guards protected branches and published history, uncommitted work, and the checks of the repository.",
  settings: {
    protectedBranches: {
      summary: "Branches that are not pushed to directly, as patterns.",
      default: ["main", "master", "release/*"],
    },
  },
  rules: [
    ...pushRules,
    {
      id: "git/rewrite-history",
      each: "command",
      verdict: "ask",
      severity: "high",
      programs: ["git", "git-filter-repo", "bfg"],
      when: any(
        program("git-filter-repo bfg"),
        word("filter-branch filter-repo"),
        all(word("reflog"), word("expire delete")),
        all(word("gc"), beginsLike(/^--prune=(now|all)/)),
        all(word("update-ref"), option("-d")),
        all(word("rebase"), onProtected, not(option("--abort --continue --skip"))),
        all(word("commit"), option("--amend"), onProtected),
        all(
          word("update-ref"),
          protectedWhere('command.args.exists(word, word.like("refs/heads/" + branch))'),
        ),
        all(
          any(
            all(word("branch"), option("-D -f --force")),
            all(word("branch"), option("-M -C"), "size(command.operands) > 2"),
            all(word("checkout"), option("-B")),
            all(word("switch"), option("-C --force-create")),
          ),
          any("command.unknown", protectedWhere("command.args.exists(word, word.like(branch))")),
        ),
      ),
      reason: "This rewrites or throws away history; a person should say whether nobody needs it.",
    },
    {
      id: "git/discard-work",
      each: "command",
      verdict: "ask",
      severity: "high",
      programs: ["git"],
      when: any(
        all(word("reset"), option("--hard --merge")),
        all(word("clean"), option("-f --force"), not(option("-n --dry-run"))),
        all(word("checkout"), any(option("-f --force"), everything)),
        all(word("restore"), everything, any(not(option("--staged -S")), option("--worktree -W"))),
        all(word("stash"), word("drop clear")),
        all(word("switch"), option("-f --force --discard-changes")),
        all(word("worktree"), word("remove"), option("-f --force")),
      ),
      reason: "This throws away work that is not committed; commit or stash it first.",
    },
    {
      id: "git/skip-checks",
      each: "command",
      verdict: "ask",
      severity: "high",
      programs: ["git", "gh"],
      when: any(
        option("--no-verify --no-gpg-sign"),
        all(program("gh"), word("merge"), option("--admin")),
        all(word("commit"), option("-n")),
        all(
          'command.begins.exists(word, word.lowerAscii().matches("^(core[.]hookspath|init[.]templatedir)(=|$)"))',
          not(option("--get")),
        ),
        'command.env.exists(name, name in ["HUSKY", "HUSKY_SKIP_HOOKS", "SKIP", "LEFTHOOK"])',
      ),
      reason: "This goes around the checks of the repository; mend what they complain about.",
    },
    {
      id: "git/alias-command",
      each: "command",
      verdict: "ask",
      severity: "high",
      programs: ["git"],
      when: any(
        'command.begins.exists(word, word.lowerAscii().matches("^alias[.][^=]+="))',
        all(
          word("config"),
          'command.args.exists(word, word.lowerAscii().startsWith("alias."))',
          beginsLike(/^!/),
        ),
      ),
      reason: "This hides a command behind a name of git; run the command itself.",
    },
    {
      id: "git/folder",
      each: "path",
      verdict: "deny",
      severity: "critical",
      when: all(
        'path.access in ["delete", "write", "permission"]',
        'path.glob(["**/.git", "**/.git/**"])',
        'path.by != "git"',
        '!path.glob(["**/.git/COMMIT_EDITMSG", "**/.git/info/exclude"])',
      ),
      reason: "This changes or deletes the repository itself; use git for it.",
    },
  ],
});
