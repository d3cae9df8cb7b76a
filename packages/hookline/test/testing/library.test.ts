import { execFile } from "node:child_process";
import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import {
  checkCase,
  compareDecision,
  expectDecision,
  fireIn,
  hookCases,
  runCase,
} from "../../src/testing/index.ts";
import { scratch } from "../engine/scratch.ts";
import { root } from "../house/pages.ts";
import { aCommand, before, shell, tested } from "./tested-project.ts";

const run = promisify(execFile);

describe("fireIn", () => {
  it("fires an event in a project of its own and tells what came and what was left behind", async () => {
    const { env, project } = scratch();
    const decision = await fireIn({
      hooks: before(shell("a", "git status; ./guard.sh; ls >> seen"), shell("b", "exit 0")) as never,
      files: { "guard.sh": "#!/bin/sh\necho kept out >&2\nexit 2\n", "src/a.txt": "${HOOKLINE_PROJECT_DIR}" },
      stubs: { programs: { git: { stdout: "clean" } }, hooks: { b: { exit: 2, stderr: "stand-in" } } },
      event: "PreToolUse",
      tool: "Bash",
      input: { command: "ls" },
      env,
    });
    expectDecision(decision, { verdict: "deny", reason: "stand-in", hooks: { a: "pass", b: "deny" } });
    expect(decision.calls).toEqual({ git: [["status"]] });
    expect(decision.files.get("seen")).toBe("guard.sh\nseen\nsrc\n");
    expect(decision.files.get("src/a.txt")).toMatch(/\/home\/project$/);
    expect(project).not.toBe(decision.files.get("src/a.txt"));
  });

  it("throws for a mistake of the caller: a hook that needs a stand-in, a broken hook file, an unknown event", async () => {
    const { env } = scratch();
    const prompt = { Stop: [{ hooks: [{ type: "prompt", id: "j", prompt: "?" }] }] };
    await expect(fireIn({ hooks: prompt, event: "Stop", env })).rejects.toThrow(
      /^hook j asks somebody outside/,
    );
    const broken = { Stop: [{ hooks: [{ type: "command" }] }] };
    await expect(fireIn({ hooks: broken, event: "Stop", env })).rejects.toThrow(
      /^\.hookline\/hooks\.json:\d+:\d+: /,
    );
    await expect(fireIn({ event: "Stp", env })).rejects.toThrow(
      /there is no event "Stp"; did you mean Stop\?/,
    );
  });
});

describe("expectDecision", () => {
  it("throws with a line for each difference", async () => {
    const { env } = scratch();
    const decision = await fireIn({ event: "PreToolUse", tool: "Bash", input: { command: "ls" }, env });
    expectDecision(decision, { verdict: "pass", context: [], messages: [], halt: false });
    expect(() => expectDecision(decision, { verdict: "deny", reason: { contains: "x" } })).toThrow(
      "PreToolUse: the decision is not as expected\nverdict: expected deny, came pass\nreason: expected something with x, came nothing",
    );
    expect(compareDecision(decision, { halt: true })).toEqual([
      { what: "halt", expected: "the turn ends", came: "the turn goes on" },
    ]);
  });
});

describe("hookCases and runCase", () => {
  it("give the cases of a project and run one; what is not approved runs only if the caller says so", async () => {
    const { project, env } = tested(before(shell("a", "exit 2")), [
      aCommand("right", { verdict: "deny" }),
      aCommand("wrong", { verdict: "pass" }),
    ]);
    const cases = await hookCases(project, { env });
    expect(cases.map(({ name, file }) => [name, file])).toEqual([
      ["right", ".hookline/tests/all.json"],
      ["wrong", ".hookline/tests/all.json"],
    ]);
    const [right, wrong] = cases;
    if (!right || !wrong) throw new Error("there are two");
    await expect(runCase(right, { env })).rejects.toThrow(/^a: not approved; .* say \{ trust: "all" \}$/);
    expect(await runCase(right, { env, trust: "all" })).toMatchObject({ status: "passed" });
    await checkCase(right, { env, trust: "all" });
    await expect(checkCase(wrong, { env, trust: "all" })).rejects.toThrow(
      /^\.hookline\/tests\/all\.json:\d+:\d+: wrong\nverdict: expected pass, came deny \(blocked by a\)$/,
    );
  });

  it("throw for a file that is wrong, with file, line and column", async () => {
    const { project, env } = tested(before(), [{ name: "x", event: "Stop", expect: {} }]);
    await expect(hookCases(project, { env })).rejects.toThrow(
      /^\.hookline\/tests\/all\.json:\d+:\d+: "expect" is empty/,
    );
  });
});

describe("hookline/testing in a project of somebody else", () => {
  it("works in vitest, from the package as it is installed", async () => {
    const { project, env, write } = scratch(before(shell("guard", "./guard.sh")));
    chmodSync(write("guard.sh", "#!/bin/sh\necho no >&2\nexit 2\n"), 0o755);
    write(".hookline/tests/a.json", { cases: [aCommand("is denied", { verdict: "deny", reason: "no" })] });
    symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
    write("package.json", { type: "module" });
    write(
      "hooks.test.js",
      `import { expect, it } from "vitest";
import { checkCase, expectDecision, fireIn, hookCases } from "hookline/testing";
for (const one of await hookCases(import.meta.dirname)) it(one.name, () => checkCase(one, { trust: "all" }));
it("a rule alone", async () => {
  const rules = [{ id: "r", verdict: "ask", when: "true", reason: "sure?" }];
  const hooks = { PreToolUse: [{ hooks: [{ type: "policy", id: "p", rules }] }] };
  const decision = await fireIn({ hooks, event: "PreToolUse", tool: "Bash", input: { command: "ls" } });
  expectDecision(decision, { verdict: "ask", reason: { contains: "sure?" } });
  expect(decision.runs).toHaveLength(1);
});
`,
    );
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const args = [vitest, "run", "--root", project, "--reporter", "json", "--pool", "threads"];
    const { stdout } = await run(process.execPath, args, { cwd: project, env: { ...env, NO_COLOR: "1" } });
    const { testResults } = JSON.parse(stdout);
    expect(
      testResults[0].assertionResults.map(({ title, status }: { title: string; status: string }) => [
        title,
        status,
      ]),
    ).toEqual([
      ["is denied", "passed"],
      ["a rule alone", "passed"],
    ]);
  });
});
