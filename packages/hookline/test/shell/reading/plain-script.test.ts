import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { parse } from "unbash";
import { describe, expect, it } from "vitest";
import { plainScript } from "../../../src/shell/reading/plain-script.ts";

/** A tree as plain data, with what the parser works out when it is asked. */
function asData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asData);
  if (typeof value !== "object" || value === null) return value;
  const node = value as Record<string, unknown>;
  const asked =
    node.type === "Word" ? ["value", "parts"] : node.type === "Command" ? ["args", "redirects"] : [];
  const names = [...new Set([...Object.keys(node).filter((name) => !name.startsWith("_")), ...asked])].sort();
  return Object.fromEntries(names.map((name) => [name, asData(node[name])]));
}

const word = fc.oneof(
  fc.constantFrom(
    ..."ls -la src git status npm test mkdir -p a/b time if in fi [ ] ! { } A=1 --a=b a=b export ~ ~/x 2 1: a:b x,y @x %1 +x -".split(
      " ",
    ),
    ..."$X `x` 'q' \"q\" \\ | & ; && || > < 2>&1 ( ) # #x * a? [a] {a,b} done then case esac function select coproc until".split(
      " ",
    ),
    "",
    "\t",
    "\n",
    "é",
  ),
  fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom(..."abzAZ019 %+,-./:=@_~*$!#{}()") }),
);

describe("a plain text", () => {
  it("has the syntax that the parser gives it, whatever it is made of", () => {
    let plain = 0;
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
        const text = words.join(" ");
        const found = plainScript(text);
        if (!found) return;
        plain++;
        expect(asData(found)).toEqual(asData(parse(text)));
      }),
      { numRuns: 5_000 },
    );
    expect(plain).toBeGreaterThan(100);
  });

  it("has it with every sign in every place, and with every word that means something in the place of the first", () => {
    const signs = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
    const means =
      "if then elif else fi for while until do done case esac in function select time coproc let declare export local alias eval test".split(
        " ",
      );
    const words = [...means, ..."a 1 2 - -- -p --x=y : . a: 1a time. Time".split(" ")];
    const texts = [
      ...signs.flatMap((sign) => signs.flatMap((other) => [`${sign}${other}`, `x ${sign}${other}`])),
      ...signs.flatMap((sign) =>
        ["a", "1", "-", ":", "="].flatMap((one) => [`${one}${sign}a b`, `x${sign} ${one}`]),
      ),
      ...words.flatMap((word) => [
        word,
        ...words.flatMap((other) => [`${word} ${other}`, `x ${word} ${other} 1`]),
      ]),
      "a".repeat(1_000),
    ];
    const plain = texts.filter((text) => plainScript(text) !== null);
    expect(plain.length).toBeGreaterThan(10_000);
    for (const text of plain) {
      const [found, parsed] = [asData(plainScript(text)), asData(parse(text))];
      if (!isDeepStrictEqual(found, parsed)) expect(found, text).toEqual(parsed);
    }
  });

  it.each([
    "ls -la src",
    "git status",
    "npm test",
    "mkdir -p a/b",
    "rm -rf build",
    "npx vitest run a.test.ts --reporter=dot",
    "cat  a.txt",
    "./run.sh +x %1 a@b:c",
  ])("is %s", (text) => {
    expect(asData(plainScript(text))).toEqual(asData(parse(text)));
    expect(plainScript(text)).not.toBeNull();
  });

  it.each([
    "",
    " ls",
    "ls ",
    "A=1 ls",
    "export A=1",
    "time ls",
    "if",
    "ls | x",
    "ls > x",
    "ls *",
    "ls ~",
    "ls\tx",
    "ls\nx",
    "ls 'x'",
    "ls $X",
    "ls {a,b}",
    "ls #x",
    "! ls",
    "ls é",
    `ls ${"x".repeat(1000)}`,
  ])("is not %j", (text) => {
    expect(plainScript(text)).toBeNull();
  });
});
