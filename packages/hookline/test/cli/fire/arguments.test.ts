import { Command } from "commander";
import fc from "fast-check";
import { expect, it } from "vitest";
import { fireArguments } from "../../../src/cli/fire/arguments.ts";
import { fireVerb } from "../../../src/cli/verbs/fire.ts";

/** What commander reads in the words of a call; null for help and mistakes. */
function byCommander(words: readonly string[]) {
  const quiet = { writeOut: () => {}, writeErr: () => {} };
  const command = fireVerb
    .declare(new Command("fire"))
    .option("--cwd <dir>")
    .option("-v, --verbose")
    .option("--quiet")
    .exitOverride()
    .configureOutput(quiet);
  try {
    command.parse([...words], { from: "user" });
  } catch {
    return null;
  }
  return { event: command.args[0], options: command.opts() };
}

const flags =
  "--payload --tool --input --cwd --wire --event-id --dialect --leave --trust --all --strict --json --quiet -v --verbose --background-only --no-wait".split(
    " ",
  );

it("the words of a call mean what commander says, or are left to it", () => {
  let plain = 0;
  const other = [
    "PreToolUse",
    "",
    "-",
    "--",
    "-h",
    "--help",
    "--json=1",
    "--tool=x",
    "--tol",
    "-vv",
    "{}",
    "a b",
  ];
  const word = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...flags) }, fc.constantFrom(...other));
  fc.assert(
    fc.property(fc.array(word, { maxLength: 7 }), (words) => {
      const quick = fireArguments(words);
      if (!quick) return;
      plain++;
      expect(quick).toEqual(byCommander(words));
    }),
    { numRuns: 2_000 },
  );
  expect(plain).toBeGreaterThan(200);
});

it("every option of the verb is known", () => {
  const declared = fireVerb.declare(new Command("fire")).options.map(({ long }) => long);
  expect(declared.filter((name) => !flags.includes(name ?? ""))).toEqual([]);
  for (const flag of flags) expect(fireArguments([flag, "x"]) ?? fireArguments([flag]), flag).not.toBeNull();
});
