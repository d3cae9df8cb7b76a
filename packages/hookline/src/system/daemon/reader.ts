import type { Socket } from "node:net";

/** What comes out of a socket, piece by piece; null for a piece that is too long, or that will not come any more. */
export interface Reader {
  /** The text up to a line feed, which is not part of it. */
  line(most: number): Promise<string | null>;
  /** So many texts, each ended by a zero byte. */
  texts(count: number, most: number): Promise<readonly string[] | null>;
  /** So many bytes. */
  bytes(count: number): Promise<Buffer | null>;
  /** From now on, whatever comes is dropped: who still talks must be able to finish, to hear what was answered. */
  drop(): void;
  /** True when nothing will come any more: whoever was there is gone. */
  isGone(): boolean;
  /** Who is told that, once, if it is so before `drop`; at once if it is so already. */
  onGone(action: () => void): void;
}

/** Reads a socket; `onMore` is told when something has come and more is waited for. */
export function createReader(socket: Socket, onMore: () => void = () => {}): Reader {
  let kept: Buffer[] = [];
  let size = 0;
  let [came, dropping, gone] = [false, false, false];
  let tellGone = () => {};
  let wake: (() => void) | null = null;
  const leave = () => {
    if (gone) return;
    gone = true;
    if (!dropping) tellGone();
    wake?.();
  };
  socket.on("data", (chunk: Buffer) => {
    if (dropping) return;
    came = true;
    kept.push(chunk);
    size += chunk.length;
    // Nobody waits for it: the sender waits instead.
    if (!wake && size > 1_048_576) socket.pause();
    wake?.();
  });
  socket.on("end", leave);
  socket.on("close", leave);
  socket.on("error", leave);

  /** Waits until `find` gives the length of the piece, or more than `most` bytes are there, or no more come. */
  const piece = async (
    find: (all: Buffer) => number | null,
    most: number,
    least = 1,
  ): Promise<Buffer | null> => {
    let seen = -1;
    for (;;) {
      // Put together only when it may be enough: a long piece comes in many.
      if (size !== seen && size >= least) {
        seen = size;
        const all = kept.length === 1 && kept[0] ? kept[0] : Buffer.concat(kept);
        kept = [all];
        const length = find(all);
        if (length !== null && length > most) return null;
        if (length !== null) {
          kept = [all.subarray(length)];
          size -= length;
          return all.subarray(0, length);
        }
        if (size > most) return null;
      }
      if (gone) return null;
      if (came) onMore();
      came = false;
      await new Promise<void>((resolve) => {
        wake = resolve;
        socket.resume();
      });
      wake = null;
    }
  };
  return {
    isGone: () => gone,
    onGone(action) {
      if (gone) action();
      else tellGone = action;
    },
    drop() {
      dropping = true;
      kept = [];
      socket.resume();
    },
    async line(most) {
      const found = await piece((all) => indexAfter(all, 10, 0), most);
      return found?.toString("latin1", 0, found.length - 1) ?? null;
    },
    async texts(count, most) {
      let found = 0;
      let from = 0;
      const bytes = await piece((all) => {
        for (let after = indexAfter(all, 0, from); after !== null; after = indexAfter(all, 0, from)) {
          from = after;
          found++;
          if (found === count) return from;
        }
        return null;
      }, most);
      return bytes?.toString("utf8", 0, bytes.length - 1).split("\0") ?? null;
    },
    bytes: (count) => piece(() => count, count, count),
  };
}

function indexAfter(bytes: Buffer, wanted: number, from: number): number | null {
  const at = bytes.indexOf(wanted, from);
  return at < 0 ? null : at + 1;
}
