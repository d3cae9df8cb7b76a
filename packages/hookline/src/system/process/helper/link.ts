import { type ChildProcess, spawn } from "node:child_process";
import { Socket } from "node:net";
import { createFrameReader } from "./frames.ts";
import { type Reply, readReply, version } from "./messages.ts";

/** How a helper is started: its program, arguments and environment. */
export interface HelperProgram {
  readonly argv: readonly [string, ...string[]];
  readonly env: NodeJS.ProcessEnv;
}

/** One helper that runs. */
export interface Link {
  readonly pid: number;
  send(pieces: readonly Uint8Array[]): void;
  /** Whether somebody waits for it: otherwise it does not keep this process alive. */
  hold(held: boolean): void;
  /** Closes the socket, upon which it ends everything and itself; settles when it is gone. */
  close(): Promise<void>;
}

/** What is told of a link: what the helper says, and its end, once; `why` is a sentence for people. */
export interface Listener {
  ready(link: Link): void;
  reply(reply: Exclude<Reply, { readonly kind: "hello" }>): void;
  ended(why: string): void;
}

/** A helper says hello within this time, or it is none. */
const helloMs = 5_000;
/** After its socket is closed, it ends within this time, or is killed. */
const farewellMs = 2_000;
/** The descriptor of the helper's end of the socket. */
const socketAt = 3;

/**
 * Starts a helper in a session of its own; whatever goes wrong is told as its end. `held` if somebody waits for its hello. What comes back
 * closes it, also before its hello; null if it could not be started.
 */
export function openLink(
  { argv, env }: HelperProgram,
  held: boolean,
  listener: Listener,
): Pick<Link, "close"> | null {
  const [program, ...rest] = argv;
  const child = startChild(program, rest, env);
  const socket = child?.stdio[socketAt];
  if (!child || child.pid === undefined || !(socket instanceof Socket)) {
    child?.once("error", () => {});
    // Later, as every other end: who opens a link is not told before it has asked.
    process.nextTick(() => listener.ended(`${program} could not be started`));
    return null;
  }
  const { pid } = child;
  let over = false;
  let greeted = false;
  let closing = false;
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const end = (why: string) => {
    if (over) return;
    over = true;
    clearTimeout(patience);
    socket.destroy();
    if (!closing) child.kill("SIGKILL");
    listener.ended(why);
  };
  const patience = setTimeout(() => end(`it said nothing for ${helloMs / 1000} s`), helloMs);
  // Its end is told by the socket too, so the child itself need not be waited for.
  child.unref();
  const hold = (wanted: boolean) => {
    if (wanted) socket.ref();
    else socket.unref();
  };
  const link: Link = {
    pid,
    hold,
    send(pieces) {
      if (over) return;
      if (pieces.length > 1) socket.cork();
      for (const piece of pieces) socket.write(piece);
      if (pieces.length > 1) socket.uncork();
    },
    async close() {
      closing = true;
      end("it was closed");
      // Waited for, so that nothing of it is left: then it may keep this process alive.
      child.ref();
      const impatience = setTimeout(() => child.kill("SIGKILL"), farewellMs);
      await gone;
      clearTimeout(impatience);
    },
  };
  const reader = createFrameReader((bytes, from, to) => {
    if (over) return;
    const reply = readReply(bytes, from, to);
    if (reply.kind !== "hello") {
      if (!greeted) throw new Error("it did not say hello first");
      listener.reply(reply);
    } else if (reply.version !== version)
      throw new Error(`it speaks version ${reply.version}, not ${version}`);
    else {
      greeted = true;
      clearTimeout(patience);
      listener.ready(link);
    }
  });
  child.once("error", (error) => end(error.message));
  child.once("exit", (code, signal) => end(`it ended (${signal ?? `exit ${code}`})`));
  socket.on("error", (error) => end(error.message));
  socket.on("close", () => end("its socket was closed"));
  socket.on("data", (chunk: Buffer) => {
    try {
      reader.add(chunk);
    } catch (error) {
      end(error instanceof Error ? error.message : String(error));
    }
  });
  patience.unref();
  hold(held);
  return link;
}

function startChild(program: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess | null {
  try {
    return spawn(program, args, {
      env,
      cwd: "/",
      detached: true,
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
  } catch {
    return null;
  }
}
