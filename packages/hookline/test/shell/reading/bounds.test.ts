import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCommand } from "../../../src/shell/reading/read-command.ts";
import { shellSign } from "./command-pieces.ts";
import { known } from "./told.ts";

const many = (text: string, count: number): string => text.repeat(count);

/** Generous, so that a busy machine is no failure: what grows without bound takes minutes. */
const longest = 5_000;

describe("the reading is bounded", () => {
  it.each([
    ["a megabyte of one word", `rm ${many("x", 1_000_000)}`],
    ["a megabyte of commands", many("rm -rf / ; ", 90_000)],
    ["many commands", many("rm -rf /;", 25_000)],
    ["many variables", many("a=b;", 60_000)],
    ["many variables with names", Array.from({ length: 20_000 }, (_, at) => `a${at}=b`).join(";")],
    ["many branches", many("x && a=b;", 25_000)],
    ["nested branches", many("if x; then a=b; ", 200) + many("fi;", 200)],
    ["nested loops", many("while x; do a=$b; b=$a; ", 60) + many("done;", 60)],
    ["nested constant loops", `${many("for i in 1 2 3 4 5 6 7 8; do ", 12)}x;${many("done;", 12)}`],
    ["deep groups", many("( ", 5_000) + many(")", 5_000)],
    ["deep substitutions", `${many("$(", 240)}x${many(")", 240)}`],
    ["deep quoted substitutions", `${many('"$(', 240)}x${many(')"', 240)}`],
    ["wide substitutions", many("$(echo x)", 20_000)],
    ["brace lists of lists", many("{a,b}", 60)],
    ["a long range", "rm {1..100000000}"],
    ["nested braces", many("{a,", 5_000)],
    [
      "functions that call each other twice",
      `${Array.from({ length: 40 }, (_, at) => `f${at}() { f${at + 1}; f${at + 1}; }`).join(";")}; f0`,
    ],
    ["a function that calls itself", "f() { f; f; f $1$1; }; f x"],
    ["a growing variable", `a=xxxxxxxxxx;${many("a=$a$a;", 40)} rm $a`],
    ["a growing list", `a=(x x x x);${many('a=("${a[@]}" "${a[@]}");', 40)} rm "\${a[@]}"`],
    ["growing output", `a=x;${many("a=$(echo $a$a);", 40)}`],
    ["shells in shells", Array.from({ length: 14 }).reduce<string>((text) => `sh -c ${quote(text)}`, "rm x")],
    ["eval in eval", `${many("eval ", 5_000)}x`],
    ["sudo in sudo", `${many("sudo ", 20_000)}x`],
    ["aliases in circles", "alias a='b b' b='a a'\na"],
    ["an alias that grows", "alias a='a a a'\na"],
    ["traps", many("trap 'x' EXIT; a=b;", 5_000)],
    ["here-documents", many("cat <<E\nx\nE\n", 20_000)],
    ["xargs of much", `echo ${many("x ", 50_000)} | xargs -n1 rm`],
    ["printf of much", `$(printf '${many("%s", 5_000)}' ${many("x ", 5_000)})`],
    ["globs", `find ${many("a ", 300)} ${many("-name '*a*a*a*a*a*a*b' ", 300)} -exec rm {} +`],
  ])("%s", (_, text) => {
    const start = performance.now();
    readCommand(text, known);
    const took = performance.now() - start;
    if (process.env.READING_TIMES) console.log(`${took.toFixed(0)} ms ${_}`);
    expect(took).toBeLessThan(longest);
  });

  it("never throws on signs that mean something to a shell", () => {
    fc.assert(
      fc.property(fc.array(shellSign, { maxLength: 40 }), (signs) => {
        const reading = readCommand(signs.join(""), known);
        for (const { input } of reading.commands) {
          for (const index of input) expect(reading.commands[index]).toBeDefined();
        }
      }),
      { numRuns: 3_000, seed: 7 },
    );
  });
});

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
