import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, it } from "vitest";
import { scratch } from "../engine/scratch.ts";
import { page, root } from "./pages.ts";

const source = join(root, "packages/hookline/src");
const sources = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((path) =>
  path.endsWith(".ts"),
);
const tool = (name: string, ...args: string[]) =>
  spawnSync(join(root, "node_modules/.bin", name), args, { cwd: root, encoding: "utf8" });

// shows: W-118
it("the linter and the formatter have nothing to say about the source", () => {
  const { status, stdout, stderr } = tool("biome", "check", "packages/hookline/src");
  expect(status, stdout + stderr).toBe(0);
});

// shows: W-117 W-114 S-028
it("the source compiles, as strictly as the compiler can", () => {
  const { compilerOptions } = JSON.parse(tool("tsc", "--showConfig", "-p", "packages/hookline").stdout);
  expect(compilerOptions).toMatchObject({
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
  });
  const { status, stdout } = tool("tsc", "--noEmit", "-p", "packages/hookline");
  expect(status, stdout).toBe(0);
});

// shows: W-119
it("no file of the source has 200 lines", () => {
  const lengths = sources.map((path) => [readFileSync(join(source, path), "utf8").split("\n").length, path]);
  expect(lengths.filter(([length]) => Number(length) > 200)).toEqual([]);
});

// shows: S-074
it("no file of the source imports itself, by whatever way round", () => {
  const imports = new Map(
    sources.map((path) => {
      const text = readFileSync(join(source, path), "utf8");
      const names = [...text.matchAll(/^(?:import|export)\s(?!type\s)[^;]*?from "(\.[^"]+)"/gm)];
      return [
        join(source, path),
        names.map(([, name = ""]) => resolve(source, dirname(path), name)),
      ] as const;
    }),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (path: string, way: readonly string[]) => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(" → "));
    if (done.has(path) || way.includes(path)) return;
    for (const next of imports.get(path) ?? []) walk(next, [...way, path]);
    done.add(path);
  };
  for (const path of imports.keys()) walk(path, []);
  expect(circles.map((way) => way.replaceAll(`${source}/`, ""))).toEqual([]);
});

// shows: W-152 F-133
it("the run of all tests ends badly below nine lines in ten", () => {
  expect(page("scripts/test.mjs")).toMatch(/^const goal = 90;$/m);
  expect(page("scripts/test.mjs")).toContain("if (percent < goal) process.exit(1);");
  const { write } = scratch();
  const where = (line: number) => ({ start: { line, column: 0 }, end: { line, column: 1 } });
  const file = {
    path: "/x.ts",
    statementMap: { 0: where(1), 1: where(2), 2: where(3), 3: where(4) },
    s: { 0: 1, 1: 0, 2: 7, 3: 1 },
    fnMap: {},
    f: {},
    branchMap: {},
    b: {},
  };
  const seen = write("coverage.json", { "/x.ts": file });
  const script = `import { coverageReport } from "./scripts/coverage.mjs";
    console.log((await coverageReport("/", ${JSON.stringify(seen)}, "/no/such/folder")).percent);`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: root,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(stdout).toBe("75\n");
});
