import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import type { ReadStream } from "node:tty";
import type { Person } from "./person.ts";
import { chosenKey, createQueue, keyPrompt, questionText } from "./question.ts";
import type { Screen } from "./screen.ts";
import { visibleLine } from "./visible.ts";

/** Whoever types at the terminal. */
export interface TerminalPerson extends Person {
  /** True when no further line will come (Ctrl-D). */
  readonly ended: boolean;
  /** Gives the terminal back as it was. */
  close(): void;
}

/** What a person at a terminal brings along. */
export interface TerminalPersonOptions {
  /** Ctrl-C was pressed, whether a question is open or not. */
  readonly interrupt: () => void;
  /** What was typed before, newest first. */
  readonly history?: readonly string[];
  /** Told all that was typed, newest first, whenever a line is added. */
  readonly onHistory?: (lines: readonly string[]) => void;
}

interface Asked {
  readonly choosing: boolean;
  /** Takes a typed line; null ends the question without an answer. */
  take(line: string | null): void;
}

/** Makes a person of a terminal's input: what is typed while nobody asks is kept, and never answers a later question. */
export function createTerminalPerson(
  input: ReadStream,
  screen: Screen,
  options: TerminalPersonOptions,
): TerminalPerson {
  const kept: string[] = [];
  const inTurn = createQueue();
  let asked: Asked | null = null;
  let over = false;
  let silent = false;

  // Between questions readline's echo would write over what the agent shows: it goes nowhere then.
  const echo = new Writable({
    decodeStrings: false,
    write(text, _encoding, done) {
      if (asked && !silent) screen.raw(String(text));
      done();
    },
  });
  Object.defineProperty(echo, "columns", { get: () => screen.columns });
  const reader = createInterface({
    input,
    output: echo,
    terminal: true,
    history: [...(options.history ?? [])],
    historySize: 500,
    removeHistoryDuplicates: true,
  });
  const clearTyped = () => {
    reader.write(null, { ctrl: true, name: "e" });
    reader.write(null, { ctrl: true, name: "u" });
  };
  reader.on("history", (lines: string[]) => {
    // An answer to a question is nothing to come back to.
    if (asked?.choosing) lines.shift();
    else options.onHistory?.(lines);
  });
  reader.on("line", (line) => {
    if (asked) return asked.take(line);
    kept.push(line);
    screen.write(`· kept for later: ${visibleLine(line)}\n`);
  });
  // A terminal that was closed cannot be set back; nobody types any more, and the session ends as it should.
  reader.on("error", () => {});
  reader.on("close", () => {
    over = true;
    asked?.take(null);
  });
  reader.on("SIGINT", () => {
    if (asked && !asked.choosing && reader.line !== "") return clearTyped();
    asked?.take(null);
    options.interrupt();
  });

  /** One typed line under this prompt; null if none comes. */
  const typed = (prompt: string, signal: AbortSignal, choosing: boolean): Promise<string | null> =>
    new Promise((resolve) => {
      if (over || signal.aborted) return resolve(null);
      let release = () => {};
      const take = (line: string | null) => {
        signal.removeEventListener("abort", stop);
        if (line === null) screen.raw("\n");
        release();
        asked = null;
        resolve(line);
      };
      const stop = () => take(null);
      signal.addEventListener("abort", stop, { once: true });
      asked = { choosing, take };
      reader.setPrompt(prompt);
      release = screen.stand({
        erase: () => {
          const { rows } = reader.getCursorPos();
          screen.raw(`${rows > 0 ? `\u001b[${rows}A` : ""}\r\u001b[J`);
        },
        draw: () => {
          // readline goes up by the rows that its line had when it was drawn last, which after a paste it does not know.
          silent = true;
          reader.prompt(true);
          silent = false;
          screen.raw("\n".repeat(reader.getCursorPos().rows));
          reader.prompt(true);
        },
      });
    });

  return {
    present: true,
    get ended() {
      return over && kept.length === 0;
    },
    ask: (question, signal) =>
      inTurn(async () => {
        if (over || signal.aborted) return null;
        const begun = reader.line;
        clearTyped();
        screen.write(questionText(question));
        try {
          for (;;) {
            const line = await typed(keyPrompt(question), signal, true);
            const key = line === null ? null : chosenKey(question, line);
            if (line === null || key !== null) return key;
          }
        } finally {
          if (!over && begun !== "") reader.write(begun);
        }
      }),
    line: (prompt, signal) =>
      inTurn(async () => {
        const line = signal.aborted ? undefined : kept.shift();
        if (line === undefined) return typed(visibleLine(prompt), signal, false);
        screen.write(`${visibleLine(prompt)}${visibleLine(line)}\n`);
        return line;
      }),
    close: () => reader.close(),
  };
}
