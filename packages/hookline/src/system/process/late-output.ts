import { closeSync, readSync } from "node:fs";
import { type OutputReader, type OutputSource, readOutput } from "./output.ts";

/** One stream of a hook that is not listened to at once. */
export interface LateOutput extends OutputReader {
  /** Listens from now on. */
  listen(): void;
  /** Reads what is there at once; what ends with that was never listened to. For when the hook itself has ended. */
  drain(): void;
}

const landing = Buffer.allocUnsafeSlow(64 * 1024);

/** As much as a pipe holds, and some more that came while it was read; whoever has more to say is listened to. */
const mostReads = 4;

/**
 * Reads a source to its end as `readOutput` does, later: most hooks end within a millisecond or two, and to listen to one takes
 * longer than to read what it has left behind. Until then it may write as much as a pipe holds. The chunk is only lent.
 */
export function readOutputLate(
  source: OutputSource,
  onChunk: (chunk: Uint8Array) => void,
  onEnd: () => void,
): LateOutput {
  let fd = typeof source === "number" ? source : null;
  let held = false;
  let listening = fd === null ? readOutput(source, onChunk, onEnd) : null;

  function listen(): void {
    if (fd === null) return;
    const own = fd;
    fd = null;
    listening = readOutput(own, onChunk, onEnd);
    if (held) listening.pause(true);
  }

  function close(): void {
    if (fd !== null) closeSync(fd);
    fd = null;
  }

  function drain(): void {
    for (let reads = 0; fd !== null && reads < mostReads; reads++) {
      const count = tryRead(fd);
      if (count === null) break;
      if (count === 0) {
        close();
        onEnd();
        return;
      }
      onChunk(landing.subarray(0, count));
    }
    listen();
  }

  return {
    listen,
    drain,
    destroy() {
      close();
      listening?.destroy();
    },
    pause(paused) {
      held = paused;
      listening?.pause(paused);
    },
  };
}

/** Null if there is nothing now, and somebody may still write. */
function tryRead(fd: number): number | null {
  try {
    return readSync(fd, landing, 0, landing.length, null);
  } catch {
    return null;
  }
}
