import type { Writable } from "node:stream";

/** Where texts go: append only. */
export interface Paper {
  write(text: string): void;
}

/** Writes to a stream; a reader that has gone away (`| head`) ends the writing, never the agent. */
export function createPaper(stream: Writable): Paper {
  let gone = false;
  stream.on("error", () => {
    gone = true;
  });
  return {
    write(text) {
      if (gone || stream.destroyed || text === "") return;
      stream.write(text);
    },
  };
}
