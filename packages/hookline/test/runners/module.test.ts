import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { moduleRunner } from "../../src/runners/module.ts";
import { importModule } from "../../src/system/modules.ts";
import { approvedHook } from "./approved-hook.ts";
import { callWith } from "./call.ts";

let projectDir: string;

beforeAll(async () => {
  projectDir = await mkdtemp(join(tmpdir(), "hookline-module-"));
  await writeFile(
    join(projectDir, "guard.mjs"),
    `export default (payload, { event, signal }) => ({ reason: payload.tool_name + event.id + signal.aborted });
     export const careful = async () => ({ verdict: "ask" });
     export const broken = () => { throw new Error("guard is broken"); };
     export const slow = () => new Promise(() => {});
     export const limit = 3;`,
  );
  await writeFile(join(projectDir, "throws.mjs"), 'throw new Error("no database");');
  await writeFile(
    join(projectDir, "hangs.mjs"),
    "await new Promise(() => setInterval(() => {}, 1_000).unref());",
  );
  await writeFile(join(projectDir, "syntax.mjs"), "export default (");
  await writeFile(join(projectDir, "empty.mjs"), "export {};");
});

afterAll(() => rm(projectDir, { recursive: true }));

function run(fields: JsonObject, deadlineMs = 5_000) {
  const call = callWith({ importModule }, { projectDir, deadlineMs });
  return moduleRunner.run(approvedHook({ type: "module" }), fields, call);
}

describe("a module", () => {
  test("is found from the project's folder and its default function called", async () => {
    const { end } = await run({ module: "./guard.mjs" });
    expect(end).toEqual({ kind: "value", value: { reason: "Writeevent-1false" } });
  });

  test("may be named by an absolute path, and its function by name", async () => {
    const { end } = await run({ module: join(projectDir, "guard.mjs"), export: "careful" });
    expect(end).toEqual({ kind: "value", value: { verdict: "ask" } });
  });

  test("whose function throws has crashed", async () => {
    const { end } = await run({ module: "guard.mjs", export: "broken" });
    expect(end).toEqual({ kind: "fault", fault: "crash", detail: "guard is broken" });
  });

  test("is out of time while its function runs, or while it loads", async () => {
    expect((await run({ module: "guard.mjs", export: "slow" }, 100)).end).toMatchObject({ fault: "timeout" });
    expect((await run({ module: "hangs.mjs" }, 100)).end).toMatchObject({ fault: "timeout" });
  });

  test.each([
    ["gone.mjs", "default", "the module gone.mjs cannot be loaded: ENOENT"],
    [".", "default", "the module . cannot be loaded: EISDIR"],
    ["throws.mjs", "default", "the module throws.mjs cannot be loaded: no database"],
    ["syntax.mjs", "default", "the module syntax.mjs cannot be loaded: "],
    [
      "guard.mjs",
      "missing",
      'exports no function "missing"; its functions are broken, careful, default, slow',
    ],
    ["guard.mjs", "limit", 'exports no function "limit"'],
    ["guard.mjs", "toString", 'exports no function "toString"'],
    ["empty.mjs", "default", "it exports no function"],
  ])("never ran: %s %s", async (module, name, detail) => {
    const { end } = await run({ module, export: name });
    expect(end).toMatchObject({ kind: "fault", fault: "spawn", detail: expect.stringContaining(detail) });
  });
});

test("trust covers the module's file", () => {
  expect(moduleRunner.names?.({ module: "./guard.mjs" })).toEqual(["./guard.mjs"]);
});

test.each<[string, string | null]>([
  ["./guard.mjs", null],
  ["C:\\hooks\\guard.mjs", null],
  [" ", "the module is empty: write the path of a file"],
  [
    "https://example.com/guard.mjs",
    '"https://example.com/guard.mjs" must be the path of a local file, not a URL',
  ],
  ["data:text/javascript,1", '"data:text/javascript,1" must be the path of a local file, not a URL'],
  ["node:fs", '"node:fs" must be the path of a local file, not a URL'],
])("an entry with the module %s → %s", (module, sentence) => {
  expect(moduleRunner.check?.({ module })).toBe(sentence);
});
