import { writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { FakePackage } from "./fake-package.ts";

/** The secrets that the file of a fake port names. */
export const portSecrets = { client: "c".repeat(32), daemon: "d".repeat(32) };

/** A line as a daemon says it on the loopback. */
export const portLine = (text: string): string => `${text.padEnd(39)}\n`;

/** What a socket says until it has said this. */
export const until = (socket: Socket, end: string): Promise<string> =>
  new Promise((settle) => {
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
      if (text.endsWith(end)) settle(text);
    });
  });

/** A server in the place of a daemon's port: `serve` gets each connection. */
export async function fakePort({ run, build }: FakePackage, serve: (socket: Socket) => void): Promise<void> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    socket.on("error", () => {});
    serve(socket);
  });
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const text = `${port} ${portSecrets.client} ${portSecrets.daemon}\n`;
  writeFileSync(join(run, `${build}.port`), text, { mode: 0o600 });
}
