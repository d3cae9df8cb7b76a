import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Command } from "../../../src/contract/process.ts";
import { createFrameReader } from "../../../src/system/process/helper/frames.ts";
import {
  batchFrame,
  cancelFrame,
  commandText,
  deadlineFrame,
  readReply,
} from "../../../src/system/process/helper/messages.ts";
import {
  endedFrame,
  helloFrame,
  outputFrame,
  startedFrame,
  unstartedFrame,
} from "../../../src/system/process/helper/pool/answers.ts";
import { readRequest } from "../../../src/system/process/helper/pool/requests.ts";
import { script } from "../command.ts";
import { startHelper } from "./helper-process.ts";

const number = fc.integer({ min: 0, max: 0xffff_ffff });
const text = fc.string({ unit: "grapheme", maxLength: 30 }).map((value) => value.replaceAll("\0", ""));
const name = text.map((value) => `N${value.replaceAll("=", "")}`);
const bytes = fc.uint8Array({ maxLength: 300 });
const someCommand: fc.Arbitrary<Command> = fc.record({
  argv: fc.tuple(name, text, text),
  env: fc.dictionary(fc.oneof(name, fc.constant("__proto__")), text).map((env) => ({ ...env })),
  cwd: text.map((value) => `/${value}`),
  payload: fc.integer({ min: 0, max: 2 }),
  deadlineMs: number,
  graceMs: number,
  cap: number,
  background: fc.boolean(),
});

/** The frames of some bytes, however these are cut. */
function framesOf(stream: Uint8Array, cuts: readonly number[]): Buffer[] {
  const frames: Buffer[] = [];
  const reader = createFrameReader((bytes, from, to) => frames.push(Buffer.from(bytes.subarray(from, to))));
  const places = [0, ...cuts.map((cut) => cut % (stream.length + 1)).sort((one, other) => one - other)];
  for (const [index, place] of places.entries())
    reader.add(stream.slice(place, places[index + 1] ?? stream.length));
  return frames;
}

describe("what an engine asks", () => {
  test("is what the helper reads, however it arrives", () => {
    fc.assert(
      fc.property(
        fc.array(bytes, { maxLength: 3 }),
        fc.array(someCommand, { maxLength: 3 }),
        fc.array(fc.nat(), { maxLength: 5 }),
        number,
        (payloads, commands, cuts, ms) => {
          const bodies = commands
            .map((command, index) => commandText(index, command))
            .filter((one) => one !== null);
          const stream = Buffer.concat([
            ...batchFrame(payloads, bodies),
            deadlineFrame(7, ms),
            cancelFrame(8),
          ]);
          const requests = framesOf(stream, cuts).map(readRequest);
          const empty = new Uint8Array(0);
          expect(requests).toEqual([
            {
              kind: "batch",
              commands: commands.map((command, id) => ({
                id,
                command,
                payload: payloads[command.payload] ? Buffer.from(payloads[command.payload] ?? []) : empty,
              })),
            },
            { kind: "deadline", id: 7, ms },
            { kind: "cancel", id: 8 },
          ]);
        },
      ),
      { numRuns: 200 },
    );
  });

  test("is refused by an error if it is anything else", () => {
    const good = Buffer.concat([
      ...batchFrame(
        [Buffer.from("x")],
        [commandText(1, script("true"))].filter((one) => one !== null),
      ),
    ]);
    const spoilt = fc
      .tuple(fc.nat(good.length - 5), fc.nat(255), fc.nat(good.length - 4))
      .map(([at, value, length]) => {
        const frame = Buffer.from(good.subarray(4));
        frame[at] = value;
        return frame.subarray(0, length);
      });
    fc.assert(
      fc.property(
        fc.oneof(
          bytes.map((value) => Buffer.from(value)),
          spoilt,
        ),
        (frame) => {
          try {
            expect(["batch", "deadline", "cancel"]).toContain(readRequest(frame).kind);
          } catch (error) {
            expect(error).toBeInstanceOf(Error);
            expect(String(error)).toMatch(/a frame|asked of a helper|a command|a variable|a list/);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe("what the helper answers", () => {
  test("is what an engine reads", () => {
    const end = fc.record({ bytes: fc.nat(), tail: bytes.map((value) => Buffer.from(value)) });
    fc.assert(
      fc.property(
        number,
        number,
        bytes,
        end,
        end,
        fc.array(number),
        fc.double({ min: 0, noNaN: true }),
        (id, code, chunk, stdout, stderr, left, durationMs) => {
          const stream = Buffer.concat([
            helloFrame(code),
            startedFrame(id, code),
            outputFrame(id, "stderr", chunk),
            unstartedFrame(id, code),
            endedFrame(id, { how: 1, code }, durationMs, [stdout, stderr], left),
          ]);
          expect(framesOf(stream, []).map((frame) => readReply(frame))).toEqual([
            { kind: "hello", version: 1, pid: code },
            { kind: "started", id, pid: code },
            { kind: "output", id, stream: "stderr", bytes: Buffer.from(chunk) },
            { kind: "unstarted", id, errno: code },
            { kind: "ended", id, how: "signal", code, durationMs, stdout, stderr, left },
          ]);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe("a helper that is told what it cannot understand", () => {
  const frame = (body: Uint8Array) => {
    const whole = Buffer.alloc(4 + body.length);
    whole.writeUInt32LE(body.length, 0);
    whole.set(body, 4);
    return whole;
  };

  test("ends, and all with it, without a word", async () => {
    const garbage = fc.sample(fc.uint8Array({ minLength: 5, maxLength: 400 }), { numRuns: 6, seed: 7 });
    const bad = [
      Buffer.from([0, 0, 0, 0]),
      Buffer.from([255, 255, 255, 255]),
      frame(Buffer.from([99, 1, 2, 3, 4])),
      ...garbage.map(frame),
    ];
    await Promise.all(
      bad.map(async (piece) => {
        const helper = await startHelper();
        helper.send([script("exec sleep 30")]);
        const { pid } = await helper.reply("started");
        helper.socket.write(piece);
        expect([await helper.ended, helper.printed()]).toEqual([0, ""]);
        expect(() => process.kill(pid, 0)).toThrow("ESRCH");
      }),
    );
  });

  test("does not mind commands that it does not know, or half a frame at the end", async () => {
    const helper = await startHelper();
    helper.socket.write(Buffer.concat([cancelFrame(77), deadlineFrame(78, 1)]));
    helper.send([script("echo fine")]);
    expect(await helper.reply("ended")).toMatchObject({ how: "exit", code: 0 });
    helper.socket.end(Buffer.from([200, 0, 0, 0, 1, 1]));
    expect([await helper.ended, helper.printed()]).toEqual([0, ""]);
  });
});
