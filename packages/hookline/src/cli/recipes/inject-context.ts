import { defineRecipe, scriptGroup } from "./recipe.ts";
import { readsEvent, scriptOf } from "./scripts/script.ts";

const injects = {
  imports: {
    "node:child_process": ["spawnSync"],
    "node:fs": ["readFileSync", "realpathSync"],
    "node:path": ["resolve", "sep"],
  },
  code: String.raw`
/** What git says, at most so many lines; empty where it says nothing. */
function git(most, ...args) {
  const { status, stdout } = spawnSync("git", args, { cwd: project, encoding: "utf8" });
  return status === 0 ? stdout.trimEnd().split("\n").slice(0, most).join("\n") : "";
}

const name = process.env.CONTEXT_FILE;
const parts = [];
const branch = git(1, "branch", "--show-current");
const changed = git(30, "status", "--short");
const commits = git(5, "log", "--oneline", "-5");
if (branch) parts.push("Branch: " + branch);
if (changed) parts.push("Changed and not committed:\n" + changed);
if (commits) parts.push("Last commits:\n" + commits);
if (name) {
  try {
    const file = realpathSync(resolve(project, name));
    if (file.startsWith(project + sep)) parts.push(name + ":\n" + readFileSync(file, "utf8").slice(0, 6000).trimEnd());
  } catch {
    parts.push(name + " is not there.");
  }
}
if (parts.length > 0) console.log(parts.join("\n\n"));
`,
};

/** Tells the model how things stand. */
export const injectContext = defineRecipe({
  name: "inject-context",
  summary: "tell the model at the start: branch, what is changed, the last commits, a file",
  about:
    "Runs on SessionStart; what it prints the model reads. With `--set file=NOTES.md` a file of the project is told, too (its first 6,000 " +
    "characters). Messages of commits were written by others: the model reads them as context, not as orders.",
  settings: { file: { summary: "a file of the project to tell as well", usual: () => "" } },
  make: ({ id, script, settings: { file = "" } }) => ({
    hooks: {
      SessionStart: [
        scriptGroup(null, id, [script], { timeout: 10, ...(file !== "" && { env: { CONTEXT_FILE: file } }) }),
      ],
    },
    script: scriptOf("Tells the model how things stand: CONTEXT_FILE is a file to tell as well.", [
      readsEvent,
      injects,
    ]),
    cases: [
      {
        name: "the model is told what git says",
        event: "SessionStart",
        payload: { source: "startup" },
        ...(file !== "" && { files: { [file]: "read me" } }),
        stubs: { programs: { git: { exit: 0, stdout: "abc" } } },
        expect: { hooks: { [id]: "pass" }, calls: { git: 3 } },
      },
    ],
    notes: [],
  }),
});
