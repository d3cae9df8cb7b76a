import type { ProcessEnd, ProcessFacts } from "../../../contract/process.ts";
import { createCapture } from "../capture.ts";
import { readWorkerLine } from "./answer.ts";

/** The beginning of a process of which nobody knows whether it is a worker: what it printed is kept, as that of a command. */
export interface Greeting {
  /** Takes stdout; gives what came after the line that makes it a worker, or null if that line was not there. */
  add(chunk: Uint8Array): Uint8Array | null;
  addError(chunk: Uint8Array): void;
  /** The facts of a command that printed all this. */
  facts(end: ProcessEnd, left: readonly number[], durationMs: number): ProcessFacts;
  /** True once it has greeted. */
  readonly greeted: boolean;
}

/** The most bytes that are kept of each stream. */
const cap = 1_048_576;
/** A first line that is longer is no greeting. */
const longest = 256;

/** Begins to listen. */
export function createGreeting(): Greeting {
  const stdout = createCapture(cap);
  const stderr = createCapture(cap);
  let first: Buffer | null = Buffer.alloc(0);
  let greeted = false;
  return {
    get greeted() {
      return greeted;
    },
    add(chunk) {
      if (first === null) {
        stdout.add(chunk);
        return null;
      }
      const begun: Buffer = Buffer.concat([first, chunk]);
      const end = begun.indexOf(10);
      if (end === -1 && begun.length <= longest) {
        first = begun;
        return null;
      }
      first = null;
      greeted =
        end !== -1 && end <= longest && readWorkerLine(begun.toString("utf8", 0, end)).kind === "greeting";
      const rest = greeted ? begun.subarray(end + 1) : begun;
      stdout.add(rest);
      return greeted ? rest : null;
    },
    addError: (chunk) => stderr.add(chunk),
    facts(end, left, durationMs) {
      if (first !== null) stdout.add(first);
      first = null;
      return { end, stdout: stdout.read(), stderr: stderr.read(), durationMs, left };
    },
  };
}
