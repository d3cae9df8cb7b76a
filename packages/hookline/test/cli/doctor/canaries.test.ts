import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { samples } from "../../../src/cli/canary/samples.ts";
import { canariesCheck } from "../../../src/cli/doctor/canaries.ts";
import { createPolicyCheck } from "../../../src/index.ts";
import { allPacks } from "../../../src/policy/index.ts";
import { aWrite, commands, type Scratch, scratch } from "../../engine/scratch.ts";
import { findings } from "./patient.ts";

const policy = (fields: object) => ({
  PreToolUse: [{ hooks: [{ type: "policy", id: "rules", ...fields }] }],
});
const bash = (name: string, command: string, verdict = "deny") => ({
  name,
  event: "PreToolUse",
  tool: "Bash",
  input: { command },
  expect: { verdict },
});
const tests = (place: Scratch, ...cases: object[]) => place.write(".hookline/tests/guard.json", { cases });

describe("the samples of packs", () => {
  it("are denied, each by its own rule", async () => {
    const place = scratch();
    const check = await createPolicyCheck({ cwd: place.project, env: place.env });
    const text = JSON.stringify({ packs: allPacks.map(({ name }) => name) });
    const { policies } = await check.open("all", text);
    for (const { rule, name, event, payload } of samples) {
      const [checked] = policies;
      const judgement = checked && check.judge(checked, check.makeCase(event, payload));
      expect([name, judgement?.verdict]).toEqual([name, "deny"]);
      expect(judgement?.reason, name).toContain(`(rule ${rule}`);
    }
  });

  it("are there for every rule that denies without settings of the project", () => {
    const denying = allPacks
      .flatMap(({ rules }) => rules.filter(({ verdict }) => verdict === "deny"))
      .map(({ id }) => id);
    const known = new Set(samples.map(({ rule }) => rule));
    expect(denying.filter((id) => !known.has(id))).toEqual([
      "paths/read-outside",
      "paths/forbidden",
      "network/host-not-allowed",
    ]);
  });
});

describe("policies", () => {
  it("are proven pack by pack", async () => {
    const found = await findings(scratch(policy({ packs: ["commands", "git"] })), canariesCheck);
    expect(found).toMatchObject([
      {
        severity: "info",
        what: expect.stringMatching(/"commands" denied (\d+) of \1 canaries$/),
        proven: true,
      },
      { severity: "info", what: expect.stringMatching(/"git" denied (\d+) of \1 canaries$/), proven: true },
    ]);
  });

  it("that nobody approved are proven as well: their denies count", async () => {
    const place = scratch(policy({ packs: ["git"] }));
    expect(await findings(place, canariesCheck, { approve: false })).toMatchObject([{ proven: true }]);
  });

  it("that an exception takes apart are an error, with the command that shows why", async () => {
    const always = [{ when: "true", reason: "we like it" }];
    const except = { "git/force-push": always, "git/delete-remote-branch": always, "git/folder": always };
    const place = scratch(policy({ packs: ["git"], except }));
    expect(await findings(place, canariesCheck)).toMatchObject([
      {
        severity: "error",
        what: expect.stringMatching(
          /^rules: the pack "git" denies none of its 4 canaries, not even git push --force$/,
        ),
        mend: expect.stringContaining("hookline policy check"),
      },
    ]);
  });

  it("whose own rules no sample fits want a test", async () => {
    const rules = [
      { id: "no-tasks", when: "true", kinds: ["task"], verdict: "deny", reason: "no" },
      { id: "no-root", when: 'command.program == "rm"', each: "command", verdict: "deny", reason: "no" },
    ];
    const place = scratch(policy({ rules }));
    expect(await findings(place, canariesCheck)).toMatchObject([
      { severity: "info", what: "rules: no canary for its rule no-tasks" },
      { severity: "info", what: "rules: its rule no-root denied a canary", proven: true },
    ]);
  });
});

