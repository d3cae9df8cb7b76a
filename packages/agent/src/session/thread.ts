import { dirname } from "node:path";
import type { Json } from "hookline";
import { decode, encode, numbersIn } from "./codec.ts";
import { takeLock } from "./lock.ts";
import { privateFolder } from "./place.ts";
import { createPool, type Pool } from "./pool.ts";
import { isPending, linesOf, numbersOf, type Spaces } from "./spaces.ts";
import { broken, headerLine, readState, replaceFile, type StateContent } from "./state-file.ts";

/** The state of one session in memory: all that the graph asks for, without the file. */
export interface ThreadView {
  readonly spaces: Spaces;
  encode(value: unknown): Json;
  decode(...values: readonly Json[]): Promise<readonly unknown[]>;
}

/** The state of one session, its file, and the right to write it. */
export interface Thread extends ThreadView {
  /** Writes the state; it is on the disk when the call returns. */
  save(): void;
  /** Writes the state before long, unless `save` does it before; resolves when it is on the disk. */
  saveSoon(): Promise<void>;
  /** Writes the state some milliseconds later, with whatever is to be written by then. */
  saveLater(failed: (error: unknown) => void): void;
  /** Lets other processes have the session, all written. */
  release(): void;
}

/** How long what is of little worth may wait to be written. */
const laterMs = 25;

/** Takes the session's lock and reads its state; throws one sentence if it is in use or cannot be read. */
export function openThread(file: string, id: string): Thread {
  privateFolder(dirname(file));
  const unlock = takeLock(file.replace(/\.state\.jsonl$/, ".lock"), `session ${id}`);
  let content: StateContent | null;
  try {
    content = readState(file, id);
  } catch (error) {
    unlock();
    throw error;
  }
  const { view, pool } = viewOf(file, content);

  let unsaved = false;
  let soon: Promise<void> | null = null;
  let later: NodeJS.Timeout | null = null;
  const save = () => {
    const objects = pool.keep(numbersOf(view.spaces));
    const lines = linesOf(view.spaces).map((line) => `${JSON.stringify(line)}\n`);
    const header = { thread: id, pending: isPending(view.spaces), lines: objects.length + lines.length };
    replaceFile(
      file,
      Buffer.concat([Buffer.from(headerLine(header)), ...objects, Buffer.from(lines.join(""))]),
    );
    unsaved = false;
  };
  const saveUnsaved = () => {
    if (unsaved) save();
  };
  return {
    ...view,
    save,
    saveSoon() {
      unsaved = true;
      soon ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
        soon = null;
        saveUnsaved();
      });
      return soon;
    },
    saveLater(failed) {
      unsaved = true;
      later ??= setTimeout(() => {
        later = null;
        try {
          saveUnsaved();
        } catch (error) {
          failed(error);
        }
      }, laterMs);
    },
    release() {
      if (later) clearTimeout(later);
      try {
        saveUnsaved();
      } finally {
        unsaved = false;
        unlock();
      }
    },
  };
}

/** The state of a session that is not ours to write. */
export function viewThread(file: string, id: string): ThreadView {
  return viewOf(file, readState(file, id)).view;
}

function viewOf(file: string, content: StateContent | null): { view: ThreadView; pool: Pool } {
  const pool = createPool(content?.objects ?? new Map());
  const view: ThreadView = {
    spaces: content?.spaces ?? new Map(),
    encode: (value) => encode(value, pool.numberOf),
    async decode(...values) {
      try {
        const objectOf = await pool.revive(numbersIn([...values]));
        return values.map((value) => decode(value, objectOf));
      } catch (error) {
        throw broken(file, error instanceof Error ? error.message : String(error));
      }
    },
  };
  return { view, pool };
}
