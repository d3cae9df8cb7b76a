import { timingSafeEqual } from "node:crypto";
import type { Socket } from "node:net";
import { createReader, type Reader } from "./reader.ts";

/**
 * What is said on a connection, in lines; `<build>` is that of `dist/build-id`:
 *
 *     client  hookline 1 <build> <key> call|status|stop      key: "-" on the socket, the client's secret on the loopback
 *     daemon  hello <key>                                     on the loopback alone: the daemon's own secret, before anything else is sent
 *     client  <words> <variables> <umask> <terminals> [+]     ended by a zero byte, as what follows: the folder, the words, NAME=value …
 *             with a +, what is on stdin follows as below, without being asked for; whatever comes after it is not read
 *     daemon  alive                                           soon, and now and then while it works
 *     daemon  stdin                                           once at the most; the client sends <length>, a zero byte, the bytes
 *     daemon  answer <status> <out> <err> raw|escaped         then so many bytes of stdout and of stderr
 *     daemon  plain                                           at any time: run the plain command yourself
 *
 * On the loopback each line of the daemon but the first has 40 bytes, with spaces before its end: bash reads those at once, and others byte
 * by byte.
 */
export const protocol = 1;

/** What a client wants to have done as `hookline fire` would do it. */
export interface RemoteCall {
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: { readonly [name: string]: string };
  /** As `process.umask()` gives it. */
  readonly umask: number;
  /** Which of stdin, stdout and stderr are terminals. */
  readonly terminals: ReadonlySet<number>;
  /** Asks for what is on stdin; null if there is too much of it. */
  stdin(): Promise<string | null>;
  /** Who is told when the client is gone before it was answered; at once if it is gone already. */
  onGone(action: () => void): void;
}

/** What the client is to print and to end with; null: it is to run the plain command. */
export type RemoteAnswer = { readonly status: number; readonly out: string; readonly err: string } | null;

/** Who answers. */
export interface Answering {
  readonly build: string;
  call(call: RemoteCall): Promise<RemoteAnswer>;
  /** What `hookline daemon status` is told, as one line of JSON. */
  status(): string;
  stop(): void;
}

/** The two secrets of the loopback: the client shows that it knows one, and only then the daemon the other. */
export interface Secrets {
  readonly client: string;
  readonly daemon: string;
}

/** The most bytes of a first line, of words and variables, and of stdin. */
const most = { line: 256, call: 8_388_608, stdin: 67_108_864 };
/** How long somebody who has not shown a secret may take, how often a client hears that the daemon lives, and how long it may stay silent after the answer. */
const waits = { helloMs: 10_000, aliveMs: 5_000, leaveMs: 5_000 };

/** Speaks with one client, to its end; `secrets` on the loopback, null on the socket, which nobody else can open. */
export async function converse(socket: Socket, answering: Answering, secrets: Secrets | null): Promise<void> {
  const line = (text: string) => (secrets ? `${text.padEnd(39)}\n` : `${text}\n`);
  const tell = () => void socket.write(line("alive"));
  // Bash writes line by line, and much of it in pieces, and its system sends the next piece only when it hears that the last one has come: at once with this, else 40 ms later.
  let hears = false;
  const reader = createReader(socket, () => hears && tell());
  const late = setTimeout(() => socket.destroy(), waits.helloMs);
  try {
    const hello = await reader.line(most.line);
    const [, version, build, key = "", verb] =
      /^hookline (\d+) ([0-9a-f]{32}) (-|[0-9a-f]{32}) (call|status|stop)$/.exec(hello ?? "") ?? [];
    // Who does not know the secret hears nothing at all.
    if (secrets ? !isSame(key, secrets.client) : key !== "-") return;
    clearTimeout(late);
    if (Number(version) !== protocol || build !== answering.build) return void socket.end(line("plain"));
    if (secrets) socket.write(`hello ${secrets.daemon}\n`);

    if (verb === "status") return void socket.end(`${answering.status()}\n`);
    if (verb === "stop") {
      answering.stop();
      return void socket.end("stopping\n");
    }
    const counts = reader.texts(1, most.line);
    hears = secrets !== null;
    let asked = false;
    const ask = () => {
      asked = true;
      socket.write(line("stdin"));
    };
    const call = await readCall(ask, reader, await counts);
    if (!call) return void socket.end(line("plain"));
    // Who was asked for stdin knows that the daemon lives.
    const told = tellAlive((first) => (first && asked) || tell());
    const answer = await answering.call(call).finally(told);
    if (!reader.isGone()) socket.end(answer ? framed(answer, line, secrets !== null) : line("plain"));
  } finally {
    clearTimeout(late);
    if (!socket.writableEnded) socket.destroy();
    reader.drop();
    // Whoever was answered and stays all the same is not waited for.
    socket.setTimeout(waits.leaveMs, () => socket.destroy());
  }
}

async function readCall(
  ask: () => void,
  reader: Reader,
  given: readonly string[] | null,
): Promise<RemoteCall | null> {
  const [, words, variables, umask = "", terminals = "", ahead] =
    /^(\d{1,5}) (\d{1,5}) ([0-7]{1,5}) (-|[012]{1,3})( \+)?$/.exec(given?.[0] ?? "") ?? [];
  if (words === undefined) return null;
  const texts = await reader.texts(1 + Number(words) + Number(variables), most.call);
  if (!texts) return null;
  const [cwd = "", ...rest] = texts;
  const env: { [name: string]: string } = Object.create(null);
  for (const text of rest.slice(Number(words))) {
    const at = text.indexOf("=", 1);
    // As with `getenv`, the first of two counts.
    if (at > 0) env[text.slice(0, at)] ??= text.slice(at + 1);
  }
  return {
    words: rest.slice(0, Number(words)),
    cwd,
    env: { ...env },
    umask: Number.parseInt(umask, 8),
    terminals: new Set(terminals === "-" ? [] : [...terminals].map(Number)),
    onGone: reader.onGone,
    async stdin() {
      if (ahead === undefined) ask();
      const [length = ""] = (await reader.texts(1, 16)) ?? [];
      if (!/^\d{1,9}$/.test(length) || Number(length) > most.stdin) return null;
      const bytes = await reader.bytes(Number(length));
      return bytes?.toString("utf8") ?? null;
    },
  };
}

/** Tells a client that its call is being worked on, until the function that comes back is called; an answer that is there at once needs none of it. */
function tellAlive(tell: (first: boolean) => void): () => void {
  const first = setImmediate(tell, true);
  const timer = setInterval(tell, waits.aliveMs, false);
  return () => {
    clearImmediate(first);
    clearInterval(timer);
  };
}

/** An answer as bytes; a client in bash cannot hold a zero byte, and gets escapes for `printf %b` where there is one. */
function framed(
  { status, out, err }: NonNullable<RemoteAnswer>,
  line: (text: string) => string,
  forBash: boolean,
): Buffer {
  const isEscaped = forBash && `${out}${err}`.includes("\0");
  const bytesOf = (text: string) =>
    Buffer.from(isEscaped ? text.replaceAll("\\", "\\\\").replaceAll("\0", "\\0000") : text);
  const [first, second] = [bytesOf(out), bytesOf(err)];
  const form = isEscaped ? "escaped" : "raw";
  return Buffer.concat([
    Buffer.from(line(`answer ${status} ${first.length} ${second.length} ${form}`)),
    first,
    second,
  ]);
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
