import type { Writable } from "node:stream";

/** Answers on their way to the engine. */
export interface AnswerStream {
  /** Sends a frame, with all that waits. */
  send(frame: Buffer): void;
  /** Sends a frame with the next one, or very soon: an engine that is woken for each of them has less time for its own work. */
  sendSoon(frame: Buffer): void;
  /** Whether the engine has not read for so long that output must wait. */
  isFull(): boolean;
}

/** Output mostly comes right before the end of its command. */
const soonMs = 2;
const mostWaiting = 64 * 1024;
/** What is on its way when output begins to wait. */
const fullAt = 1024 * 1024;

/** Answers over a socket; `changed` is told when it gets full, and when it no longer is. */
export function createAnswerStream(socket: Writable, changed: (full: boolean) => void): AnswerStream {
  let waiting: Buffer[] = [];
  let size = 0;
  let timer: NodeJS.Timeout | null = null;
  let full = false;

  function flush(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    const frames = waiting;
    waiting = [];
    size = 0;
    const [only] = frames;
    if (!only) return;
    socket.write(frames.length === 1 ? only : Buffer.concat(frames));
    if (!full && socket.writableLength > fullAt) {
      full = true;
      changed(true);
    }
  }

  socket.on("drain", () => {
    if (!full) return;
    full = false;
    changed(false);
  });

  return {
    send(frame) {
      waiting.push(frame);
      flush();
    },
    sendSoon(frame) {
      waiting.push(frame);
      size += frame.length;
      if (size >= mostWaiting) flush();
      else timer ??= setTimeout(flush, soonMs);
    },
    isFull: () => full,
  };
}
