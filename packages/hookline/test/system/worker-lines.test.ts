import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readWorkerLine } from "../../src/system/process/worker/answer.ts";
import { createLineSplitter } from "../../src/system/process/worker/lines.ts";
import { createTail } from "../../src/system/process/worker/tail.ts";

describe("lines", () => {
  it("are whole however the bytes come", () => {
    const text = fc.array(
      fc.string({ unit: "binary", maxLength: 12 }).map((line) => line.replaceAll("\n", "")),
    );
    fc.assert(
      fc.property(text, fc.array(fc.integer({ min: 1, max: 7 })), (lines, sizes) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
        const got: string[] = [];
        const splitter = createLineSplitter(
          1_000,
          (line) => got.push(line),
          () => got.push("long"),
        );
        let at = 0;
        for (const size of [...sizes, bytes.length]) {
          if (at < bytes.length) splitter.add(bytes.subarray(at, at + size));
          at += size;
        }
        splitter.add(bytes.subarray(at));
        splitter.end();
        expect(got).toEqual(Buffer.from(lines.join("\n")).toString().split("\n").slice(0, lines.length));
      }),
    );
  });

  it("that are too long are told by their beginning, whatever their parts", () => {
    const got: string[] = [];
    const splitter = createLineSplitter(
      10,
      (line) => got.push(line),
      (start) => got.push(`long ${start}`),
    );
    splitter.add(Buffer.from("abcdefgh"));
    splitter.add(Buffer.from("ijklmnop\nok\n"));
    splitter.add(Buffer.from("0123456789x\nfine"));
    splitter.end();
    expect(got).toEqual(["long abcdefghijklmnop", "ok", "long 0123456789x", "fine"]);
  });

  it("are answers, greetings, or nothing of the kind", () => {
    expect(readWorkerLine('{"hookline_worker":1}')).toEqual({ kind: "greeting" });
    expect(readWorkerLine(' {"id":4,"a":1}\r')).toEqual({ kind: "answer", id: 4, answer: { a: 1 } });
    expect(readWorkerLine('{"a":1}')).toEqual({ kind: "answer", id: null, answer: { a: 1 } });
    expect(readWorkerLine("[1]")).toEqual({ kind: "noise" });
    expect(readWorkerLine('{"id":1.5}')).toMatchObject({ kind: "broken", id: null });
  });

  it("of stderr are kept to the last 8 KiB", () => {
    const tail = createTail();
    tail.add(Buffer.from("a".repeat(10_000)));
    const mark = tail.mark();
    tail.add(Buffer.from("b"));
    expect(tail.since(mark)).toBe("b");
    expect(tail.since(0)).toHaveLength(8_192);
    expect(tail.since(tail.mark())).toBe("");
  });
});
