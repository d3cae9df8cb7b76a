import { chmodSync, lstatSync, renameSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { writeAtomically } from "../files.ts";
import { fillRandomly } from "../random.ts";
import { removeFile } from "../remove-file.ts";
import { type Answering, converse, type Secrets } from "./conversation.ts";
import type { RunPlace } from "./run-folder.ts";
import { socketPath as shortPath } from "./socket-path.ts";

/** A daemon that clients can reach. */
export interface Listening {
  /** The port of the loopback; null if it listens on its socket alone. */
  readonly port: number | null;
  /** False when somebody has put something else in the place of the socket, or removed it. */
  isReachable(): boolean;
  /** Takes no more clients; those that are there are answered. */
  close(): void;
}

/** The most clients at once; those beyond are turned away, and run the plain command. */
const mostClients = 1_000;

/** Listens on the socket of a place, and on the loopback too if wanted; the caller holds the lock, so whatever lies there is stale. */
export async function listen(place: RunPlace, answering: Answering, loopback: boolean): Promise<Listening> {
  const { folder } = place;
  const [socketPath, portPath] = [`${folder}/${place.socket}`, `${folder}/${place.port}`];
  const draft = `${process.pid}.new`;
  removeFile(`${folder}/${draft}`);
  removeFile(portPath);
  const serve = (secrets: Secrets | null) => (socket: Socket) => {
    socket.setNoDelay(true);
    converse(socket, answering, secrets).catch(() => socket.destroy());
  };
  // Whoever is done writing may still want to read: what it has closed is half of the connection.
  const server = createServer({ allowHalfOpen: true }, serve(null));
  const shortened = shortPath(folder, draft);
  try {
    await listening(server, { path: shortened.path });
  } finally {
    shortened.close();
  }
  chmodSync(`${folder}/${draft}`, 0o600);
  // Nobody sees a socket that does not listen yet, or that others may open.
  renameSync(`${folder}/${draft}`, socketPath);
  const { ino } = lstatSync(socketPath);
  let door: Server | null = null;
  let port: number | null = null;
  if (loopback) {
    const secrets = { client: secret(), daemon: secret() };
    door = createServer({ allowHalfOpen: true }, serve(secrets));
    await listening(door, { host: "127.0.0.1", port: 0 });
    const address = door.address();
    port = typeof address === "object" && address ? address.port : null;
    writeAtomically(portPath, `${port} ${secrets.client} ${secrets.daemon}\n`, 0o600);
  }
  const isReachable = () => lstatSync(socketPath, { throwIfNoEntry: false })?.ino === ino;
  return {
    port,
    isReachable,
    close() {
      // What somebody else has put there is not ours to remove.
      if (isReachable()) {
        removeFile(socketPath);
        removeFile(portPath);
      }
      server.close();
      door?.close();
    },
  };
}

function listening(
  server: Server,
  at: { readonly path: string } | { readonly host: string; readonly port: 0 },
) {
  server.maxConnections = mostClients;
  return new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ ...at, backlog: 511 }, () => {
      server.off("error", reject);
      server.on("error", () => {});
      resolve();
    });
  });
}

function secret(): string {
  const bytes = new Uint8Array(16);
  fillRandomly(bytes);
  return Buffer.from(bytes).toString("hex");
}
