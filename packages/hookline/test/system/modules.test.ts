import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const source = fileURLToPath(new URL("../../src/system/modules.ts", import.meta.url));
const tsc = fileURLToPath(new URL("../../../../node_modules/.bin/tsc", import.meta.url));

let folder: string;
let importModule: typeof import("../../src/system/modules.ts").importModule;

/** Vitest replaces `import()` in sources by its own, but leaves compiled files below `node_modules` to Node. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hookline-modules-"));
  const compiled = join(folder, "node_modules", "compiled");
  const options = [
    "--module",
    "nodenext",
    "--target",
    "es2023",
    "--types",
    "node",
    "--skipLibCheck",
    "--rewriteRelativeImportExtensions",
    "--ignoreConfig",
  ];
  await promisify(execFile)(tsc, [...options, "--outDir", compiled, source], { cwd: join(source, "..") });
  await writeFile(join(compiled, "package.json"), '{"type":"module"}');
  ({ importModule } = await import(join(compiled, "modules.js")));
});

afterAll(() => rm(folder, { recursive: true }));

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

describe("a module file", () => {
  test("is loaded once while it stays the same", async () => {
    const path = await write("same.mjs", "export const made = {};");
    expect((await importModule(path)).made).toBe((await importModule(path)).made);
  });

  test.each([
    ["changing.mjs", (value: number) => `export const value = ${value};`],
    ["changing.cjs", (value: number) => `exports.value = ${value};`],
  ])("is loaded anew after a change: %s", async (name, text) => {
    const path = await write(name, text(1));
    expect((await importModule(path)).value).toBe(1);
    await write(name, text(2));
    expect((await importModule(path)).value).toBe(2);
    await write(name, text(1));
    expect((await importModule(path)).value).toBe(1);
  });

  test("may have any name, and be a link", async () => {
    const path = await write("a #?%20 ü.mjs", "export default 7;");
    await symlink(path, join(folder, "link.mjs"));
    expect((await importModule(path)).default).toBe(7);
    expect((await importModule(join(folder, "link.mjs"))).default).toBe(7);
  });

  test("that is missing is an error", async () => {
    await expect(importModule(join(folder, "gone.mjs"))).rejects.toThrow("ENOENT");
  });
});
