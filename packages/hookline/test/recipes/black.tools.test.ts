import { expect, it } from "vitest";
import { ran, withRecipe } from "./with-recipe.ts";

it("format-on-edit formats what was written with the real black", async () => {
  const files = { "pyproject.toml": "[tool.black]\n", "my file.py": "a  =  {'x':1}\n", "bad.py": "def (\n" };
  const { engine, read, tools } = await withRecipe("format-on-edit", { files });
  expect(tools).toEqual(["black"]);
  const { runs } = await engine.fire("PostToolUse", ran("Write", { file_path: "my file.py" }));
  expect(runs).toMatchObject([{ status: "ok", exitCode: 0 }]);
  expect(read("my file.py")).toBe('a = {"x": 1}\n');
  const failed = await engine.fire("PostToolUse", ran("Write", { file_path: "bad.py" }));
  expect(failed).toMatchObject({ verdict: "pass", runs: [{ fault: "crash" }] });
  expect(read("bad.py")).toBe("def (\n");
});
