import { spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { scratch } from "../engine/scratch.ts";
import { root } from "./pages.ts";
import { scenesOf } from "./scenes.ts";

it("the TypeScript of the pages compiles, as strictly as the compiler can, against the types that are published", () => {
  const place = scratch();
  symlinkSync(join(root, "node_modules"), join(place.project, "node_modules"));
  const programs = ["HOOKS.md", "docs/embedding.md", "llms.txt"].flatMap((file) =>
    scenesOf(file)
      .flatMap(({ fences }) => fences)
      .filter(({ language, role }) => language === "ts" && role === "program"),
  );
  expect(programs.length).toBeGreaterThan(10);
  for (const { at, body } of programs) place.write(`${at.replaceAll(/\W/g, "-")}.mts`, body);
  place.write("tsconfig.json", {
    compilerOptions: {
      target: "es2023",
      module: "nodenext",
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      skipLibCheck: true,
      types: ["node"],
    },
    include: ["*.mts"],
  });
  const compiler = join(root, "node_modules/.bin/tsc");
  const { stdout, status } = spawnSync(compiler, ["-p", "."], { cwd: place.project, encoding: "utf8" });
  expect([stdout, status]).toEqual(["", 0]);
});
