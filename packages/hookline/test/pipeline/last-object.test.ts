import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lastObject } from "../../src/pipeline/last-object.ts";

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
const last = (text: string) => lastObject(text, isJson);

/** The same by trying every pair of braces. */
function slowly(text: string): string | null {
  let found: string | null = null;
  for (let from = text.indexOf("{"); from !== -1; ) {
    let end = text.indexOf("}", from);
    while (end !== -1 && !isJson(text.slice(from, end + 1))) end = text.indexOf("}", end + 1);
    if (end !== -1) found = text.slice(from, end + 1);
    from = text.indexOf("{", end === -1 ? from + 1 : end + 1);
  }
  return found;
}

const answer = '{"decision":"block"}';

describe("the last complete object of an output", () => {
  it.each([
    [answer, answer],
    [`a { b\n${answer}\n`, answer],
    [`{"a":1} ${answer} c`, answer],
    [`{"a":"x ${answer}`, answer],
    [`[${answer}, {`, answer],
    ['{"a":{"b":[{}, {"c":"}"}]}}', '{"a":{"b":[{}, {"c":"}"}]}}'],
    [`${answer} {"a":1.2.3}`, answer],
    [`${answer} {"a":1,}`, answer],
    ["{}", "{}"],
    ["{ {} ", "{}"],
    ["{", null],
    ["none", null],
  ])("in %j", (text, expected) => {
    expect(last(text)).toBe(expected);
  });

  it("is the one that trying every pair of braces finds", () => {
    const piece = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      '"',
      ":",
      ",",
      "\\",
      "1",
      "null",
      " ",
      '"a"',
      '"a":',
      "{}",
      answer,
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join("");
        expect(last(text)).toBe(slowly(text));
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ["{ "],
    ['{"a":'],
    ['{"'],
    ['{"a":[{"b":1},'],
    ["{\\"],
    ["[{"],
    ['{"a":1,"{'],
    ['{"a":{"b":2},"c":{'],
  ])(
    "is found behind a million characters of %j",
    (piece) => {
      const text = `${piece.repeat(Math.floor(1_000_000 / piece.length))}\n${answer}`;
      expect(last(text)).toBe(answer);
    },
    20_000,
  );
});
