import { describe, expect, it } from "vitest";
import { scratch } from "../engine/scratch.ts";
import { called, declared, everyVerb, verbs } from "./every-verb.ts";
import { cli, type Ended } from "./run-cli.ts";

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ");

describe.each(everyVerb)("hookline $name", ({ way, verb }) => {
  const command = declared(verb);
  const options = command.options.filter(({ hidden }) => !hidden);

  it("has help with a summary, its options and an example", async () => {
    const { status, stdout, stderr } = await called(...way, "--help");
    expect([status, stderr]).toEqual([0, ""]);
    expect(oneLine(stdout)).toContain(oneLine(verb.summary));
    expect(stdout).toContain(`Usage: hookline ${way.join(" ")} `);
    for (const { long } of [...options, { long: "--cwd" }, { long: "--quiet" }, { long: "--verbose" }])
      expect(stdout).toContain(`${long}`);
    expect(stdout).toMatch(/\nExamples:\n {2}\S.*/);
    expect(verb.examples[0]).toContain(`hookline ${way.join(" ")}`);
    // Said of every verb that a script may call.
    for (const { description } of [...options, ...command.registeredArguments])
      expect(description).not.toBe("");
  });

  it("refuses an option that it does not have", async () => {
    expectMistake(await called(...way, "--no-such-option"), /^error: unknown option '--no-such-option'/);
  });

  const { registeredArguments } = command;
  it.skipIf(registeredArguments.some(({ variadic }) => variadic))(
    "refuses an argument too many",
    async () => {
      const ended = await called(...way, ...registeredArguments.map(() => "x"), "toomany");
      if (!verb.verbs) return expectMistake(ended, /^error: too many arguments/);
      expect(ended).toMatchObject({ status: 1, stdout: "" });
      expect(ended.stderr).toMatch(
        /^hookline: there is no "hookline .* toomany"; (?:there are|did you mean) .*\n$/,
      );
    },
  );
});

/** One line that says what is wrong, and one that says where to look. */
function expectMistake({ status, stdout, stderr }: Ended, what: RegExp): void {
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(what);
  expect(stderr.trimEnd().split("\n").slice(1)).toEqual(["(see --help)"]);
}

describe("the built command", () => {
  const run = (...args: string[]) => {
    const { project, env } = scratch();
    return cli(args, { cwd: project, env });
  };

  it("lists every verb in its help", async () => {
    const { status, stdout } = await run("--help");
    expect(status).toBe(0);
    for (const { name } of verbs) expect(stdout).toMatch(new RegExp(`^ {2}${name} `, "m"));
  });

  it("helps with the verb that is named, and tells a name that is none", async () => {
    expect(await run("help", "audit", "verify")).toEqual(await run("audit", "verify", "--help"));
    expect(await run("help", "fire")).toEqual(await run("fire", "--help"));
    expect(await run("help")).toEqual(await run("--help"));
    expectMistake(await run("help", "nope"), /^error: unknown command 'nope'/);
  });

  it.each([["explain"], ["audit", "verify"]])("says the same as here: %s %s", async (...way) => {
    const args = way.filter((word) => word !== undefined);
    expect(await run(...args, "--help")).toEqual(await called(...args, "--help"));
    expect(await run(...args, "--nope")).toEqual(await called(...args, "--nope"));
  });
});

describe("the completion", () => {
  it.each(["bash", "zsh", "fish"])("of %s knows every verb, and the verbs under it", async (shell) => {
    const { project, env } = scratch();
    const { stdout } = await cli(["completion", shell], { cwd: project, env });
    for (const { name, verbs: under = [] } of verbs) {
      expect(stdout).toMatch(new RegExp(`["'\\s]${name}["'\\s]`));
      for (const one of under)
        expect(stdout).toMatch(
          shell === "fish" ? new RegExp(`${name}.*\\b${one.name}\\b`) : new RegExp(`'${name} ${one.name}'`),
        );
    }
  });
});
