import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createFrameReader, largestFrame } from "../../../src/system/process/helper/frames.ts";
import {
  batchFrame,
  cancelFrame,
  commandText,
  deadlineFrame,
  readReply,
} from "../../../src/system/process/helper/messages.ts";
import { command } from "../command.ts";

/** What a reader makes of these pieces. */
function framesOf(pieces: readonly Uint8Array[]): Buffer[] {
  const frames: Buffer[] = [];
  const reader = createFrameReader(
    (bytes, from, to) => void frames.push(Buffer.from(bytes.subarray(from, to))),
  );
  for (const piece of pieces) reader.add(piece);
  return frames;
}

function framed(body: Uint8Array): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(body.length);
  return Buffer.concat([head, body]);
}

describe("frames", () => {
  test("are whole, however the bytes are cut", () => {
    const bodies = fc.array(fc.uint8Array({ minLength: 1, maxLength: 50 }), { maxLength: 8 });
    fc.assert(
      fc.property(bodies, fc.array(fc.integer({ min: 1, max: 20 })), (all, cuts) => {
        let rest = Buffer.concat(all.map(framed));
        const pieces: Buffer[] = [];
        for (const cut of cuts) {
          pieces.push(rest.subarray(0, cut));
          rest = rest.subarray(cut);
        }
        expect(framesOf([...pieces, rest])).toEqual(all.map((body) => Buffer.from(body)));
      }),
    );
  });

  test.each([0, largestFrame + 1])("cannot have %i bytes", (length) => {
    const head = Buffer.alloc(4);
    head.writeUInt32LE(length);
    expect(() => framesOf([head])).toThrow(`a frame of ${length} bytes cannot be`);
  });
});

describe("a batch", () => {
  test.each([10, 100_000])("is one frame with a payload of %i bytes", (size) => {
    const one = command(["/bin/echo", "€"], {
      env: { NAME: "välue", EMPTY: "" },
      cwd: "/tmp",
      cap: 7,
      graceMs: 2,
    });
    const text = commandText(9, one);
    if (!text) throw new Error("it cannot be said");
    const payload = Buffer.alloc(size, 1);
    const [frame = Buffer.alloc(0), ...more] = framesOf(batchFrame([payload, Buffer.from("second")], [text]));
    expect(more).toEqual([]);
    const texts = (bytes: Buffer) => Buffer.concat([Buffer.from(Uint32Array.of(bytes.length).buffer), bytes]);
    expect(frame).toEqual(
      Buffer.concat([
        Buffer.from([1, 2, 0, 0, 0]),
        texts(payload),
        texts(Buffer.from("second")),
        Buffer.from([1, 0, 0, 0]),
        Buffer.from(Uint32Array.of(9, 0, 15_000, 2, 7, 0).buffer),
        texts(Buffer.from("/tmp")),
        texts(Buffer.from("/bin/echo\0€\0")),
        texts(Buffer.from("NAME=välue\0EMPTY=\0")),
      ]),
    );
  });

  test("holds a command of many bytes", () => {
    const value = "€".repeat(30_000);
    const text = commandText(1, command(["/bin/true"], { env: { VALUE: value } }));
    if (!text) throw new Error("it cannot be said");
    const bytes = Buffer.concat(batchFrame([], [text]));
    expect(bytes.subarray(-value.length * 3 - 1).toString()).toBe(`${value}\0`);
    expect(bytes.readUInt32LE(0)).toBe(bytes.length - 4);
  });

  const names = fc.stringMatching(/^[A-Z_]{1,6}$/);
  const values = fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => text.replaceAll("\0", ""));
  const variables = fc.dictionary(names, values, { maxKeys: 5 });

  test("says variables in two parts as it says them in one", () => {
    fc.assert(
      fc.property(variables, variables, values, (shared, others, text) => {
        const cwd = `/${text}`;
        const own = Object.entries(others).filter(([name]) => !(name in shared));
        const env = { SHLVL: "1", ...shared, ...Object.fromEntries(own) };
        const layers = { shared: { SHLVL: "1", ...shared }, own: own.flat() };
        const [inParts, whole] = [{ layers }, {}].map((more) =>
          commandText(1, command(["/bin/true", cwd], { env: { ...env }, cwd, ...more }), 0, "a cookie"),
        );
        if (!inParts || !whole) throw new Error("it cannot be said");
        expect(Buffer.concat(batchFrame([], [inParts]))).toEqual(Buffer.concat(batchFrame([], [whole])));
      }),
    );
  });

  test.each(["HOOKLINE_RUN_ID", "HOOKLINE_RUN_PARENTS"])("does not say %s of another host", (name) => {
    const env = { SHLVL: "1", [name]: "theirs" };
    const one = command(["/bin/true"], { env, layers: { shared: { ...env }, own: [] } });
    const said = commandText(1, one, 0, "ours")?.text ?? "";
    expect(said.match(/HOOKLINE_RUN_ID=\w+/g)).toEqual(["HOOKLINE_RUN_ID=ours"]);
  });

  test("cannot say a text with a zero byte", () => {
    expect(commandText(1, command(["a\0b"]))).toBeNull();
    expect(commandText(1, command(["a"], { env: { A: "\0" } }))).toBeNull();
    expect(commandText(1, command(["a"], { cwd: "/\0" }))).toBeNull();
  });

  test("says nothing that a helper refuses, or takes for something else", () => {
    expect(commandText(1, command([""]))).toBeNull();
    for (const name of ["", "=A"])
      expect(commandText(1, command(["a"], { env: { [name]: "value" } }))).toBeNull();
    for (const cwd of ["", ".", "folder"]) expect(commandText(1, command(["a"], { cwd }))).toBeNull();
  });

  test("says times that no number holds as the longest", () => {
    const [frame] = framesOf([deadlineFrame(3, 2 ** 40)]);
    expect(frame).toEqual(Buffer.from([2, 3, 0, 0, 0, 255, 255, 255, 255]));
    expect(framesOf([cancelFrame(3)])).toEqual([Buffer.from([3, 3, 0, 0, 0])]);
  });
});

describe("a reply", () => {
  const end = Buffer.concat([
    Buffer.from([19, 4, 0, 0, 0, 1, 9, 0, 0, 0]),
    Buffer.from(Float64Array.of(1.5, 12).buffer),
    Buffer.from([2, 0, 0, 0, 97, 98]),
    Buffer.from(Float64Array.of(0).buffer),
    Buffer.from([0, 0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0]),
  ]);

  test("tells the end of a command", () => {
    expect(readReply(end)).toEqual({
      kind: "ended",
      id: 4,
      how: "signal",
      code: 9,
      durationMs: 1.5,
      stdout: { bytes: 12, tail: Buffer.from("ab") },
      stderr: { bytes: 0, tail: Buffer.alloc(0) },
      left: [7],
    });
  });

  test("that is cut anywhere, or of no kind, is refused", () => {
    for (let length = 0; length < end.length; length++)
      expect(() => readReply(end.subarray(0, length))).toThrow();
    expect(() => readReply(Buffer.from([99, 0, 0, 0, 0]))).toThrow("nothing of the kind 99");
  });
});
