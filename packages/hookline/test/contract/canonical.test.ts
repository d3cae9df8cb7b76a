import * as fc from "fast-check";
import { expect, test } from "vitest";
import { putCanonical, putText, putTogether, type Sheet } from "../../src/contract/canonical-bytes.ts";
import { canonicalJson } from "../../src/contract/json.ts";

/** RFC 8785 by sorting a copy, name by name. */
const slow = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map((item) => slow(item ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const parts = Object.entries(value).filter(([, item]) => item !== undefined);
  parts.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${parts.map(([name, item]) => `${JSON.stringify(name)}:${slow(item)}`).join(",")}}`;
};

const anyText = fc.string({ unit: "binary" });

test("is what sorting each name gives, and reads back as the same value", () => {
  const values = fc.jsonValue({ stringUnit: "binary", maxDepth: 5 });
  fc.assert(
    fc.property(values, (value) => {
      const text = canonicalJson(value);
      expect(text).toBe(slow(value));
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});

test("does not depend on the order of names, nor on which objects came before", () => {
  fc.assert(
    fc.property(fc.dictionary(anyText, fc.integer(), { maxKeys: 6 }), fc.nat(), (value, turn) => {
      const entries = Object.entries(value);
      const turned = entries
        .slice(turn % (entries.length + 1))
        .concat(entries.slice(0, turn % (entries.length + 1)));
      expect(canonicalJson(Object.fromEntries(turned))).toBe(canonicalJson(value));
    }),
  );
});

test("writes numbers as ECMAScript does, and half a surrogate pair as its escape", () => {
  const numbers = [
    333333333.3333333,
    1e30,
    4.5,
    2e-3,
    0.000000000000000000000000001,
    -0,
    1e21,
    Number.NaN,
    Infinity,
  ];
  expect(canonicalJson(numbers)).toBe("[333333333.3333333,1e+30,4.5,0.002,1e-27,0,1e+21,null,null]");
  expect(canonicalJson({ "\ud800": "\udfff\u2028\u007f\u0000😀", 10: 1, 9: 2, "": 0 })).toBe(
    '{"":0,"10":1,"9":2,"\\ud800":"\\udfff\u2028\u007f\\u0000😀"}',
  );
  expect(canonicalJson(JSON.parse('{"__proto__":{"a":1},"a":[null,true]}'))).toBe(
    '{"__proto__":{"a":1},"a":[null,true]}',
  );
  expect(canonicalJson({ a: undefined, b: [undefined], c: () => 1 })).toBe('{"b":[null],"c":null}');
});

/** What is written into too little room, behind what stands there already. */
const written = (put: (sheet: Sheet) => void, room = 3): string => {
  const sheet: Sheet = { bytes: new Uint8Array(room).fill(0x7e), end: 2 };
  put(sheet);
  const text = Buffer.from(sheet.bytes.subarray(0, sheet.end)).toString("utf8");
  expect(text.startsWith("~~")).toBe(true);
  return text.slice(2);
};

test("in bytes is the same as in a text", () => {
  const texts = fc.oneof(anyText, fc.string(), fc.string({ unit: "binary", minLength: 200, maxLength: 400 }));
  const values = fc.oneof(fc.jsonValue({ stringUnit: "binary", maxDepth: 5 }), texts, fc.array(texts));
  fc.assert(
    fc.property(values, fc.integer({ min: 2, max: 600 }), (value, room) => {
      expect(written((sheet) => putCanonical(sheet, value), room)).toBe(canonicalJson(value));
    }),
  );
  const odd = [
    { "\ud800": "\udfff\u2028\u007f\u0000😀", 10: 1, 9: 2, "": 0, ü: "ä", toString: 1 },
    JSON.parse('{"__proto__":{"a":1},"a":[null,true,false]}'),
    { a: undefined, b: [undefined, Number.NaN, -0, 1e21], c: () => 1, d: {}, e: [], f: new Date(0) },
    undefined,
    "x".repeat(300),
  ];
  for (const value of odd) expect(written((sheet) => putCanonical(sheet, value))).toBe(canonicalJson(value));
  expect(() => written((sheet) => putCanonical(sheet, 1n))).toThrow(TypeError);
});

test("of two objects together is that of the two in one", () => {
  const some = fc.dictionary(fc.constantFrom("a", "b", "c", "__proto__", "10", "9"), fc.jsonValue());
  fc.assert(
    fc.property(some, some, (one, other) => {
      expect(written((sheet) => putTogether(sheet, one, other))).toBe(canonicalJson({ ...one, ...other }));
    }),
  );
});

test("a text of ASCII fits where it has just the room, and is not moved", () => {
  const bytes = new Uint8Array(64);
  const sheet: Sheet = { bytes, end: 0 };
  putText(sheet, "a".repeat(64));
  expect(sheet).toEqual({ bytes, end: 64 });
  expect(sheet.bytes).toBe(bytes);
});
