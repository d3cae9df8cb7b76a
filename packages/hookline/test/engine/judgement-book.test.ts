import { describe, expect, test } from "vitest";
import { createJudgementBook } from "../../src/engine/judgement-book.ts";

describe("a judgement book", () => {
  test("gives back what was kept", () => {
    const book = createJudgementBook();
    expect(book.find("a")).toBe(undefined);
    book.keep("a", { ok: true });
    expect(book.find("a")).toEqual({ ok: true });
    book.keep("a", { ok: false });
    expect(book.find("a")).toEqual({ ok: false });
  });

  test("forgets the answer that was not asked for the longest", () => {
    const book = createJudgementBook({ cacheSize: 2 });
    book.keep("a", { text: "a" });
    book.keep("b", { text: "b" });
    book.find("a");
    book.keep("c", { text: "c" });
    expect([book.find("a"), book.find("b"), book.find("c")]).toEqual([
      { text: "a" },
      undefined,
      { text: "c" },
    ]);
  });

  test("remembers nothing with a size of 0, and 256 by default", () => {
    const none = createJudgementBook({ cacheSize: 0 });
    none.keep("a", { ok: true });
    expect(none.find("a")).toBe(undefined);
    const book = createJudgementBook();
    for (let count = 0; count < 300; count += 1) book.keep(`${count}`, { ok: true });
    expect([book.find("43"), book.find("44")]).toEqual([undefined, { ok: true }]);
  });

  test("has no limit unless told", () => {
    const book = createJudgementBook();
    for (let count = 0; count < 1_000; count += 1) book.keep("a", { costUsd: 100 });
    expect(book.begin()).toBe(null);
  });

  test("is exhausted after the last call that it allows", () => {
    const book = createJudgementBook({ maxCalls: 2 });
    expect(book.begin()).toBe(null);
    expect(book.begin()).toBe(null);
    expect(book.begin()).toBe("the limit of 2 calls of judges is reached: raise maxCalls");
    expect(createJudgementBook({ maxCalls: 0 }).begin()).toContain("limit of 0 calls");
  });

  test("is exhausted when the cost is reached, whatever was forgotten", () => {
    const book = createJudgementBook({ maxCostUsd: 0.3, cacheSize: 1 });
    book.keep("a", { costUsd: 0.2 });
    expect(book.begin()).toBe(null);
    book.keep("b", { costUsd: 0.2 });
    expect(book.begin()).toBe("the limit of $0.3 for judges is reached ($0.4000 spent): raise maxCostUsd");
  });

  test("is not refilled by a cost that is no amount", () => {
    const book = createJudgementBook({ maxCostUsd: 1 });
    book.keep("a", { costUsd: 1 });
    book.keep("b", { costUsd: -5 });
    book.keep("c", { costUsd: Number.NaN });
    expect(book.begin()).toContain("$1.0000 spent");
  });
});
