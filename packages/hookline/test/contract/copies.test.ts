import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { frozenCopy, ownCopy } from "../../src/contract/copies.ts";

function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeepFrozen);
}

function sharesAnObject(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || one === null || typeof other !== "object" || other === null) return false;
  if (one === other) return true;
  const others: readonly unknown[] = Object.values(other);
  return Object.values(one).some((item, index) => sharesAnObject(item, others[index]));
}

describe("a copy", () => {
  test("law: is equal, shares no object, and is frozen where that was asked for", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const [own, frozen] = [ownCopy(value), frozenCopy(value)];
        expect(own).toEqual(value);
        expect(frozen).toEqual(value);
        expect(sharesAnObject(value, own) || sharesAnObject(value, frozen)).toBe(false);
        expect(isDeepFrozen(frozen)).toBe(true);
        expect(typeof own === "object" && own !== null && Object.isFrozen(own)).toBe(false);
      }),
    );
  });

  test("has a field of the name __proto__ as a field", () => {
    const value: unknown = JSON.parse('{"a":{"__proto__":{"admin":true},"b":1}}');
    const copy = frozenCopy(value);
    expect(JSON.stringify(copy)).toBe('{"a":{"__proto__":{"admin":true},"b":1}}');
    expect(Object.getPrototypeOf(Reflect.get(Object(copy), "a"))).toBe(Object.prototype);
  });

  test.each<[string, () => unknown]>([
    ["a date", () => ({ at: new Date(0) })],
    ["a map", () => [new Map([[1, { two: 2 }]])]],
    ["bytes", () => ({ bytes: new Uint8Array([1, 2]) })],
    // biome-ignore lint/suspicious/noSparseArray: that is what is copied
    ["a list with a hole", () => ({ list: [1, , 3] })],
    ["more than a few things", () => Array.from({ length: 5_000 }, (_, index) => ({ index }))],
    ["nothing at all", () => ({ none: undefined, empty: null, list: [undefined] })],
  ])("of %s is what the slow way makes of it", (_what, make) => {
    expect(ownCopy(make())).toStrictEqual(structuredClone(make()));
  });

  test("of what holds itself holds itself, and is frozen", () => {
    const circle: { name: string; self?: unknown } = { name: "round" };
    circle.self = circle;
    const copy = frozenCopy(circle);
    expect(copy).not.toBe(circle);
    expect(copy.self).toBe(copy);
    expect(Object.isFrozen(copy)).toBe(true);
  });

  test("of what says the same a million times over is made in no time", () => {
    let value: unknown = "x";
    for (let depth = 0; depth < 30; depth++) value = [value, value];
    const copy: unknown = ownCopy(value);
    expect(Array.isArray(copy) && copy[0] === copy[1]).toBe(true);
  });

  test("of a function cannot be made", () => {
    expect(() => frozenCopy({ run: () => 1 })).toThrow(/clone/);
    expect(() => ownCopy([Symbol("a")])).toThrow(/clone/);
  });
});
