import { defineRecipe, scriptGroup } from "./recipe.ts";
import { testSeconds } from "./run-tests-on-stop.ts";
import { startsPrograms } from "./scripts/programs.ts";
import { readsEvent, readsOptions, scriptOf, shortens } from "./scripts/script.ts";
import { runnerNames, runsTests } from "./scripts/test-runners.ts";
import { testRunnersOf } from "./tools-in-use.ts";

const guards = {
  imports: {},
  code: String.raw`
const { command, cmd } = event.tool_input ?? {};
const text = String(command ?? cmd ?? "");
const commits = /(^|[^\w-])git(\s+(-[Cc]\s+\S+|--?[\w-]+(=\S+)?|--(git-dir|work-tree|namespace)\s+\S+))*\s+commit(?![\w-])/;
// Quotes and backslashes change nothing about which program is called; what is quoted may be one word with spaces in it.
const readings = [text, text.replace(/"[^"]*"/g, "x"), text.replace(/'[^']*'/g, "x")];
if (!readings.some((one) => commits.test(one.replace(/["'\\]/g, "")))) process.exit(0);
const failed = failingTests();
if (failed !== null) {
  console.error("Nothing is committed while the tests fail; mend them first.\n" + failed);
  process.exit(2);
}
`,
};

/** Lets nobody commit while the tests fail. */
export const requireTestsBeforeCommit = defineRecipe({
  name: "require-tests-before-commit",
  summary: "run the tests before each git commit of the agent, and deny it if they fail",
  about:
    "On a command with `git commit` in it, the tests run first; while they fail it is denied, with the reason. If the tests cannot be run it is denied, too. " +
    "Commits of people are not touched, and an alias of git is not seen: it is a habit for the agent, and the pipeline stays the judge.",
  tools: { names: runnerNames, several: true, found: testRunnersOf },
  settings: { timeout: testSeconds },
  make: ({ id, tools, script, settings: { timeout = "300" } }) => {
    const [tool = "npm"] = tools;
    const bash = (command: string) => ({ event: "PreToolUse", tool: "Bash", input: { command } });
    const passed = Object.fromEntries(tools.map((name) => [name, { exit: 0 }]));
    return {
      hooks: {
        PreToolUse: [
          scriptGroup("Bash", id, [script, `--with=${tools.join(",")}`], {
            when: "!has(tool_input.command) || tool_input.command.contains('commit')",
            timeout: Number(timeout),
            onFailure: "block",
          }),
        ],
      },
      script: scriptOf("Denies git commit while the tests fail: --with names the runners.", [
        readsEvent,
        readsOptions,
        startsPrograms,
        shortens,
        runsTests,
        guards,
      ]),
      cases: [
        {
          name: "a commit while the tests fail",
          ...bash("git add . && git commit -m 'work'"),
          stubs: { programs: { [tool]: { exit: 1, stdout: "1 failed" } } },
          expect: { verdict: "deny", reason: { contains: "1 failed" } },
        },
        {
          name: "a commit when the tests pass",
          ...bash("git -C . commit -m work"),
          stubs: { programs: passed },
          expect: { hooks: { [id]: "pass" }, calls: { [tool]: 1 } },
        },
        {
          name: "a command of git that commits nothing",
          ...bash("git log --grep commit"),
          stubs: { programs: { [tool]: { exit: 1 } } },
          expect: { calls: { [tool]: 0 } },
        },
      ],
      notes: [],
    };
  },
});
