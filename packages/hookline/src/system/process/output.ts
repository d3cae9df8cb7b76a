import { Socket } from "node:net";
import type { Readable } from "node:stream";

/** Where a hook's output is read from: our end of a pipe, or a stream that Node made. */
export type OutputSource = number | Readable;

/** Every read of every hook lands here first and is used at once, so that a flood allocates nothing. */
const landing = Buffer.allocUnsafeSlow(64 * 1024);

/** A source that is read. */
export interface OutputReader {
  /** Stops without a further call. */
  destroy(): void;
  /** Whether reading waits; who writes then waits too, when the pipe is full. */
  pause(paused: boolean): void;
}

/** Reads a source to its end, whatever ends it; the chunk is only lent. */
export function readOutput(
  source: OutputSource,
  onChunk: (chunk: Uint8Array) => void,
  onEnd: () => void,
): OutputReader {
  const stream = typeof source === "number" ? openSocket(source, onChunk) : source.on("data", onChunk);
  let over = false;
  const end = () => {
    if (over) return;
    over = true;
    onEnd();
  };
  stream.on("end", end).on("error", end).on("close", end);
  return {
    destroy() {
      over = true;
      stream.destroy();
    },
    pause(paused) {
      if (over || stream.isPaused() === paused) return;
      if (paused) stream.pause();
      else stream.resume();
    },
  };
}

function openSocket(fd: number, onChunk: (chunk: Uint8Array) => void): Socket {
  const options = {
    fd,
    readable: true,
    writable: false,
    onread: {
      buffer: landing,
      callback(count: number): boolean {
        onChunk(landing.subarray(0, count));
        return true;
      },
    },
  };
  return new Socket(options);
}
