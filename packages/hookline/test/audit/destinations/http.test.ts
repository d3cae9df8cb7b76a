import { createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { shipAll } from "../../../src/audit/destinations/ship-all.ts";
import { startShipping } from "../../../src/audit/destinations/start-shipping.ts";
import { bodyOf, type LoopbackServer, serveHttp, serveRaw } from "../../system/loopback-server.ts";
import { chainFiles, quick } from "./chain-files.ts";

const env = { AUDIT_SECRET: "correct horse battery staple", AUDIT_TOKEN: "t0ken-of-the-collector" };

interface Received {
  readonly id: string;
  readonly lines: readonly string[];
  readonly signed: boolean;
  readonly headers: IncomingMessage["headers"];
}

/** A receiver that checks signatures; `answer` sees each batch and its number from 0. */
async function receiver(answer: (response: ServerResponse, index: number) => void) {
  const received: Received[] = [];
  const server = await serveHttp(async (request, response) => {
    const body = await bodyOf(request).catch(() => null);
    if (body === null) return;
    const id = String(request.headers["webhook-id"]);
    const signature = createHmac("sha256", env.AUDIT_SECRET)
      .update(`${id}.${request.headers["webhook-timestamp"]}.${body}`)
      .digest("base64");
    received.push({
      id,
      lines: body.slice(body.indexOf("[") + 1, -2).split(/,(?=\{"actor")/),
      signed: request.headers["webhook-signature"] === `v1,${signature}`,
      headers: request.headers,
    });
    answer(response, received.length - 1);
  });
  onTestFinished(() => server.close());
  return { server, received, settings: settingsOf(server) };
}

const settingsOf = ({ url }: LoopbackServer) => ({
  type: "http",
  name: "hook",
  url: url.href,
  secretEnv: "AUDIT_SECRET",
  headers: { authorization: "Bearer $AUDIT_TOKEN" },
  allowedEnvVars: ["AUDIT_TOKEN"],
});

const ok = (response: ServerResponse) => response.writeHead(204).end();

it("delivers every line as it is on the disk, signed, in order", async () => {
  const files = chainFiles();
  const lines = files.append(250);
  const { received, settings } = await receiver(ok);
  const [done] = await shipAll(files.folder, [settings], { env });
  expect(done).toMatchObject({ chain: "main", name: "hook", state: "done", sent: 250, error: "" });
  expect(received.map(({ lines: { length } }) => length)).toEqual([100, 100, 50]);
  expect(received.flatMap((batch) => batch.lines)).toEqual(lines);
  expect(received.every(({ signed }) => signed)).toBe(true);
  expect(received[0]?.headers.authorization).toBe(`Bearer ${env.AUDIT_TOKEN}`);
  expect(received[1]?.id).toMatch(/^hookline\/unknown\/main\/[0-9a-f]{16}\/101-200$/);
  expect(files.cursor("hook")).toMatchObject({ seq: 250, attempts: 0, pendingSeq: 0 });
  // Nothing waits: nothing is sent.
  expect(await shipAll(files.folder, [settings], { env })).toMatchObject([{ state: "done", sent: 0 }]);
  expect(received).toHaveLength(3);
});

it("sends a refused batch again with the same id, although more has come meanwhile", async () => {
  const files = chainFiles();
  const lines = [...files.append(3)];
  const { received, settings } = await receiver((response, index) => {
    if (index === 0) lines.push(...files.append(4));
    response.writeHead(index < 2 ? 500 : 200).end("out of order");
  });
  const shipping = startShipping(files.folder, "main", [settings], { env, pauses: quick });
  onTestFinished(() => shipping.close());
  shipping.wake();
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(4);
  await expect.poll(() => files.cursor("hook").seq).toBe(7);
  expect(received.map(({ id }) => id.split("/").at(-1))).toEqual(["1-3", "1-3", "1-3", "4-7"]);
  expect(new Set(received.slice(0, 3).map(({ lines }) => lines.join("\n"))).size).toBe(1);
  expect(received.slice(2).flatMap((batch) => batch.lines)).toEqual(lines);
});

it("comes again when Retry-After says so, and tells what is wrong meanwhile", async () => {
  const files = chainFiles();
  files.append(1);
  const { settings } = await receiver((response) =>
    response.writeHead(503, { "retry-after": "120" }).end(`busy, ${env.AUDIT_SECRET}`),
  );
  const before = Date.now();
  const [done] = await shipAll(files.folder, [settings], { env, pauses: quick });
  expect(done).toMatchObject({ state: "failed", sent: 0 });
  expect(done?.error).toMatch(/^127\.0\.0\.1:\d+ answered 503 \(busy, \[redacted\]\): the records are kept/);
  const cursor = files.cursor("hook");
  expect(cursor).toMatchObject({ seq: 0, attempts: 1 });
  expect(cursor.retryAt - before).toBeGreaterThanOrEqual(120_000);
  expect(JSON.stringify(cursor)).not.toContain("staple");
  // A process that starts now does not try before its time, and loses none with it.
  const shipping = startShipping(files.folder, "main", [settings], { env });
  onTestFinished(() => shipping.close());
  shipping.wake();
  expect(await shipping.flush(10_000)).toBe(false);
  expect(files.cursor("hook").attempts).toBe(1);
});

it.each([
  [400, "the records are kept"],
  [401, "check the secret"],
  [307, "redirects are not followed"],
])("keeps what is answered with %i", async (status, hint) => {
  const files = chainFiles();
  files.append(1);
  const { settings, received } = await receiver((response) =>
    response.writeHead(status, { location: "http://127.0.0.1:1/" }).end(),
  );
  const [done] = await shipAll(files.folder, [settings], { env });
  expect(done).toMatchObject({ state: "failed", error: expect.stringContaining(hint) });
  expect(received).toHaveLength(1);
  expect(files.cursor("hook")).toMatchObject({ seq: 0, pendingSeq: 1 });
});

it("sends again what a server took only half of", async () => {
  const files = chainFiles();
  files.append(2);
  const died = await serveRaw((socket) => socket.once("data", () => socket.destroy()));
  const [failed] = await shipAll(files.folder, [settingsOf(died)], { env });
  expect(failed).toMatchObject({ state: "failed", sent: 0 });
  await died.close();
  const { received, settings } = await receiver(ok);
  expect(await shipAll(files.folder, [settings], { env })).toMatchObject([{ state: "done", sent: 2 }]);
  expect(received).toHaveLength(1);
});

it("does not take an answer that breaks off for a yes", async () => {
  const files = chainFiles();
  files.append(1);
  const half = await serveRaw((socket) =>
    socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nok")),
  );
  onTestFinished(() => half.close());
  expect(await shipAll(files.folder, [settingsOf(half)], { env })).toMatchObject([
    { state: "failed", sent: 0 },
  ]);
});

it("gives up on a server that never answers, within its time", async () => {
  const files = chainFiles();
  files.append(1);
  const silent = await serveRaw(() => {});
  onTestFinished(() => silent.close());
  const settings = { ...settingsOf(silent), timeoutSeconds: 0.2 };
  const [done] = await shipAll(files.folder, [settings], { env });
  expect(done).toMatchObject({ state: "failed", error: expect.stringMatching(/within 0\.2 s/) });
});

it("says which variable is missing, and sends nothing unsigned", async () => {
  const files = chainFiles();
  files.append(1);
  const { settings, received } = await receiver(ok);
  const [done] = await shipAll(files.folder, [settings], { env: { AUDIT_TOKEN: env.AUDIT_TOKEN } });
  expect(done?.error).toBe(
    'the variable AUDIT_SECRET ("secretEnv") is not set: set it, and the records follow',
  );
  expect(received).toEqual([]);
});

it("signs with the bytes of a whsec_ secret", async () => {
  const files = chainFiles();
  files.append(1);
  const key = Buffer.from("0123456789abcdef0123456789abcdef");
  let good = false;
  const server = await serveHttp(async (request, response) => {
    const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": given } = request.headers;
    const text = `${id}.${time}.${await bodyOf(request)}`;
    good = given === `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
    ok(response);
  });
  onTestFinished(() => server.close());
  const secret = { ...env, AUDIT_SECRET: `whsec_${key.toString("base64")}` };
  await shipAll(files.folder, [settingsOf(server)], { env: secret });
  expect(good).toBe(true);
});
