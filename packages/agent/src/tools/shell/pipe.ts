import { execFile } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A real pipe: with Node's own, which are sockets, `echo oops > /dev/stderr` fails. */
export interface Pipe {
  /** What the command writes to. */
  readonly write: number;
  /** What we read. */
  readonly read: Socket;
  /** Closes our copy of the writing end, once the command has its own. */
  handOver(): void;
}

/** Makes a pipe by way of a name in a private folder, with this `mkfifo`. */
export async function openPipe(folder: string, mkfifo: string): Promise<Pipe> {
  const name = join(folder, "output");
  await run(mkfifo, ["-m", "600", name]);
  // Opening one end waits for the other, so the one that never waits comes first.
  const read = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const write = openSync(name, constants.O_WRONLY);
    return {
      write,
      read: new Socket({ fd: read, readable: true, writable: false }),
      handOver: () => closeSync(write),
    };
  } catch (error) {
    closeSync(read);
    throw error;
  }
}
