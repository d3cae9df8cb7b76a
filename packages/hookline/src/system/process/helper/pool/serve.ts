import type { Duplex } from "node:stream";
import { createPipePool } from "../../pipe-pool.ts";
import { createStartQueue } from "../../start-queue.ts";
import type { Supervision } from "../../supervision.ts";
import { createFrameReader } from "../frames.ts";
import { createAnswerStream } from "./answer-stream.ts";
import { helloFrame } from "./answers.ts";
import { type Request, readRequest, type SentRequest } from "./requests.ts";
import { serveCommand } from "./served-command.ts";
import { createShellPool } from "./shell-pool.ts";

/** Whatever is alive so long after the end was not to be ended. */
const farewellMs = 1_000;

/** Serves an engine over a socket until it closes, or says what cannot be understood; then ends everything, and settles. */
export function serve(socket: Duplex): Promise<void> {
  const running = new Map<number, Supervision>();
  const pipes = createPipePool();
  let inLine = 0;
  const queue = createStartQueue(pipes.whenReady);
  const shells = createShellPool(pipes, () => inLine > 0);
  const answers = createAnswerStream(socket, (full) => {
    for (const one of running.values()) one.pause(full);
  });
  let idle: (() => void) | null = null;
  let over = () => {};

  function run(request: SentRequest): void {
    const { id, command } = request;
    // A second one of this number could not be told from the first.
    if (running.has(id)) throw new Error(`the number ${id} was given twice`);
    shells.asked(request);
    const again = () => {
      inLine++;
      queue.add(() => {
        inLine--;
        one.start();
      }, command.background);
    };
    const answered = () => {
      running.delete(id);
      if (running.size === 0) idle?.();
    };
    const one = serveCommand(request, { answers, pipes, shells, again, answered });
    running.set(id, one);
    again();
  }

  function obey(request: Request): void {
    if (request.kind === "batch") for (const one of request.commands) run(one);
    else if (request.kind === "cancel") running.get(request.id)?.cancel();
    else running.get(request.id)?.setDeadline(request.ms);
  }

  async function endAll(): Promise<void> {
    socket.destroy();
    shells.close();
    await new Promise<void>((resolve) => {
      setTimeout(resolve, farewellMs);
      idle = resolve;
      if (running.size === 0) resolve();
      for (const one of [...running.values()]) one.kill();
    });
    pipes.close();
  }

  const reader = createFrameReader((bytes, from, to) => obey(readRequest(bytes.subarray(from, to))));
  const closed = new Promise<void>((resolve) => {
    over = resolve;
  });
  socket.on("error", () => over());
  socket.on("end", () => over());
  socket.on("close", () => over());
  socket.on("data", (chunk: Buffer) => {
    try {
      reader.add(chunk);
    } catch {
      over();
    }
  });
  answers.send(helloFrame(process.pid));
  return closed.then(endAll);
}
