import { expect, it } from "vitest";
import { ran, withRecipe } from "./with-recipe.ts";

const module = "module example.org/a\n\ngo 1.18\n";
const cache = { GOFLAGS: "-mod=mod", GOTOOLCHAIN: "local" };

it("format-on-edit formats what was written with the real gofmt", async () => {
  const files = { "go.mod": module, "a.go": "package a\nfunc  A( ) int {return 1}\n" };
  const { engine, read, tools } = await withRecipe("format-on-edit", { files, env: cache });
  expect(tools).toEqual(["gofmt"]);
  const { runs } = await engine.fire("PostToolUse", ran("Write", { file_path: "a.go" }));
  expect(runs).toMatchObject([{ status: "ok", exitCode: 0 }]);
  expect(read("a.go")).toBe("package a\n\nfunc A() int { return 1 }\n");
});

it("lint-on-edit tells the model what the real go vet finds", async () => {
  const bad = 'package a\n\nimport "fmt"\n\nfunc A() { fmt.Printf("%d\\n", "x") }\n';
  const files = { "go.mod": module, "sub dir/a.go": bad, "b.go": "package b\n" };
  const { engine } = await withRecipe("lint-on-edit", { files, env: cache });
  const found = await engine.fire("PostToolUse", ran("Edit", { file_path: "b.go" }));
  expect(found.verdict).toBe("pass");
  const wrong = await withRecipe("lint-on-edit", { files: { "go.mod": module, "a.go": bad }, env: cache });
  const told = await wrong.engine.fire("PostToolUse", ran("Edit", { file_path: "a.go" }));
  expect([told.verdict, told.reason]).toEqual(["deny", expect.stringContaining("Printf")]);
});

it("run-tests-on-stop runs the real go test", async () => {
  const test = (value: number) =>
    `package a\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) {\n\tif 1+1 != ${value} {\n\t\tt.Fatal("wrong")\n\t}\n}\n`;
  const { engine, write } = await withRecipe("run-tests-on-stop", {
    files: { "go.mod": module, "a_test.go": test(3) },
    env: cache,
  });
  const failed = await engine.fire("Stop", { stop_hook_active: false });
  expect([failed.verdict, failed.reason]).toEqual(["deny", expect.stringContaining("wrong")]);
  write("a_test.go", test(2));
  expect((await engine.fire("Stop", { stop_hook_active: false })).messages).toMatchObject([
    { text: "tests: passed" },
  ]);
});
