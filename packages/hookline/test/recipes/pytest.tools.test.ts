import { expect, it } from "vitest";
import { withRecipe } from "./with-recipe.ts";

const test = (value: number) => `def test_adds():\n    assert 1 + 1 == ${value}\n`;

it("run-tests-on-stop runs the real pytest", async () => {
  const { engine, write, tools } = await withRecipe("run-tests-on-stop", {
    files: { "pytest.ini": "[pytest]\n" },
  });
  expect(tools).toEqual(["pytest"]);
  const stop = (stop_hook_active: boolean) => engine.fire("Stop", { stop_hook_active });
  expect((await stop(false)).messages).toMatchObject([{ text: "tests: passed" }]);
  write("test_a.py", test(3));
  const failed = await stop(false);
  expect(failed.verdict).toBe("deny");
  expect(failed.reason).toContain("assert (1 + 1) == 3");
  expect(await stop(true)).toMatchObject({ verdict: "pass" });
  write("test_a.py", test(2));
  expect((await stop(false)).messages).toMatchObject([{ text: "tests: passed" }]);
});

it("require-tests-before-commit lets nobody commit while the real pytest fails", async () => {
  const files = { "pytest.ini": "[pytest]\n", "test_a.py": test(3) };
  const { engine, write } = await withRecipe("require-tests-before-commit", { files });
  const commit = async () =>
    (await engine.fire("PreToolUse", { tool_name: "Bash", tool_input: { command: "git commit -m x" } }))
      .verdict;
  expect(await commit()).toBe("deny");
  write("test_a.py", test(2));
  expect(await commit()).toBe("pass");
});
