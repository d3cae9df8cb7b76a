import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { Paper } from "./paper.ts";
import type { Person } from "./person.ts";
import { chosenKey, createQueue, keyPrompt, questionText } from "./question.ts";
import { visibleLine } from "./visible.ts";

/** So many lines are read ahead; the rest waits where it comes from. */
const readAhead = 1000;

/** A person who answers line by line through a pipe: a script, a test, another program. */
export interface LinePerson extends Person {
  /** True when no further line will come. */
  readonly ended: boolean;
  close(): void;
}

/** Makes a person of an input that is no terminal; what is asked and answered is written to the paper. */
export function createLinePerson(input: Readable, paper: Paper): LinePerson {
  const kept: string[] = [];
  const inTurn = createQueue();
  let over = false;
  let wake: () => void = () => {};
  const reader = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY, terminal: false });
  reader.on("line", (line) => {
    kept.push(line);
    if (kept.length >= readAhead) reader.pause();
    wake();
  });
  reader.on("close", () => {
    over = true;
    wake();
  });
  input.on("error", () => reader.close());

  const next = async (signal: AbortSignal): Promise<string | null> => {
    while (kept.length === 0 && !over && !signal.aborted) {
      reader.resume();
      await new Promise<void>((resolve) => {
        wake = () => {
          signal.removeEventListener("abort", wake);
          resolve();
        };
        signal.addEventListener("abort", wake);
      });
    }
    if (signal.aborted) return null;
    return kept.shift() ?? null;
  };
  const answer = async (prompt: string, signal: AbortSignal) => {
    if (signal.aborted) return null;
    paper.write(prompt);
    const line = await next(signal);
    paper.write(line === null ? "\n" : `${visibleLine(line)}\n`);
    return line;
  };
  return {
    present: true,
    get ended() {
      return over && kept.length === 0;
    },
    ask: (question, signal) =>
      inTurn(async () => {
        if (signal.aborted) return null;
        paper.write(questionText(question));
        for (;;) {
          const line = await answer(keyPrompt(question), signal);
          const key = line === null ? null : chosenKey(question, line);
          if (line === null || key !== null) return key;
        }
      }),
    line: (prompt, signal) => inTurn(() => answer(visibleLine(prompt), signal)),
    close: () => reader.close(),
  };
}
