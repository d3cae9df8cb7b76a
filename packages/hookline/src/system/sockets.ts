import { createSocket } from "node:dgram";
import { createConnection as connect, isIPv6, Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { causeOf } from "./http/http-cause.ts";

/** Where bytes go: a port of a machine, or a socket file. */
export type StreamAddress =
  | { readonly host: string; readonly port: number; readonly tls: { readonly ca: string | undefined } | null }
  | { readonly path: string };

/**
 * Sends bytes over a connection of their own and closes our half of it; resolves once the other end has closed too, so that it has
 * read all of them; `unconfirmed` is what to say if it does not, and null for not waiting for that. Rejects when the signal aborts.
 */
export function sendStream(
  address: StreamAddress,
  bytes: Uint8Array,
  { signal, unconfirmed }: { readonly signal: AbortSignal; readonly unconfirmed: string | null },
): Promise<void> {
  const name = "path" in address ? address.path : `${address.host}:${address.port}`;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Error(`nothing was sent to ${name}: stopped before`));
    const socket = open(address);
    let written = false;
    const settle = (error?: Error) => {
      signal.removeEventListener("abort", stop);
      socket.destroy();
      if (error) reject(error);
      else resolve();
    };
    const stop = () =>
      settle(new Error(written ? `${name} ${unconfirmed}` : `${name} did not take the records in time`));
    signal.addEventListener("abort", stop, { once: true });
    // What the other end says means nothing here, but it must be read for its end to be seen.
    socket.resume();
    socket.on("error", (error) => settle(new Error(`cannot reach ${name}: ${streamCause(error)}`)));
    socket.on("close", (broken) => {
      if (written && !broken) settle();
      else settle(new Error(`${name} closed the connection before it had everything`));
    });
    socket.on("end", () => {
      if (written) settle();
      else settle(new Error(`${name} closed the connection before it had everything`));
    });
    socket.end(bytes, () => {
      written = true;
      if (unconfirmed === null) settle();
    });
  });
}

/** Sends each message as a UDP datagram; resolves when they have left this machine, which is all that can be known. */
export async function sendDatagrams(
  { host, port }: { readonly host: string; readonly port: number },
  messages: readonly Uint8Array[],
  signal: AbortSignal,
): Promise<void> {
  const socket = createSocket({ type: isIPv6(host) ? "udp6" : "udp4", signal });
  socket.unref();
  const failed = new Promise<never>((_resolve, reject) => {
    socket.on("error", (error) => reject(new Error(`cannot reach ${host}:${port}: ${causeOf(error)}`)));
    socket.on("close", () => reject(new Error(`sending to ${host}:${port} was stopped`)));
  });
  failed.catch(() => {});
  try {
    for (const message of messages) {
      const sent = new Promise<void>((resolve, reject) => {
        socket.send(message, port, host, (error) => {
          if (error) reject(new Error(`cannot send to ${host}:${port}: ${causeOf(error)}`));
          else resolve();
        });
      });
      await Promise.race([sent, failed]);
    }
  } finally {
    if (!signal.aborted) socket.close();
  }
}

/** A socket that is not connected yet, for who connects it and must be able to drop it at any time. */
export function freshSocket(): Socket {
  return new Socket();
}

function open(address: StreamAddress): Socket {
  if ("path" in address) return connect({ path: address.path, allowHalfOpen: true });
  const { host, port, tls } = address;
  if (!tls) return connect({ host, port, allowHalfOpen: true });
  return connectSecurely({ host, port, ...(tls.ca !== undefined && { ca: tls.ca }) });
}

function streamCause(error: Error): string {
  const code = "code" in error ? String(error.code) : "";
  if (code === "EPROTOTYPE")
    return "it is a datagram socket, which Node.js cannot write to; let the syslog daemon listen on a port of 127.0.0.1";
  return causeOf(error);
}
