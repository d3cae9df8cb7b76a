import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { testVerb } from "../../src/cli/verbs/test.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";
import { aCommand, before, shell } from "../testing/tested-project.ts";
import { onTerminal } from "./on-terminal.ts";
import { cli, startCli } from "./run-cli.ts";

const hooks = {
  ...before(shell("guard", `! grep -q curl || { echo "no curl" >&2; exit 2; }`), {
    type: "policy",
    id: "rules",
    rules: [{ id: "no-rm", verdict: "deny", when: "false", reason: "x" }],
  }),
  SessionEnd: [{ hooks: [shell("never", "true")] }],
};
const good = aCommand("curl x", { verdict: "deny", reason: "no curl" });
const bad = aCommand("ls", { verdict: "deny", reason: "\u001b[31mred AKIAIOSFODNN7EXAMPLE" });
const at = (place: Scratch) => ({ cwd: place.project, env: place.env });
const made = (...cases: object[]) => {
  const place = scratch(hooks);
  if (cases.length > 0) place.write(".hookline/tests/a.json", { cases });
  return place;
};
const never = `1 hook never exercised:\n    never  SessionEnd  .hookline/hooks.json:29:11\n1 rule never exercised:\n    no-rm  PreToolUse  .hookline/hooks.json:11:11\n`;
let isAnswer: (value: unknown) => boolean;

beforeAll(() => {
  const validate = new Ajv2020().compile(testVerb.answers ?? false);
  isAnswer = (value) => validate(value) === true || expect(validate.errors).toEqual([]) === undefined;
});

