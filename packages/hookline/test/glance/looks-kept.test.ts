import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { looksKept } from "../../src/glance/looks-kept.ts";
import { isStillThere } from "../../src/glance/still-there.ts";
import type { Look, Looked } from "../../src/system/looks.ts";
import { signatureOf } from "../../src/system/signature.ts";
import { temporaryFolder } from "../system/command.ts";

let root: string;
const at = (...names: string[]) => join(root, ...names);
beforeEach(() => {
  root = temporaryFolder();
  for (const name of ["project/.hookline", "home"]) mkdirSync(at(name), { recursive: true });
  writeFileSync(at("project/.hookline/hooks.json"), "{}");
});

/** Some time after everything was made, and long after. */
const later = () => Date.now() + 10_000;

const looked = (...paths: readonly (readonly [string, Look])[]): Map<string, Looked> =>
  new Map(paths.map(([path, look]) => [path, { look, signature: signatureOf(path, look) }]));

function kept(began = later(), ...more: readonly (readonly [string, Look])[]) {
  const all = looked(
    [at("project/.hookline/hooks.json"), "whole"],
    [at("project"), "identity"],
    [at("project/.claude/settings.json"), "whole"],
    [at("project/.claude/settings.local.json"), "whole"],
    [at("project/.gen/hooks.json"), "whole"],
    [at("home/.claude/settings.json"), "whole"],
    ...more,
  );
  const looks = looksKept(all, at("home/state"), began);
  if (!looks) throw new Error("nothing was kept");
  return looks;
}

const holds = ({ looks, missing }: ReturnType<typeof kept>) =>
  isStillThere(JSON.parse(JSON.stringify(looks)), JSON.parse(JSON.stringify(missing)));

test("what is not there is kept by the folder that lacks it", () => {
  const { looks, missing } = kept();
  expect(looks.map(([path]) => path)).toEqual([at("project/.hookline/hooks.json"), at("project")]);
  expect(missing.map(([folder, , names]) => [folder, names])).toEqual([
    [at("project"), [".claude", ".gen"]],
    [at("home"), [".claude"]],
  ]);
  expect(holds({ looks, missing })).toBe(true);
});

test.each([
  ["a folder that was missing", () => mkdirSync(at("project/.claude"))],
  [
    "a file that was there and is another one",
    () => writeFileSync(at("project/.hookline/hooks.json"), "{ }"),
  ],
  ["a file that was there and is gone", () => rmSync(at("project/.hookline/hooks.json"))],
])("%s is seen", (_, change) => {
  const book = kept();
  expect(holds(book)).toBe(true);
  change();
  expect(holds(book)).toBe(false);
});

test("a link to nothing is nothing, until something is there", () => {
  const book = kept();
  symlinkSync(at("elsewhere"), at("home/.claude"));
  expect(holds(book)).toBe(true);
  mkdirSync(at("elsewhere"));
  expect(holds(book)).toBe(false);
});

test("what was missing in a folder that is gone still is", () => {
  const book = kept();
  rmSync(at("home"), { recursive: true });
  expect(holds(book)).toBe(true);
});

test("a folder in which other names came and went still lacks those that were missing", () => {
  const book = kept();
  writeFileSync(at("project/readme.md"), "hello");
  expect(signatureOf(at("project"), "whole")).not.toBe(book.missing[0]?.[1]);
  expect(holds(book)).toBe(true);
  mkdirSync(at("project/.gen"));
  expect(holds(book)).toBe(false);
});

test("a folder that changed only just before is not believed: its names are looked for", () => {
  const book = looksKept(looked([at("home/.claude/settings.json"), "whole"]), at("state"), Date.now());
  expect(book?.missing).toEqual([[at("home"), "", [".claude"]]]);
  mkdirSync(at("home/.claude"));
  expect(book && holds(book)).toBe(false);
});

test("a link to nothing, and what lies in the state folder, is looked at by itself", () => {
  symlinkSync("/no/such", at("project/link"));
  mkdirSync(at("home/state"));
  const book = kept(later(), [at("project/link"), "whole"], [at("home/state/recording.json"), "whole"]);
  const own = book.looks.map(([path]) => path);
  expect(own).toContain(at("project/link"));
  expect(own).toContain(at("home/state/recording.json"));
  writeFileSync(at("home/state/recording.json"), "{}");
  expect(holds(book)).toBe(false);
});

test("another folder in the place of one, with all the same names, is another one", () => {
  const book = kept();
  rmSync(at("project"), { recursive: true });
  mkdirSync(at("project/.hookline"), { recursive: true });
  writeFileSync(at("project/.hookline/hooks.json"), "{}");
  utimesSync(dirname(at("project/.hookline/hooks.json")), 0, 0);
  expect(holds(book)).toBe(false);
});
