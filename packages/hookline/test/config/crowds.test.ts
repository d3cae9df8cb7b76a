import { join } from "node:path";
import { expect, test } from "vitest";
import { defineDialect } from "../../src/contract/dialect.ts";
import { native } from "../../src/dialects/native.ts";
import { commandHook, fileWith, makeMachine } from "./hook-folders.ts";

test("of more files of one place than anybody has, the first are read, one says so, and the others are left out", async () => {
  const { project, write, load, team } = makeMachine();
  const many = defineDialect({
    ...native,
    name: "many",
    files: [{ layer: "team", base: "project", path: ".many/*.json" }],
    onlyHooks: true,
  });
  for (let number = 1_000; number < 2_003; number++) {
    write(join(project, ".many", `${number}.json`), fileWith([commandHook(`check ${number}`)]));
  }
  write(team, fileWith([commandHook("own")]));
  const request = { dialects: [native, many] };
  const first = await load(request);
  expect(first.hooks).toHaveLength(1_001);
  expect(first.files.filter(({ dialect, state }) => dialect === "many" && state === "broken")).toMatchObject([
    { path: join(project, ".many", "2000.json") },
  ]);
  expect(first.diagnostics).toMatchObject([
    { severity: "error", file: ".many/2000.json", line: 1, column: 1, hint: "remove what is not needed" },
  ]);
  expect(first.diagnostics[0]?.message).toContain("more than 1000 files like this one");
  expect(await load(request, first)).toBe(first);
});
