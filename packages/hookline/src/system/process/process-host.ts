import type { Command, CommandBatch, OnOutput, ProcessFacts, ProcessHost } from "../../contract/process.ts";
import { uuidv7 } from "../identifiers.ts";
import { onAbort } from "./cancellation.ts";
import { createCapture } from "./capture.ts";
import { completeEnvironment, launch } from "./launch.ts";
import { neverStarted } from "./never-started.ts";
import { createPipePool } from "./pipe-pool.ts";
import { closeProcessTable } from "./process-table.ts";
import { createSpares } from "./spares.ts";
import { createStartQueue } from "./start-queue.ts";
import { supervise } from "./supervise.ts";
import type { Supervision } from "./supervision.ts";

const nothing = new Uint8Array(0);

/** How long a start is tried again while the machine is short of something. */
const patienceMs = 5_000;

/** A process host that starts every command from this process: each in its own session, with real pipes and one supervisor. */
export function createDirectHost({ prestarts = true } = {}): ProcessHost {
  const pool = createPipePool();
  const queue = createStartQueue(pool.whenReady);
  const spares = createSpares(pool, queue, prestarts);
  const running = new Set<Supervision>();
  let idle = () => {};
  let closing: Promise<void> | null = null;

  function runOne(
    command: Command,
    payload: Uint8Array,
    signal: AbortSignal,
    output: (stream: "stdout" | "stderr", chunk: Uint8Array) => void,
  ): Promise<ProcessFacts> {
    if (closing || signal.aborted) return Promise.resolve(neverStarted);
    return new Promise((resolve) => {
      const early = spares.take(command);
      const inLine = () => queue.add(supervision.start, command.background);
      const cookie = early?.cookie ?? uuidv7();
      const streams = { stdout: createCapture(command.cap), stderr: createCapture(command.cap) };
      const supervision = supervise({
        command,
        cookie,
        patienceMs,
        launch(failed) {
          const given = early?.give(payload);
          if (given) return given;
          completeEnvironment(command.env, cookie);
          return launch(command, payload, pool, failed);
        },
        again: inLine,
        output(stream, chunk) {
          streams[stream].add(chunk);
          output(stream, chunk);
        },
        settled(facts) {
          forget();
          spares.prepare(command);
          running.delete(supervision);
          if (running.size === 0) idle();
          resolve({ ...facts, stdout: streams.stdout.read(), stderr: streams.stderr.read() });
        },
      });
      running.add(supervision);
      if (command.handle) command.handle.setDeadline = supervision.setDeadline;
      const forget = onAbort(signal, supervision.cancel);
      if (early) supervision.start();
      else inLine();
    });
  }

  return {
    run(batch, signal, onOutput) {
      return batch.commands.map((command, index) =>
        runOne(command, payloadOf(batch, command), signal, relay(index, onOutput)),
      );
    },
    retain: spares.retain,
    close() {
      const spared = spares.close();
      closing ??= new Promise<void>((resolve) => {
        idle = () => {
          void spared.then(() => {
            pool.close();
            closeProcessTable();
            resolve();
          });
        };
        if (running.size === 0) idle();
        for (const supervision of [...running]) supervision.cancel();
      });
      return closing;
    },
  };
}

function payloadOf(batch: CommandBatch, command: Command): Uint8Array {
  return batch.payloads[command.payload] ?? nothing;
}

/** Hands output on as it comes; a listener that throws is its own problem. */
export function relay(index: number, onOutput: OnOutput | undefined) {
  return (stream: "stdout" | "stderr", chunk: Uint8Array) => {
    if (!onOutput) return;
    try {
      onOutput(index, stream, chunk);
    } catch {
      // The hook's run does not depend on who watches it.
    }
  };
}
