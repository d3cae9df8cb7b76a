import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createFrameReader, largestFrame } from "../../../src/system/process/helper/frames.ts";
import {
  batchFrame,
  cancelFrame,
  commandBytes,
  deadlineFrame,
  readReply,
} from "../../../src/system/process/helper/messages.ts";
import { command } from "../command.ts";

/** What a reader makes of these pieces. */
function framesOf(pieces: readonly Uint8Array[]): Buffer[] {
  const frames: Buffer[] = [];
  const reader = createFrameReader((frame) => void frames.push(Buffer.from(frame)));
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
    const body = commandBytes(9, one) ?? Buffer.alloc(0);
    const payload = Buffer.alloc(size, 1);
    const [frame = Buffer.alloc(0), ...more] = framesOf(batchFrame([payload, Buffer.from("second")], [body]));
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

  test("holds a command that is larger than the room where commands are put together", () => {
    const value = "€".repeat(30_000);
    const body = commandBytes(1, command(["/bin/true"], { env: { VALUE: value } }));
    expect(body?.subarray(-value.length * 3 - 1).toString()).toBe(`${value}\0`);
  });

  test("cannot say a text with a zero byte", () => {
    expect(commandBytes(1, command(["a\0b"]))).toBeNull();
    expect(commandBytes(1, command(["a"], { env: { A: "\0" } }))).toBeNull();
    expect(commandBytes(1, command(["a"], { cwd: "/\0" }))).toBeNull();
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
