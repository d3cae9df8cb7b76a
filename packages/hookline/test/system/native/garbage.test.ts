import { spawn } from "node:child_process";
import { Socket } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createFrameReader } from "../../../src/system/process/helper/frames.ts";
import {
  batchFrame,
  cancelFrame,
  commandText,
  readReply,
} from "../../../src/system/process/helper/messages.ts";
import { command, isAlive } from "../command.ts";
import { helperPath } from "./program.ts";

/** Starts a helper, sends it these bytes, closes the socket, and gives what it said and how it ended. */
function tell(bytes: Uint8Array): Promise<{ code: number | null; signal: string | null; said: string[] }> {
  const child = spawn(helperPath ?? "", [], { stdio: ["ignore", "ignore", "ignore", "pipe"], cwd: "/" });
  const socket = child.stdio[3];
  if (!(socket instanceof Socket)) throw new Error("no socket");
  const said: string[] = [];
  const reader = createFrameReader((bytes, from, to) => void said.push(readReply(bytes, from, to).kind));
  socket.on("data", (chunk) => reader.add(chunk)).on("error", () => {});
  socket.end(bytes);
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal, said }));
  });
}

function batch(ids: readonly number[]): Buffer {
  const one = command(["/bin/true"], { env: { ONLY: "this" }, cwd: "/" });
  const bodies = ids.map((id) => commandText(id, one)).filter((text) => text !== null);
  return Buffer.concat(batchFrame([Buffer.from("payload")], bodies));
}

function frameOf(...bytes: readonly number[]): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(bytes.length);
  return Buffer.concat([head, Buffer.from(bytes)]);
}

describe.skipIf(helperPath === null)("a native helper", () => {
  test("says hello, and ends well when the socket closes", async () => {
    expect(await tell(Buffer.alloc(0))).toEqual({ code: 0, signal: null, said: ["hello"] });
    expect(await tell(Buffer.concat([batch([]), cancelFrame(7)]))).toMatchObject({ code: 0 });
  });

  test.each<[string, Buffer]>([
    ["a frame without a byte", Buffer.alloc(4)],
    ["a frame that is too long", Buffer.from([0xff, 0xff, 0xff, 0x7f, 1])],
    ["a message of no kind", frameOf(99)],
    ["one that only helpers say", frameOf(17, 0, 0, 0, 0, 0, 0, 0, 0)],
    ["a cancel that is too short", frameOf(3, 1, 0)],
    ["a batch with bytes after its end", Buffer.concat([frameOf(1, 0, 0, 0, 0, 0, 0, 0, 0, 7)])],
    ["more payloads than there are bytes", frameOf(1, 0xff, 0xff, 0, 0)],
    ["one number for two commands of a batch", batch([5, 5])],
    ["the number of a command that runs", Buffer.concat([batch([5]), batch([5])])],
  ])("ends with an error after %s", async (_, bytes) => {
    expect(await tell(bytes)).toMatchObject({ code: 2, signal: null });
  });

  test("takes nobody for a process of a command whose identifier is too short to tell", async () => {
    const child = spawn(helperPath ?? "", [], { stdio: ["ignore", "ignore", "ignore", "pipe"], cwd: "/" });
    const socket = child.stdio[3];
    if (!(socket instanceof Socket)) throw new Error("no socket");
    const env = { HOOKLINE_RUN_ID: "1", PATH: "/bin:/usr/bin" };
    const body = commandText(1, command(["/bin/sleep", "30"], { env, cwd: "/" }));
    if (!body) throw new Error("it cannot be said");
    const started = new Promise<void>((resolve) => {
      const reader = createFrameReader(
        (bytes, from, to) => readReply(bytes, from, to).kind === "started" && resolve(),
      );
      socket.on("data", (chunk) => reader.add(chunk)).on("error", () => {});
    });
    socket.write(Buffer.concat(batchFrame([Buffer.alloc(0)], [body])));
    await started;
    // Younger than the command, and with the same text in its environment.
    const bystander = spawn("/bin/sleep", ["30"], { env, stdio: "ignore", detached: true });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    socket.end();
    await ended;
    expect([bystander.exitCode, bystander.signalCode, isAlive(bystander.pid ?? 0)]).toEqual([
      null,
      null,
      true,
    ]);
    bystander.kill("SIGKILL");
  });

  test("never crashes, whatever bytes come", async () => {
    const right = batch([1, 2]);
    const mutated = fc
      .array(fc.tuple(fc.nat(right.length - 1), fc.integer({ min: 0, max: 255 })), {
        minLength: 1,
        maxLength: 6,
      })
      .map((changes) => {
        const bytes = Buffer.from(right);
        for (const [at, value] of changes) bytes[at] = value;
        return bytes;
      });
    const random = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
    const framed = random.filter((bytes) => bytes.length > 0).map((bytes) => frameOf(...bytes));
    const cut = fc.nat(right.length).map((length) => right.subarray(0, length));
    const pieces = fc.array(fc.oneof(mutated, random, framed, cut), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(pieces, async (bytes) => {
        const { code, signal } = await tell(Buffer.concat(bytes));
        expect([code === 0 || code === 2, signal]).toEqual([true, null]);
      }),
      { numRuns: 150 },
    );
  });
});
