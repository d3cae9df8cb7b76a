import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TestReport } from "../../src/testing/index.ts";
import { aCommand, before, shell, summary, tested } from "./tested-project.ts";

const rule = (id: string, program: string, verdict = "deny") => ({
  id,
  verdict,
  when: `commands.exists(c, c.program == "${program}")`,
  reason: `no ${program}`,
});
const policy = (...rules: object[]) => ({ type: "policy", id: "rules", rules });
const unnoticed = ({ mutants }: TestReport) =>
  mutants
    .filter(({ noticedBy }) => noticedBy === null)
    .map(({ mutant }) => [mutant.kind, mutant.kind === "rule" ? mutant.rule : mutant.hook]);

describe("coverage", () => {
  it("names the hooks and rules that no case made answer, with where they stand", async () => {
    const hooks = {
      PreToolUse: [{ hooks: [policy(rule("a", "rm"), rule("b", "dd")), shell("stubbed", "true")] }],
      Stop: [{ hooks: [{ type: "prompt", id: "judge", prompt: "?" }] }],
      SessionEnd: [{ hooks: [shell("never", "true"), shell("off", "true", { enabled: false })] }],
    };
    const { test } = tested(hooks, [
      aCommand("rm x", { verdict: "deny" }, { stubs: { hooks: { stubbed: { exit: 0 } } } }),
      {
        name: "stop",
        event: "Stop",
        stubs: { hooks: { judge: { answer: { ok: true } } } },
        expect: { verdict: "pass" },
      },
    ]);
    const { coverage } = await test();
    const never = coverage?.all.filter(({ exercised }) => !exercised);
    expect(never?.map(({ hook, rule: inside }) => inside ?? hook)).toEqual(["b", "stubbed", "never"]);
    expect(never?.every(({ source }) => /^\.hookline\/hooks\.json:\d+:\d+$/.test(source))).toBe(true);
    expect(coverage).toMatchObject({ exercised: 3, percent: 50 });
  });

  it("is not told of a part of the cases", async () => {
    const { test } = tested(before(shell("a", "true")), [
      aCommand("one", { verdict: "pass" }),
      aCommand("two", { verdict: "pass" }),
    ]);
    const report = await test({ filter: "two" });
    expect([summary(report), report.leftOut, report.coverage]).toEqual([[["two", "passed"]], 1, null]);
  });
});

describe("changes to the hooks", () => {
  it("are noticed by a case that expects the deny, and named if no case does", async () => {
    const guard = (id: string, word: string) =>
      shell(id, `! grep -q ${word} || { echo no ${word} >&2; exit 2; }`);
    const hooks = before(
      guard("seen", "curl"),
      guard("unseen", "wget"),
      policy(rule("kept", "rm"), rule("loose", "dd", "ask")),
    );
    const { test } = tested(hooks, [
      aCommand("curl x", { verdict: "deny", reason: { contains: "no curl" } }),
      aCommand("wget x", { hooks: { seen: "pass", rules: "pass" } }),
      aCommand("rm x", { verdict: "deny" }),
      aCommand("dd x", { hooks: { seen: "pass" } }),
    ]);
    const report = await test({ mutate: true });
    expect(summary(report).map((line) => (Array.isArray(line) ? line[1] : line))).toEqual(
      Array(4).fill("passed"),
    );
    expect(unnoticed(report)).toEqual([
      ["pass", "unseen"],
      ["drop", "unseen"],
      ["rule", "loose"],
    ]);
    const noticed = report.mutants.find(({ mutant }) => mutant.kind === "rule" && mutant.rule === "kept");
    expect(noticed?.noticedBy).toBe(".hookline/tests/all.json: rm x");
  });

  it("an entry without an id keeps the one that it had, and a policy without rules stays a policy", async () => {
    const { test } = tested(before({ type: "policy", rules: [rule("only", "rm")] }), [
      aCommand("rm x", { updatedInput: null }),
    ]);
    const report = await test({ mutate: true });
    expect(unnoticed(report).map(([kind]) => kind)).toEqual(["pass", "drop", "rule"]);
  });

  it("of a hook or a rule that no case makes answer are never noticed, but of a part of the cases not asked for", async () => {
    const hooks = {
      ...before(policy(rule("kept", "rm"), rule("bare", "dd"))),
      Stop: [{ hooks: [{ ...policy(rule("inner", "rm")), id: "untested" }] }],
    };
    const { test } = tested(hooks, [
      aCommand("rm x", { verdict: "deny" }),
      aCommand("ls", { verdict: "pass" }),
    ]);
    expect(unnoticed(await test({ mutate: true }))).toEqual([
      ["rule", "bare"],
      ["drop", "untested"],
    ]);
    expect(unnoticed(await test({ mutate: true, filter: "rm" }))).toEqual([]);
  });

  it("are not made while cases fail", async () => {
    const { test } = tested(before(shell("a", "exit 2")), [aCommand("ls", { verdict: "pass" })]);
    expect((await test({ mutate: true })).mutants).toEqual([]);
  });
});

const programs = ["rm", "dd", "curl", "wget", "git"] as const;
const verdict = fc.constantFrom("deny", "ask");

describe("laws", () => {
  it("the result is the same in any order and with any number of jobs", async () => {
    const hooks = before(
      policy(rule("a", "rm"), rule("b", "dd", "ask")),
      shell("count", "echo x >> count; grep -q curl && exit 2; exit 0"),
    );
    const cases = programs.map((program) =>
      aCommand(`${program} x`, { files: { count: "x\n" }, verdict: program === "rm" ? "deny" : "pass" }),
    );
    const { test, write } = tested(hooks, cases);
    const known = new Map(summary(await test({ jobs: 1 })).map((line) => [JSON.stringify(line), line]));
    expect([...known.values()].filter((line) => Array.isArray(line) && line[1] === "failed")).toHaveLength(2);
    const order = fc.shuffledSubarray(cases, { minLength: cases.length });
    await fc.assert(
      fc.asyncProperty(order, fc.integer({ min: 1, max: 6 }), async (shuffled, jobs) => {
        write(".hookline/tests/all.json", { cases: shuffled });
        const report = await test({ jobs });
        expect(new Set(summary(report).map((line) => JSON.stringify(line)))).toEqual(new Set(known.keys()));
        expect(report.cases.map((run) => run.case.name)).toEqual(
          shuffled.map((one) => "name" in one && one.name),
        );
      }),
      { numRuns: 6 },
    );
  });

  it("a guard that lets everything through is always found if a case expects its verdict", async () => {
    const guards = fc.uniqueArray(fc.record({ program: fc.constantFrom(...programs), verdict }), {
      selector: ({ program }) => program,
      minLength: 1,
    });
    await fc.assert(
      fc.asyncProperty(guards, async (given) => {
        const hooks = before(
          ...given.map((one) => ({
            ...policy(rule(`r-${one.program}`, one.program, one.verdict)),
            id: one.program,
          })),
        );
        const { test } = tested(
          hooks,
          given.map((one) => aCommand(`${one.program} x`, { verdict: one.verdict })),
        );
        const report = await test({ mutate: true });
        expect(report.mutants).toHaveLength(3 * given.length);
        expect(unnoticed(report)).toEqual([]);
      }),
      { numRuns: 8 },
    );
  });
});
