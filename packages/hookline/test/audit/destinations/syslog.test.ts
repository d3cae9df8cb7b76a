import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { createServer as createSecureServer } from "node:tls";
import { expect, it, onTestFinished } from "vitest";
import { shipAll } from "../../../src/audit/destinations/ship-all.ts";
import { severityOf, syslogMessage } from "../../../src/audit/destinations/syslog-message.ts";
import { leafHash, parseRecord } from "../../../src/audit/record.ts";
import { aHook, chainFiles, execution } from "./chain-files.ts";

const certificate = join(import.meta.dirname, "loopback-certificate.pem");
const key = join(import.meta.dirname, "loopback-key.pem");

/** A message of RFC 5424, taken apart by its grammar. */
function parse(message: string) {
  const grammar = /^<(\d{1,3})>1 (\S+) (\S+) (\S+) (\S+) (\S+) (\[(?:[^\]\\]|\\.)*\]) \ufeff([\s\S]*)$/.exec(
    message,
  );
  if (!grammar) throw new Error(`no RFC 5424 message: ${message}`);
  const [, priority, time, host, app, pid, msgid, data = "", text] = grammar;
  const values = Object.fromEntries(
    [...data.matchAll(/ (\w+)="((?:[^"\\\]]|\\.)*)"/g)].map(([, name, value = ""]) => [
      name,
      value.replaceAll(/\\(["\\\]])/g, "$1"),
    ]),
  );
  return { priority: Number(priority), time, host, app, pid, msgid, data, values, text };
}

/** Splits a stream by the number of bytes before each message (RFC 6587). */
function octetFrames(bytes: Buffer): string[] {
  const frames: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(" ", at);
    const end = space + 1 + Number(bytes.toString("latin1", at, space));
    frames.push(bytes.toString("utf8", space + 1, end));
    at = end;
  }
  return frames;
}

/** A stream receiver; gives what all connections brought. */
async function receive(listen: { port: number } | { path: string }, secure = false) {
  const chunks: Buffer[] = [];
  const take = (socket: Socket) => {
    socket.on("data", (chunk) => chunks.push(Buffer.from(chunk)));
    socket.on("error", () => {});
  };
  const server = secure
    ? createSecureServer({ cert: readFileSync(certificate), key: readFileSync(key) }, take)
    : createServer(take);
  server.listen("port" in listen ? { ...listen, host: "127.0.0.1" } : listen);
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  return { port: typeof address === "object" ? (address?.port ?? 0) : 0, bytes: () => Buffer.concat(chunks) };
}

it("sends RFC 5424 over UDP: header, structured data, a sentence", async () => {
  const files = chainFiles();
  const [line = ""] = files.append(1);
  files.append(1, { ...execution, time: "2026-11-15T09:14:03.000Z" });
  const socket = createSocket("udp4");
  onTestFinished(() => {
    socket.close();
  });
  const messages: string[] = [];
  socket.on("message", (message) => messages.push(message.toString("utf8")));
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const settings = { type: "syslog", transport: "udp", host: "127.0.0.1", port: socket.address().port };
  expect(await shipAll(files.folder, [settings])).toMatchObject([{ state: "done", sent: 2 }]);
  await expect.poll(() => messages.length).toBe(2);
  const [first, second] = messages.map(parse);
  // authpriv (10) and warning (4).
  expect(first).toMatchObject({
    priority: 84,
    time: "2026-11-15T09:14:02.123Z",
    host: "loom",
    app: "hookline",
    pid: "42",
    msgid: "PreToolUse",
    text: "deny Bash by guard: that would push by force",
  });
  expect(first?.values).toMatchObject({
    seq: "1",
    chain: "main",
    kind: "decision",
    verdict: "deny",
    hook: "guard",
    tool: "Bash",
    hash: leafHash(line),
  });
  expect(second).toMatchObject({ priority: 84, text: "ran Bash in 10 ms, error: exit 1" });
});

it("counts octets over TCP, in order, in the facility and the body that are asked for", async () => {
  const files = chainFiles();
  const lines = files.append(230, { reason: "nein – ünïcödé\nsecond line" });
  const { port, bytes } = await receive({ port: 0 });
  const settings = {
    type: "syslog",
    transport: "tcp",
    host: "127.0.0.1",
    port,
    facility: "local3",
    body: "json",
  };
  expect(await shipAll(files.folder, [settings])).toMatchObject([{ state: "done", sent: 230 }]);
  const messages = octetFrames(bytes()).map(parse);
  expect(messages.map(({ text }) => text)).toEqual(lines);
  expect(new Set(messages.map(({ priority }) => priority))).toEqual(new Set([19 * 8 + 4]));
});

it("speaks TLS, and to nobody whose certificate is not known", async () => {
  const files = chainFiles();
  files.append(3);
  const { port, bytes } = await receive({ port: 0 }, true);
  const settings = { type: "syslog", name: "secure", transport: "tls", host: "localhost", port };
  const [refused] = await shipAll(files.folder, [settings]);
  expect(refused).toMatchObject({ state: "failed", error: expect.stringMatching(/self-signed/) });
  expect(bytes()).toHaveLength(0);
  const [done] = await shipAll(files.folder, [{ ...settings, caFile: certificate }]);
  expect(done).toMatchObject({ state: "done", sent: 3 });
  expect(octetFrames(bytes())).toHaveLength(3);
});

