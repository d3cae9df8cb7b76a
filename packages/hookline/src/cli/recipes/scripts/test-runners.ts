import type { ScriptPiece } from "./script.ts";

/** Runs the tests of the project; needs the pieces that read options, start programs and shorten texts. */
export const runsTests: ScriptPiece = {
  imports: {},
  code: String.raw`
const runners = {
  jest: { args: ["--ci", "--passWithNoTests"], get: "npm install --save-dev jest" },
  vitest: { args: ["run", "--passWithNoTests"], get: "npm install --save-dev vitest" },
  // 5: there are no tests.
  pytest: { args: ["-q"], fine: [0, 5], get: "pip install pytest" },
  go: { args: ["test", "./..."], get: "see https://go.dev/doc/install" },
  npm: { args: ["test", "--silent"], get: "see https://nodejs.org" },
};

/** Runs the tests; null if all of them pass, else the end of what was said. */
function failingTests() {
  for (const name of option("with").split(",")) {
    const runner = runners[name];
    if (!runner) {
      console.error("no test runner is called " + name + "; known are: " + Object.keys(runners).join(", "));
      process.exit(1);
    }
    // The cases of other hooks must not run all tests of the project.
    if (inTest && !hasStandIn(name)) continue;
    const { status, said } = run(name, runner.args, runner.get);
    if (!(runner.fine ?? [0]).includes(status)) return name + " says:\n" + lastOf(said);
  }
  return null;
}
`,
};

/** How each runner is called by the name of its program. */
export const runnerNames: readonly string[] = ["jest", "vitest", "pytest", "go", "npm"];
