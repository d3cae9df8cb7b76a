import { defineRecipe, scriptGroup } from "./recipe.ts";
import { startsPrograms } from "./scripts/programs.ts";
import { readsEvent, readsOptions, scriptOf, shortens } from "./scripts/script.ts";
import { runnerNames, runsTests } from "./scripts/test-runners.ts";
import { testRunnersOf } from "./tools-in-use.ts";

const tells = {
  imports: {},
  code: String.raw`
const say = (systemMessage) => console.log(JSON.stringify({ systemMessage }));
const failed = failingTests();
if (failed === null) say("tests: passed");
// Once is enough: whoever could not mend them in one more go is not kept for ever.
else if (option("failing") === "report" || event.stop_hook_active === true) say("tests: FAILED\n" + failed);
else {
  console.error("The tests fail; mend that before you stop.\n" + failed);
  process.exit(2);
}
`,
};

/** The seconds that tests may take. */
export const testSeconds = {
  summary: "the seconds that the tests may take",
  usual: (): string => "300",
  check: (value: string): string | null =>
    /^[1-9]\d{0,4}$/.test(value) ? null : "must be a number of seconds, such as 300",
};

/** Runs the tests when the agent is done. */
export const runTestsOnStop = defineRecipe({
  name: "run-tests-on-stop",
  summary: "run the tests when the agent is done; if they fail it goes on, once",
  about:
    "Runs jest, vitest, pytest, go test or npm test on Stop, and tells whether they passed. If they fail, the agent gets what was said and goes " +
    "on; when it stops again and they still fail, that is only reported, so there is no endless loop. With `--set failing=report` they are only ever reported.",
  tools: { names: runnerNames, several: true, found: testRunnersOf },
  settings: {
    failing: {
      summary: "mend: the agent goes on, once; report: the person is told",
      usual: () => "mend",
      check: (value) => (["mend", "report"].includes(value) ? null : "must be mend or report"),
    },
    timeout: testSeconds,
  },
  make: ({ id, tools, script, settings: { failing = "mend", timeout = "300" } }) => {
    const [tool = "npm"] = tools;
    const stop = (active: boolean) => ({ event: "Stop", payload: { stop_hook_active: active } });
    const failed = { stubs: { programs: { [tool]: { exit: 1, stdout: "1 failed" } } } };
    const passed = Object.fromEntries(tools.map((name) => [name, { exit: 0 }]));
    const going = { verdict: "deny", reason: { contains: "1 failed" } };
    const reported = { hooks: { [id]: "pass" }, calls: { [tool]: 1 } };
    return {
      hooks: {
        Stop: [
          scriptGroup(null, id, [script, `--failing=${failing}`, `--with=${tools.join(",")}`], {
            timeout: Number(timeout),
          }),
        ],
      },
      script: scriptOf("Runs the tests when the agent is done: --with names the runners.", [
        readsEvent,
        readsOptions,
        startsPrograms,
        shortens,
        runsTests,
        tells,
      ]),
      cases: [
        { name: "failing tests", ...stop(false), ...failed, expect: failing === "mend" ? going : reported },
        { name: "tests that still fail", ...stop(true), ...failed, expect: reported },
        {
          name: "tests that pass",
          ...stop(false),
          stubs: { programs: passed },
          expect: reported,
        },
      ],
      notes: [],
    };
  },
});