describe("hookline test", () => {
  it("has help with examples and what the exit status means", async () => {
    const { status, stdout } = await cli(["test", "--help"], at(scratch()));
    expect(status).toBe(0);
    expect(stdout).toContain("hookline test --mutate");
    expect(stdout).toContain("Exit status: 0 all passed; 1 a case failed");
  });

  it("runs what is approved, and says what is not exercised", async () => {
    const place = made(good);
    const refused = await cli(["test"], at(place));
    expect([refused.status, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toBe(
      'hookline: guard is not approved, so nothing was run; look at them with "hookline trust", or run "hookline test --trust"\n',
    );
    expect((await cli(["trust", "--all"], at(place))).status).toBe(0);
    const { status, stdout, stderr } = await cli(["test"], at(place));
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout.replace(/[\d.]+ s$/m, "0 s")).toBe(`${never}1 passed  0 s\n`);
  });

  it("tells what was expected and what came, nothing in it for a terminal to obey, and no secret", async () => {
    const { status, stdout } = await cli(["test", "--trust"], at(made(good, bad)));
    expect(status).toBe(1);
    expect(stdout).toContain(
      "failed  ls  .hookline/tests/a.json:15:5\n    verdict: expected deny, came pass\n",
    );
    expect(stdout).toContain("    reason: expected \\u001b[31mred [redacted], came nothing\n");
    expect(stdout).toMatch(/^1 failed, 1 passed {2}[\d.]+ s\n$/m);
  });

  it("says nothing but what failed with --quiet, and more with -v", async () => {
    const place = made(good, bad);
    const quiet = await cli(["test", "--trust", "--quiet", "--filter", "curl"], at(place));
    expect(quiet).toEqual({ status: 0, stdout: "", stderr: "" });
    const verbose = await cli(["test", "--trust", "-v", "--filter", "curl"], at(place));
    expect(verbose.stdout).toMatch(
      /^passed {2}curl x {2}\d+ ms\na copy of the project holds 2 files \(\d+ kB\)\n1 left out by --filter\n/,
    );
  });

  it("prints JSON that fits its schema, also when nothing could be run", async () => {
    const place = made(good, bad);
    const { status, stdout } = await cli(["test", "--trust", "--json"], at(place));
    const report = JSON.parse(stdout);
    expect(isAnswer(report)).toBe(true);
    expect(status).toBe(1);
    // What a program prints lands in the logs of a CI.
    expect(stdout).toContain("[redacted]");
    expect(stdout).not.toContain("AKIA");
    expect(report).toMatchObject({
      ok: false,
      cases: [
        { name: "curl x", status: "passed", verdict: "deny" },
        {
          name: "ls",
          status: "failed",
          verdict: "pass",
          differences: [{ what: "verdict" }, { what: "reason" }],
        },
      ],
      coverage: {
        percent: 50,
        never: [
          { hook: "rules", rule: "no-rm" },
          { hook: "never", rule: null },
        ],
      },
    });
    const unrun = await cli(["test", "--json"], at(place));
    expect(isAnswer(JSON.parse(unrun.stdout))).toBe(true);
    expect([unrun.status, JSON.parse(unrun.stdout).unapproved]).toEqual([1, ["guard"]]);
  });

  it("names the changes that no case notices", async () => {
    const place = made(aCommand("curl x", { hooks: { rules: "pass" } }));
    const { status, stdout } = await cli(["test", "--trust", "--mutate"], at(place));
    expect(status).toBe(1);
    expect(stdout).toContain(
      "unnoticed  no test fails when guard guard lets everything through  .hookline/hooks.json:6:11\n",
    );
    expect(stdout).toContain(
      "unnoticed  no test fails when hook guard is removed  .hookline/hooks.json:6:11\n",
    );
    expect(stdout).toMatch(/1 passed, 1 of 5 changes noticed/);
    const json = await cli(["test", "--trust", "--mutate", "--json"], at(place));
    expect(isAnswer(JSON.parse(json.stdout))).toBe(true);
    expect([json.status, JSON.parse(json.stdout).changes.length]).toEqual([1, 5]);
  });

  it("fails below the coverage that is asked for", async () => {
    const place = made(good);
    const low = await cli(["test", "--trust", "--min-coverage", "51"], at(place));
    expect([low.status, low.stdout]).toEqual([
      1,
      expect.stringContaining("50 % of hooks and rules are exercised; at least 51 % must be"),
    ]);
    expect((await cli(["test", "--trust", "--min-coverage", "50"], at(place))).status).toBe(0);
  });

  it("treats snapshots as CI should where CI is set", async () => {
    const place = made(aCommand("curl x", { snapshot: true }));
    const ci = await cli(["test", "--trust"], { ...at(place), env: { ...place.env, CI: "true" } });
    expect([ci.status, ci.stdout]).toEqual([
      1,
      expect.stringContaining('came none: run "hookline test --update"'),
    ]);
    const here = await cli(["test", "--trust", "--update"], {
      ...at(place),
      env: { ...place.env, CI: "true" },
    });
    expect([here.status, here.stdout]).toEqual([0, expect.stringContaining("snapshots: 1 written")]);
  });

  it.each([
    [["--jobs", "0"], "hookline: --jobs 0: write a whole number from 1 to 1000\n"],
    [["--min-coverage", "most"], "hookline: --min-coverage most: write a whole number from 0 to 100\n"],
    [
      ["--min-coverage", "5", "--filter", "x"],
      "hookline: --min-coverage needs all cases: leave --filter out\n",
    ],
    [["--cwd", "/no/such"], "hookline: --cwd /no/such: there is no such folder\n"],
    [["--filter", "zzz"], "hookline: no case has this text in its name or file; there is 1\n"],
  ])("a wrong call is one line: %j", async (args, said) => {
    expect(await cli(["test", ...args], at(made(good)))).toEqual({ status: 1, stdout: "", stderr: said });
  });

  it("says how to begin where there is no case, and what is wrong in a file", async () => {
    const none = await cli(["test"], at(made()));
    expect([none.status, none.stdout]).toEqual([1, ""]);
    expect(none.stderr).toMatch(
      /^hookline: there is no file in \.hookline\/tests; write \.hookline\/tests\/first\.json: \{.*\}\n$/,
    );
    const place = made();
    place.write(".hookline/tests/a.json", `{ "cases": [{ "nam": "x" }] }`);
    const wrong = await cli(["test"], at(place));
    expect([wrong.status, wrong.stdout]).toEqual([1, ""]);
    expect(wrong.stderr.split("\n")[0]).toBe(
      '.hookline/tests/a.json:1:15: the key "nam" means nothing here; did you mean "name"?',
    );
  });

  it("shows colours and how far it is on a terminal, and clears that line", async () => {
    const place = made(good, bad);
    const { status, stdout } = await onTerminal(["test", "--trust"], at(place));
    expect(status).toBe(1);
    expect(stdout).toMatch(/1\/2 cases.*\r\u001b\[K.*2\/2 cases\r\u001b\[K/s);
    expect(stdout).toContain("\u001b[31mfailed\u001b[39m");
  });

  it("a signal ends all hooks and removes all copies", async () => {
    const place = scratch(before(shell("slow", "echo $$ >> started; cp started $XDG_STATE_HOME/; sleep 60")));
    place.write(".hookline/tests/a.json", { cases: [aCommand("ls", { verdict: "pass" })] });
    const { child, ended } = startCli(["test", "--trust"], at(place));
    const copies = join(place.home, ".local/state/hookline/cache/tests");
    await expect
      .poll(() => readNames(copies).some((name) => readNames(join(copies, name)).includes("started")), {
        timeout: 10_000,
      })
      .toBe(true);
    child.kill("SIGTERM");
    expect((await ended).status).toBe(143);
    expect(readNames(copies)).toEqual([]);
  });
});

function readNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
