import type { WriteStream } from "node:tty";
import { cut } from "./columns.ts";
import type { Paper } from "./paper.ts";

/** What stands under the text while a question is open: it can be taken away and drawn again. */
export interface Standing {
  erase(): void;
  draw(): void;
}

/** A terminal that several write to: text goes up, one moving line or one question stands under it. */
export interface Screen extends Paper {
  readonly columns: number;
  /** The moving line, worked out anew each time that it is drawn; null for none. */
  status(line: (() => string) | null): void;
  /** Lets a question stand under the text until the function that comes back is called; the moving line waits. */
  stand(question: Standing): () => void;
  /** Writes as it is, for the question that stands. */
  raw(text: string): void;
  /** Takes the moving line away for good. */
  close(): void;
}

/** The moving line is drawn ten times a second. */
const tickMs = 100;
const eraseLine = "\r\u001b[2K";

/** The part of a terminal that a screen needs. */
export type Terminal = Pick<WriteStream, "columns" | "write" | "on" | "destroyed">;

/** Makes the one door to a terminal. */
export function createScreen(terminal: Terminal): Screen {
  let gone = false;
  let atStart = true;
  let drawn = false;
  let line: (() => string) | null = null;
  let standing: Standing | null = null;
  let timer: NodeJS.Timeout | null = null;
  terminal.on("error", () => {
    gone = true;
  });

  const raw = (text: string) => {
    if (gone || terminal.destroyed || text === "") return;
    terminal.write(text);
    atStart = text.endsWith("\n");
  };
  const erase = () => {
    if (drawn) raw(eraseLine);
    // Erased, the cursor is where it was before the line was drawn.
    if (drawn) atStart = true;
    drawn = false;
  };
  const columns = () => Math.max(20, terminal.columns || 80);
  const tick = () => {
    // Text that is being written keeps its line.
    if (line === null || standing || (!atStart && !drawn)) return;
    raw(`${drawn ? eraseLine : ""}${cut(line(), columns() - 1)}`);
    drawn = true;
  };
  const stop = () => {
    if (timer) clearInterval(timer);
    timer = null;
    erase();
  };

  return {
    get columns() {
      return columns();
    },
    write(text) {
      if (text === "") return;
      erase();
      standing?.erase();
      if (standing) atStart = true;
      raw(text);
      if (standing && !atStart) raw("\n");
      standing?.draw();
    },
    status(next) {
      line = next;
      if (next === null) return stop();
      timer ??= setInterval(tick, tickMs).unref();
    },
    stand(question) {
      erase();
      if (!atStart) raw("\n");
      standing = question;
      question.draw();
      return () => {
        if (standing === question) standing = null;
      };
    },
    raw,
    close() {
      line = null;
      stop();
    },
  };
}
