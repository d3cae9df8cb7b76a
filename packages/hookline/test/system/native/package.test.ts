import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { writePackage } from "../../../../../scripts/native.mjs";
import { temporaryFolder } from "../command.ts";
import { compiler, helperPath, nativeSources } from "./program.ts";

const root = join(import.meta.dirname, "../../../../..");
const machine = `${process.platform}-${process.arch}`;
const builder = pathToFileURL(join(root, "scripts/native.mjs")).href;

/** What npm would put into a package. */
function packed(folder: string): string[] {
  const { stdout } = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: folder,
    encoding: "utf8",
  });
  const [about] = JSON.parse(stdout);
  return about.files.map(({ path }: { path: string }) => path);
}

describe.skipIf(helperPath === null)("the package for one kind of machine", () => {
  test("holds the programs, and is found where it is installed", () => {
    const folder = writePackage(root);
    expect(packed(folder).sort()).toEqual(
      ["LICENSE", "package.json", ...readdirSync(folder).filter((name) => !/LICENSE|json/.test(name))].sort(),
    );
    expect(JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))).toMatchObject({
      name: `@hookline/native-${machine}`,
      os: [process.platform],
      cpu: [process.arch],
      files: expect.arrayContaining(["spawn-helper"]),
    });
    const modules = join(temporaryFolder(), "node_modules");
    const installed = join(modules, "hookline/dist/system/process/helper");
    mkdirSync(installed, { recursive: true });
    writeFileSync(join(modules, "hookline/package.json"), '{"name":"hookline","type":"module"}');
    cpSync(
      join(root, "packages/hookline/dist/system/process/helper/native-program.js"),
      join(installed, "native-program.js"),
    );
    const ask = () => {
      const text = `import { nativeProgram } from ${JSON.stringify(pathToFileURL(join(installed, "native-program.js")).href)};
        console.log(JSON.stringify(nativeProgram("spawn-helper")));`;
      const args = ["--input-type=module", "-e", text];
      return JSON.parse(spawnSync(process.execPath, args, { encoding: "utf8" }).stdout);
    };
    expect(ask()).toEqual({ problem: expect.stringContaining(`there is no native helper for ${machine}`) });
    const home = join(modules, `@hookline/native-${machine}`);
    cpSync(folder, home, { recursive: true });
    expect(ask()).toEqual({ path: join(home, "spawn-helper") });
  });

  test("is not a part of hookline's own: that is installed on other machines too", () => {
    const files = packed(join(root, "packages/hookline"));
    expect(files).toContain("dist/index.js");
    expect(files.filter((path) => path.includes("native/") || path.endsWith(".c"))).toEqual([]);
  });
});

describe("the build", () => {
  const build = (place: string, path: string) =>
    spawnSync(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `import { compileNative } from ${JSON.stringify(builder)};
      process.exit(compileNative(${JSON.stringify(place)}) ? 0 : 1);`,
      ],
      { encoding: "utf8", env: { PATH: path } },
    );

  test("goes on without a compiler, and says so in one line", () => {
    const { status, stderr } = build(temporaryFolder(), "/no/such/folder");
    expect([status, stderr]).toEqual([0, "native programs are left out: no C compiler (cc, gcc or clang)\n"]);
  });

  test.skipIf(compiler === null)("fails when a source is wrong", () => {
    const place = temporaryFolder();
    const sources = join(place, "packages/hookline/native");
    mkdirSync(sources, { recursive: true });
    for (const name of readdirSync(nativeSources))
      writeFileSync(join(sources, name), name === "stop.c" ? "int nothing = missing;\n" : "");
    const { status, stderr } = build(place, process.env.PATH ?? "");
    expect(status).toBe(1);
    expect(stderr).toMatch(/^spawn-helper does not compile:\n[\s\S]*missing/);
  });

  test("is no part of an installation", () => {
    for (const path of ["package.json", "packages/hookline/package.json"]) {
      const { scripts = {} } = JSON.parse(readFileSync(join(root, path), "utf8"));
      expect(Object.keys(scripts).filter((name) => /install|prepare/.test(name))).toEqual([]);
    }
  });
});