it("writes lines to a stream socket of this machine", async () => {
  const files = chainFiles();
  files.append(3);
  const path = join(files.root, "log");
  const { bytes } = await receive({ path });
  expect(await shipAll(files.folder, [{ type: "syslog", transport: "unix", path }])).toMatchObject([
    { state: "done", sent: 3 },
  ]);
  const lines = bytes().toString("utf8").trimEnd().split("\n");
  expect(lines.map((line) => parse(line).values.seq)).toEqual(["1", "2", "3"]);
});

it("says that Node.js cannot write to a datagram socket", async () => {
  const files = chainFiles();
  files.append(1);
  const path = join(files.root, "log");
  const script = `import socket,sys\ns=socket.socket(socket.AF_UNIX,socket.SOCK_DGRAM)\ns.bind(sys.argv[1])\nprint("up",flush=True)\nsys.stdin.read()`;
  const daemon = spawn("python3", ["-c", script, path], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => {
    daemon.kill();
  });
  await once(daemon.stdout, "data");
  const [done] = await shipAll(files.folder, [{ type: "syslog", transport: "unix", path }]);
  expect(done).toMatchObject({
    state: "failed",
    error: expect.stringMatching(/datagram socket.*127\.0\.0\.1/),
  });
});

it.each([
  ["breaks the connection", (socket: Socket) => socket.resetAndDestroy()],
  ["goes away after the first bytes", (socket: Socket) => socket.once("data", () => socket.destroy())],
])("does not take a server that %s for one that has the records", async (_what, act) => {
  const files = chainFiles();
  // More than the buffers of a connection hold.
  files.append(100, { reason: "x".repeat(2000) });
  const server = createServer((socket) => {
    socket.on("error", () => {});
    act(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const settings = {
    type: "syslog",
    transport: "tcp",
    host: "127.0.0.1",
    port,
    body: "json",
    timeoutSeconds: 2,
  };
  expect(await shipAll(files.folder, [settings])).toMatchObject([{ state: "failed", sent: 0 }]);
});

it("keeps the records if the other end never closes, unless it is told not to ask for that", async () => {
  const files = chainFiles();
  files.append(1);
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.resume();
    onTestFinished(() => {
      socket.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const settings = { type: "syslog", transport: "tcp", host: "127.0.0.1", port, timeoutSeconds: 0.3 };
  const [kept] = await shipAll(files.folder, [settings]);
  expect(kept).toMatchObject({ state: "failed", sent: 0, error: expect.stringContaining("confirmClose") });
  expect(await shipAll(files.folder, [{ ...settings, confirmClose: false }])).toMatchObject([
    { state: "done", sent: 1 },
  ]);
});

it("escapes what people, models and hooks write", () => {
  const files = chainFiles();
  const evil = 'a"]\\ [x y="z"]\n<13>1 forged';
  const [line = ""] = files.append(1, {
    actor: { user: "u", host: "h o\nst", pid: 1, agents: [] },
    tool: { name: evil, kind: "other", useId: "\ud800" },
    event: "",
    session: evil,
    reason: evil,
    hooks: [{ ...aHook, id: evil }],
  });
  const record = parseRecord(line);
  if (!record) throw new Error("no record");
  const bytes = syslogMessage({ line, record, hash: "" }, { facility: 1, appName: "a b", body: "sentence" });
  const message = parse(bytes.toString("utf8"));
  expect(message).toMatchObject({ host: "h_o_st", app: "a_b", msgid: "-" });
  expect(message.values).toMatchObject({ session: evil.replace("\n", " "), hook: evil.replace("\n", " ") });
  expect(bytes.includes(0x0a)).toBe(false);
});

it("gives a denial more weight than a pass, and a guard that failed open the most", () => {
  const files = chainFiles();
  const lines = [
    ...files.append(1, { verdict: "pass", hooks: [] }),
    ...files.append(1, { verdict: "ask" }),
    ...files.append(1),
    ...files.append(1, { verdict: "pass", hooks: [{ ...aHook, failedOpen: true }] }),
  ];
  const severities = lines.map((line) => {
    const record = parseRecord(line);
    return record ? severityOf(record) : -1;
  });
  expect(severities).toEqual([6, 5, 4, 3]);
});

it("sends the sentence where the record does not fit into a datagram", async () => {
  const files = chainFiles();
  files.append(1, { reason: "x".repeat(70_000) });
  const socket = createSocket("udp4");
  onTestFinished(() => {
    socket.close();
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const arrived = once(socket, "message");
  const { port } = socket.address();
  const settings = { type: "syslog", transport: "udp", host: "127.0.0.1", port, body: "json" };
  expect(await shipAll(files.folder, [settings])).toMatchObject([{ state: "done", sent: 1 }]);
  const [message] = await arrived;
  expect(parse(String(message)).text).toMatch(/^deny Bash by guard: x+…$/);
});
