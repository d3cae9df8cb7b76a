import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { plainCommands } from "../../src/shell/plain-commands.ts";
import { removeFolder } from "../remove-folder.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "hookline-plain-")));
const [programs, log] = [join(root, "programs"), join(root, "log")];
mkdirSync(programs);
// Two programs that write down how they were called; there is nothing else on PATH.
for (const name of ["one", "two"]) {
  const text = `#!/bin/sh\nprintf '%s\\0' ${name} "$@" '\x01' >> "$LOG"\n`;
  writeFileSync(join(programs, name), text, { mode: 0o755 });
}
afterAll(() => removeFolder(root));

/** Every program that bash starts for a text, with its arguments. */
function started(source: string, run: number): readonly string[] {
  const cwd = join(root, `work-${run}`);
  mkdirSync(cwd);
  rmSync(log, { force: true });
  spawnSync("/bin/bash", ["-c", `${source}\nwait`], {
    cwd,
    env: { PATH: programs, LOG: log },
    stdio: ["ignore", "ignore", "ignore"],
    timeout: 5_000,
  });
  const text = (() => {
    try {
      return readFileSync(log, "utf8");
    } catch {
      return "";
    }
  })();
  return text.split("\x01\0").slice(0, -1);
}

const pieces = [
  "one",
  "two",
  "a",
  " ",
  " ",
  " ",
  ";",
  "&&",
  "||",
  "|",
  "&",
  "\n",
  "#",
  "'",
  '"',
  "\\",
  "$",
  "`",
];
const more = [
  "(",
  ")",
  "{",
  "}",
  "<",
  ">",
  "2>&1",
  "!",
  "\t",
  "\r",
  "=",
  "~",
  "*",
  "[",
  "]",
  ",",
  "\u00a0",
  "^",
  ":",
];
const text = fc
  .array(fc.constantFrom(...pieces, ...more), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join(""));
const likely = fc
  .array(
    fc.tuple(fc.constantFrom("one", "two"), text, fc.constantFrom(";", "&&", "||", "|", "\n", " # ", " ")),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.map(([name, rest, end]) => `${name} ${rest}${end}`).join(""));

it("bash starts nothing that was not told of, with no other arguments", { timeout: 60_000 }, () => {
  let run = 0;
  let plain = 0;
  fc.assert(
    fc.property(fc.oneof(likely, text), (source) => {
      const commands = plainCommands(source);
      if (commands === null) return;
      plain += 1;
      // Names of files take the place of a pattern, and a folder that of `~`: those words are not compared.
      if (/[*[~]/.test(source)) return;
      const told = commands.map(({ words }) => `${words.map(({ value }) => value).join("\0")}\0`);
      for (const one of started(source, run++)) expect(told).toContain(one);
    }),
    { numRuns: 1_500 },
  );
  expect(plain).toBeGreaterThan(50);
});

it.each(["one; two", "one 'a b' | two", "one &> /dev/null", "! one"])(
  "sees the same in %j each time",
  (source) => {
    expect(plainCommands(source)).toEqual(plainCommands(source));
  },
);