describe("guards that are commands", () => {
  const guard = { id: "guard", command: 'grep -q "rm -rf" && exit 2; exit 0' };

  it("are proven by the cases that their tests expect a deny for", async () => {
    const place = scratch(commands(guard));
    tests(place, bash("removal", "rm -rf /"), bash("listing", "ls", "pass"));
    expect(await findings(place, canariesCheck)).toMatchObject([
      {
        severity: "info",
        what: "guard denied its canary: removal (.hookline/tests/guard.json)",
        proven: true,
      },
    ]);
  });

  it("that let their canary through are an error", async () => {
    const place = scratch(commands({ ...guard, command: "exit 0" }));
    tests(place, bash("removal", "rm -rf /"));
    const found = await findings(place, canariesCheck);
    expect(found[0]).toMatchObject({
      severity: "error",
      what: "guard: removal (.hookline/tests/guard.json) must be denied, and is not",
      mend: expect.stringContaining("hookline test"),
    });
  });

  it("that break on it are an error which says how, though a fault would deny", async () => {
    const place = scratch(commands({ ...guard, command: "exit 7", onFailure: "block" }));
    tests(place, bash("removal", "rm -rf /"));
    expect((await findings(place, canariesCheck))[0]).toMatchObject({
      severity: "error",
      what: expect.stringContaining("guard broke: crash: exit code 7"),
    });
  });

  it("that deny whatever they get have proven nothing", async () => {
    const place = scratch(commands({ id: "py", command: "python3 gone.py" }));
    tests(place, bash("removal", "rm -rf /"));
    expect(await findings(place, canariesCheck)).toMatchObject([
      {
        severity: "warning",
        what: expect.stringMatching(/^py denied removal .* and the harmless command "true" as well/),
      },
    ]);
  });

  it("are not fired at without a test, without approval, or when nothing is to be fired", async () => {
    const touching = { id: "t", command: "touch fired" };
    const place = scratch(commands(touching));
    const fired = () => existsSync(join(place.project, "fired"));
    expect(await findings(place, canariesCheck)).toMatchObject([
      {
        severity: "info",
        what: expect.stringContaining("t has no canary"),
        mend: expect.stringContaining("hookline doctor --canary"),
      },
    ]);
    tests(place, bash("removal", "rm -rf /"));
    await findings(place, canariesCheck, { canary: "off" });
    place.write(".hookline/hooks.json", { hooks: commands({ ...touching, command: "touch fired #" }) });
    expect(await findings(place, canariesCheck, { approve: false })).toMatchObject([
      { severity: "info", what: expect.stringContaining("is not proven") },
    ]);
    expect(fired()).toBe(false);
    expect(await findings(place, canariesCheck, { canary: "all" })).toMatchObject([
      { severity: "error" },
      { severity: "info" },
    ]);
    expect(fired()).toBe(true);
  });

  it("are not fired at where a case makes their names mean files that nobody approved", async () => {
    const place = scratch(commands({ id: "g", command: "sh tools/guard.sh" }));
    place.write("tools/guard.sh", "exit 2\n");
    place.write("other/tools/guard.sh", "touch ../fired; exit 2\n");
    tests(place, { ...bash("removal", "rm -rf /"), payload: { cwd: join(place.project, "other") } });
    expect(await findings(place, canariesCheck)).toMatchObject([
      { what: expect.stringContaining("g has no canary") },
    ]);
    expect(existsSync(join(place.project, "fired"))).toBe(false);
  });

  it("are fired at with the usual canaries when asked, and know that it is one", async () => {
    const place = scratch(
      commands({ id: "g", command: 'test "$HOOKLINE_CANARY" = 1 && grep -q .env && exit 2; exit 0' }),
    );
    expect(await findings(place, canariesCheck, { canary: "all" })).toMatchObject([
      { what: expect.stringMatching(/^g denied its canary: .*\.env$/), proven: true },
    ]);
  });

  it("are not proven here by cases that need a scratch copy", async () => {
    const place = scratch(commands(guard));
    tests(place, { ...bash("removal", "rm -rf /"), files: { a: "b" } });
    expect(await findings(place, canariesCheck)).toMatchObject([
      { what: expect.stringContaining("cases that need a scratch copy: 1"), mend: "hookline test" },
    ]);
  });
});

describe("a canary", () => {
  it("changes nothing that is remembered: no trace, no health, no audit, no session", async () => {
    const place = scratch(
      {
        PreToolUse: [
          {
            hooks: [
              { type: "policy", id: "rules", packs: ["commands", "paths"] },
              { type: "command", id: "g", command: "exit 7", once: true },
            ],
          },
        ],
      },
      { audit: { required: true } },
    );
    tests(place, bash("removal", "rm -rf /"));
    const engine = await place.engine({ trust: "store", trace: "digest" });
    await engine.approve(engine.hooks);
    await engine.fire("PreToolUse", aWrite);
    const before = filesOf(place.home);
    expect(before.length).toBeGreaterThan(3);
    const found = await findings(place, canariesCheck, { approve: false });
    expect(found.some(({ proven }) => proven)).toBe(true);
    expect(filesOf(place.home)).toEqual(before);
  });
});

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => `${name} ${readFileSync(join(folder, name), "utf8")}`)
    .sort();
}
