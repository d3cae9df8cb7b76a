import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { createServer as createRawServer, type Server, type Socket } from "node:net";

/** A server on 127.0.0.1 that counts its connections. */
export interface LoopbackServer {
  readonly port: number;
  readonly url: URL;
  readonly connections: number;
  close(): Promise<void>;
}

/** Starts an HTTP server with this listener. */
export function serveHttp(listener: RequestListener): Promise<LoopbackServer> {
  return listen(createServer({ keepAliveTimeout: 60_000 }, listener));
}

/** Starts a server that speaks whatever `onConnection` writes; `index` counts from 0. */
export function serveRaw(onConnection: (socket: Socket, index: number) => void): Promise<LoopbackServer> {
  let index = 0;
  return listen(
    createRawServer((socket) => {
      onConnection(socket, index);
      index += 1;
    }),
  );
}

/** The whole body of a request. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

async function listen(server: Server): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    // A client that breaks off is what these tests are about.
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const { port } = address;
  return {
    port,
    url: new URL(`http://127.0.0.1:${port}/hook`),
    get connections() {
      return connections;
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
