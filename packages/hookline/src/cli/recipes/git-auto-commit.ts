import { defineRecipe, scriptGroup } from "./recipe.ts";
import { editedFile } from "./scripts/edited-file.ts";
import { readsEvent, readsOptions, scriptOf } from "./scripts/script.ts";

const commits = {
  imports: {
    "node:child_process": ["spawnSync"],
    "node:fs": ["existsSync"],
    "node:path": ["dirname", "join", "relative", "resolve"],
  },
  code: String.raw`
const file = editedFile();
/** Runs git beside the file; names are taken as they are, whatever signs are in them. */
function git(...args) {
  const env = { ...process.env, GIT_LITERAL_PATHSPECS: "1" };
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: dirname(file), encoding: "utf8", env });
  return { status, stdout: (stdout ?? "").trim(), stderr: (stderr ?? "").trim() };
}

const repository = git("rev-parse", "--git-dir");
if (repository.status !== 0) process.exit(0);
const folder = resolve(dirname(file), repository.stdout);
const busy = ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "BISECT_LOG", "rebase-merge", "rebase-apply"];
if (busy.some((name) => existsSync(join(folder, name)))) process.exit(0);
if (git("check-ignore", "--quiet", "--", file).status === 0) process.exit(0);
if (git("status", "--porcelain", "--", file).stdout === "") process.exit(0);

const added = git("add", "--", file);
// Only this file: what somebody has staged beside it stays staged.
const subject = "agent: " + relative(project, file).replace(/\s+/g, " ");
const done = added.status === 0 ? git("commit", "--quiet", "--only", "-m", subject, "-m", option("trailer"), "--", file) : added;
if (done.status !== 0) {
  console.error("not committed: " + (done.stderr || done.stdout));
  process.exit(1);
}
`,
};

/** Commits each file that the agent writes. */
export const gitAutoCommit = defineRecipe({
  name: "git-auto-commit",
  summary: "commit each file that the agent writes, that file alone",
  about:
    "One commit for each edit, with a trailer that says whose it is. What is staged beside it stays staged; ignored and unchanged files make no " +
    "commit, and nothing is done during a merge, a rebase or their like. Git's own hooks run.",
  settings: {
    trailer: {
      summary: "the last line of each message",
      usual: () => "Co-authored-by: AI agent <agent@hookline.invalid>",
      check: (value) => (/^[\w-]+: \S[^\n]*$/.test(value) ? null : "must be like Name: value"),
    },
  },
  make: ({ id, script, settings: { trailer = "" } }) => ({
    hooks: {
      PostToolUse: [
        {
          ...scriptGroup("Write|Edit|MultiEdit", id, [script, `--trailer=${trailer}`], { timeout: 30 }),
          sequential: true,
        },
      ],
    },
    script: scriptOf("Commits the file that a tool has written: --trailer is the last line of the message.", [
      readsEvent,
      readsOptions,
      editedFile,
      commits,
    ]),
    cases: [
      {
        name: "outside of a repository nothing happens",
        event: "PostToolUse",
        tool: "Write",
        input: { file_path: "a.txt", content: "x" },
        files: { "a.txt": "x" },
        stubs: { programs: { git: { exit: 128 } } },
        expect: { hooks: { [id]: "pass" }, calls: { git: 1 } },
      },
    ],
    notes: [
      "hooks of one event run at the same time: to have formatted files in the commits, put the formatter's entry before this one, into the same group (it is sequential)",
    ],
  }),
});
