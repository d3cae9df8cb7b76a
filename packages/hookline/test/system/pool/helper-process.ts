import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Duplex } from "node:stream";
import type { Command } from "../../../src/contract/process.ts";
import { createFrameReader } from "../../../src/system/process/helper/frames.ts";
import {
  batchFrame,
  commandText,
  type Reply,
  readReply,
} from "../../../src/system/process/helper/messages.ts";
import { poolProgram } from "../../../src/system/process/helper/pool-program.ts";

/** A helper that runs, spoken to by hand. */
export interface HelperProcess {
  readonly child: ChildProcess;
  readonly socket: Duplex;
  /** What it has said so far. */
  readonly replies: Reply[];
  /** What it has printed, which should be nothing. */
  printed(): string;
  send(commands: readonly Command[], payload?: Uint8Array): void;
  /** Settles when it has said something of the kind; throws if it ends before. */
  reply<K extends Reply["kind"]>(kind: K): Promise<Extract<Reply, { kind: K }>>;
  /** Settles with its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
}

/** Starts a helper. */
export async function startHelper(): Promise<HelperProcess> {
  const program = poolProgram();
  if ("problem" in program) throw new Error(program.problem);
  const [file, ...args] = program.argv;
  const stdio = ["ignore", "pipe", "pipe", "pipe"] as const;
  const child = spawn(file, args, { env: program.env, cwd: "/", detached: true, stdio: [...stdio] });
  const socket = child.stdio[3];
  if (!(socket instanceof Duplex)) throw new Error("it has no socket");
  const replies: Reply[] = [];
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  const reader = createFrameReader((bytes, from, to) => {
    replies.push(readReply(Buffer.from(bytes.subarray(from, to))));
    child.emit("reply");
  });
  socket.on("data", (chunk: Buffer) => reader.add(chunk)).on("error", () => {});
  const ended = once(child, "close").then(([code, signal]) => code ?? signal);
  const helper: HelperProcess = {
    child,
    socket,
    replies,
    printed: () => output,
    ended,
    send(commands, payload = new Uint8Array(0)) {
      const bodies = commands.map((command, index) => commandText(index + 1, command));
      for (const piece of batchFrame(
        [payload],
        bodies.filter((body) => body !== null),
      ))
        socket.write(piece);
    },
    async reply(kind) {
      const over = ended.then(() => {
        throw new Error(`it ended before it said ${kind}`);
      });
      for (;;) {
        const found = replies.find((one) => one.kind === kind);
        if (found) return found as never;
        await Promise.race([once(child, "reply"), over]);
      }
    },
  };
  await helper.reply("hello");
  return helper;
}
