import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
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

// Ours for type definitions that an editor finds: each door of the package names its own.
// shows: W-112
it("every door of the package has types", () => {
  const { exports } = JSON.parse(page("packages/hookline/package.json"));
  const doors = Object.entries<string | { readonly types: string; readonly default: string }>(exports);
  const code = doors.flatMap(([name, door]) => (typeof door === "string" ? [] : [{ name, ...door }]));
  expect(code.length).toBeGreaterThanOrEqual(5);
  for (const { name, types, default: file } of code) {
    expect([name, types]).toEqual([name, file.replace(/\.js$/, ".d.ts")]);
    // What is published is built from the source, types included.
    expect(existsSync(join(source, types.replace(/^\.\/dist\//, "").replace(/\.d\.ts$/, ".ts"))), name).toBe(
      true,
    );
  }
  const { compilerOptions } = JSON.parse(tool("tsc", "--showConfig", "-p", "packages/hookline").stdout);
  expect(compilerOptions).toMatchObject({ declaration: true });
});

// All functional requirements are the items of the seeds (seed-coverage.test.ts); this is the part of the gate that counts lines.
// shows: W-152 F-133
it.each([
  [9, 0],
  [8, 1],
])("the run of all tests ends badly below nine lines in ten: %i have run, exit %i", (ran, exit) => {
  const { write } = scratch();
  const numbers = Array.from({ length: 10 }, (_, index) => index + 1);
  const of = <T>(value: (line: number) => T) =>
    Object.fromEntries(numbers.map((line) => [line, value(line)]));
  const file = {
    path: "/x.ts",
    statementMap: of((line) => ({ start: { line, column: 0 }, end: { line, column: 1 } })),
    s: of((line) => (line <= ran ? 1 : 0)),
    fnMap: {},
    f: {},
    branchMap: {},
    b: {},
  };
  const args = ["scripts/coverage.mjs", write("coverage.json", { "/x.ts": file }), "/no/such/folder"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  expect([status, stderr]).toEqual([exit, ""]);
  expect(stdout).toContain(`${ran}0.0 % (at least 90 %)`);
  // The last thing that npm test does; it ends with what this ends with.
  expect(page("scripts/test.mjs")).toMatch(
    /run\(process\.execPath, \["scripts\/coverage\.mjs", [^\n]+\);\n\}\n$/,
  );
});
