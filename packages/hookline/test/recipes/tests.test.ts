import { describe, expect, it } from "vitest";
import { withRecipe } from "./with-recipe.ts";

const stop = { stop_hook_active: false };
const jestTest = (value: number) => `test("adds", () => expect(1 + 1).toBe(${value}));`;
const vitestTest = (value: number) => `import { expect, test } from "vitest";\n${jestTest(value)}`;

describe("run-tests-on-stop", () => {
  // shows: W-034 W-035 W-106 W-136
  it.each([
    [
      "jest",
      { "package.json": { devDependencies: { jest: "30" }, jest: { testEnvironment: "node" } } },
      "a.test.js",
      jestTest,
    ],
    [
      "vitest",
      { "package.json": { type: "module", devDependencies: { vitest: "4" } } },
      "a.test.ts",
      vitestTest,
    ],
  ])("runs the real %s: the agent goes on while the tests fail, once", async (name, files, file, test) => {
    const { engine, write, tools } = await withRecipe("run-tests-on-stop", { files, packages: true });
    expect(tools).toEqual([name]);
    write(file, test(2));
    const passed = await engine.fire("Stop", stop);
    expect(passed).toMatchObject({ verdict: "pass", messages: [{ text: "tests: passed" }] });
    write(file, test(3));
    const failed = await engine.fire("Stop", stop);
    expect(failed.verdict).toBe("deny");
    expect(failed.reason).toMatch(
      /^The tests fail; mend that before you stop\.[\s\S]*Expected: 3|expected 2 to be 3/,
    );
    const again = await engine.fire("Stop", { stop_hook_active: true });
    expect(again).toMatchObject({ verdict: "pass", halt: null });
    expect(again.messages[0]?.text).toMatch(/^tests: FAILED/);
  });

  // shows: W-034 W-035 W-036 W-037 W-106 W-136
  it.each([
    [{ "package.json": { devDependencies: { jest: "30" } } }, "jest", "--ci"],
    [{ "package.json": { scripts: { test: "tap" } } }, "npm", "test"],
    [{ "go.mod": "module a" }, "go", "test"],
    [{ "pytest.ini": "" }, "pytest", "-q"],
  ])(
    "in a project with %j it tells the result of a stand-in for %s, and fails nothing",
    async (files, program, word) => {
      const { engine, write, read } = await withRecipe("run-tests-on-stop", {
        set: { failing: "report" },
        files,
        programs: { [program]: 'echo "$*" >called; test ! -e broken' },
      });
      const tell = async () => (await engine.fire("Stop", stop)).messages.map(({ text }) => text);
      expect(await tell()).toEqual(["tests: passed"]);
      expect(read("called")).toContain(word);
      write("broken", "");
      const failing = await engine.fire("Stop", stop);
      expect(failing).toMatchObject({ verdict: "pass", halt: null });
      expect(failing.messages[0]?.text).toMatch(/^tests: FAILED/);
    },
  );
});

describe("require-tests-before-commit", () => {
  const bash = (command: string) => ({ tool_name: "Bash", tool_input: { command } });

  it("runs the real vitest before a commit, and denies it while the tests fail", async () => {
    const files = {
      "package.json": { type: "module", devDependencies: { vitest: "4" } },
      "a.test.ts": vitestTest(3),
    };
    const { engine, write } = await withRecipe("require-tests-before-commit", { files, packages: true });
    const denied = await engine.fire("PreToolUse", bash("git commit -m x"));
    expect(denied.verdict).toBe("deny");
    expect(denied.reason).toMatch(/^Nothing is committed while the tests fail; [\s\S]*expected 2 to be 3/);
    write("a.test.ts", vitestTest(2));
    expect((await engine.fire("PreToolUse", bash("git commit -m x"))).verdict).toBe("pass");
  });

  it("sees a commit however it is written, and no commit where there is none", async () => {
    const files = { "package.json": { scripts: { test: "x" } } };
    const { engine } = await withRecipe("require-tests-before-commit", {
      files,
      programs: { npm: "exit 1" },
    });
    const verdict = async (command: string) => (await engine.fire("PreToolUse", bash(command))).verdict;
    for (const command of [
      "git commit",
      "git add . && git commit -am x",
      "git -C sub -c a.b=c commit -m x",
      "git --no-pager commit",
      'git "commit" -m x',
      "cd x; git commit;",
      "env A=b git commit -m x",
      "sh -c 'git commit -m x'",
      "(git commit)",
      'git -c user.name="A B" -c user.email=a@b commit -m x',
      "git -C 'my folder' commit -m x",
      `sh -c 'git -c user.name="A B" commit -m x'`,
      "git --git-dir .git commit -m x",
      "git commit>log",
      "echo `git commit`",
      "git \\\n commit -m x",
    ])
      expect(await verdict(command), command).toBe("deny");
    for (const command of [
      "git status",
      "git log --grep commit",
      "git commit-graph write",
      "echo commit",
      "ls",
    ])
      expect(await verdict(command), command).toBe("pass");
  });

  it("denies when the tests cannot be run", async () => {
    const { engine } = await withRecipe("require-tests-before-commit", {
      tool: "pytest",
      env: { PATH: "/nowhere" },
    });
    const { verdict, reason } = await engine.fire("PreToolUse", bash("git commit -m x"));
    expect([verdict, reason]).toEqual(["deny", expect.stringContaining("require-tests-before-commit: ")]);
  });
});
