import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { makePrivateFolder, removePrivateFolder } from "../private-folder.ts";

/** The two ends of one socket: what comes to ours is read, theirs is for a process to inherit. */
export interface SocketPair {
  readonly ours: Socket;
  readonly theirs: Socket;
}

/** Every read of every pair lands here first and is used at once: where Node makes the socket, each of them allocates as much. */
const landing = Buffer.allocUnsafeSlow(64 * 1024);

/** What an address has room for, on every system. */
const longestPath = 100;

/**
 * Makes a pair whose own end is read into memory that is used again: `onChunk` is only lent it. Keeps this process alive until it is made if
 * it is `held`. Null where it cannot be made; no name of it is left.
 */
export async function makeSocketPair(
  held: boolean,
  onChunk: (chunk: Buffer) => void,
): Promise<SocketPair | null> {
  const server = createServer({ pauseOnConnect: true });
  if (!held) server.unref();
  let folder: string | null = null;
  try {
    folder = makePrivateFolder();
    const path = join(folder, "s");
    return Buffer.byteLength(path) > longestPath ? null : await connectPair(server, path, onChunk);
  } catch {
    return null;
  } finally {
    server.close();
    if (folder !== null) removePrivateFolder(folder);
  }
}

function connectPair(server: Server, path: string, onChunk: (chunk: Buffer) => void): Promise<SocketPair> {
  return new Promise((resolve, reject) => {
    const onread = {
      buffer: landing,
      callback(count: number): boolean {
        onChunk(landing.subarray(0, count));
        return true;
      },
    };
    const failed = (error: Error) => {
      ours.destroy();
      reject(error);
    };
    server.on("error", failed);
    server.once("connection", (theirs) => resolve({ ours, theirs }));
    server.listen(path);
    const ours = connect({ path, onread });
    ours.on("error", failed);
  });
}
