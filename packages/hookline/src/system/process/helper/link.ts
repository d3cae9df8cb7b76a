import { type ChildProcess, spawn } from "node:child_process";
import { Socket } from "node:net";
import { createFrameReader } from "./frames.ts";
import { type Reply, readReply, version } from "./messages.ts";
import { makeSocketPair, type SocketPair } from "./socket-pair.ts";

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
  /** How often it has said something. */
  heard(): number;
  /** Lets it go on if somebody has stopped it. */
  wake(): void;
  /** Ends it, for this reason. */
  giveUp(why: string): void;
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

/** A helper as a process and a socket. */
interface Helper {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly socket: Socket;
}

/**
 * Starts a helper in a session of its own; whatever goes wrong is told as its end. `held` if somebody waits for its hello. What comes back
 * closes it, also before its hello.
 */
export function openLink(program: HelperProgram, held: boolean, listener: Listener): Pick<Link, "close"> {
  let helper: Helper | null = null;
  let link: Link | null = null;
  let over = false;
  let greeted = false;
  let closing = false;
  let heard = 0;
  const end = (why: string) => {
    if (over) return;
    over = true;
    clearTimeout(patience);
    helper?.socket.destroy();
    if (!closing) helper?.child.kill("SIGKILL");
    listener.ended(why);
  };
  const patience = setTimeout(() => end(`it said nothing for ${helloMs / 1000} s`), helloMs);
  patience.unref();

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
      if (link) listener.ready(link);
    }
  });
  function hear(chunk: Buffer): void {
    heard++;
    try {
      reader.add(chunk);
    } catch (error) {
      end(error instanceof Error ? error.message : String(error));
    }
  }

  async function close(): Promise<void> {
    closing = true;
    end("it was closed");
    await begun;
    if (!helper) return;
    const { child } = helper;
    if (child.exitCode !== null || child.signalCode !== null) return;
    // Waited for, so that nothing of it is left: then it may keep this process alive.
    child.ref();
    // One that somebody has stopped would not see that it was closed, and could not clean up.
    child.kill("SIGCONT");
    const impatience = setTimeout(() => child.kill("SIGKILL"), farewellMs);
    await new Promise<void>((resolve) => child.once("exit", () => resolve()));
    clearTimeout(impatience);
  }

  function begin(pair: SocketPair | null): void {
    helper = over ? null : startHelper(program, pair);
    pair?.theirs.destroy();
    if (!helper) {
      pair?.ours.destroy();
      end(`${program.argv[0]} could not be started`);
      return;
    }
    const { child, pid, socket } = helper;
    const hold = (wanted: boolean) => {
      // A socket that is closed would wait for its next connection with it.
      if (over) return;
      if (wanted) socket.ref();
      else socket.unref();
    };
    link = {
      pid,
      hold,
      close,
      heard: () => heard,
      wake: () => void child.kill("SIGCONT"),
      giveUp: end,
      send(pieces) {
        if (over) return;
        if (pieces.length > 1) socket.cork();
        for (const piece of pieces) socket.write(piece);
        if (pieces.length > 1) socket.uncork();
      },
    };
    // Its end is told by the socket too, so the child itself need not be waited for.
    child.unref();
    child.once("error", (error) => end(error.message));
    child.once("exit", (code, signal) => end(`it ended (${signal ?? `exit ${code}`})`));
    socket.on("error", (error) => end(error.message));
    socket.on("close", () => end("its socket was closed"));
    if (!pair) socket.on("data", hear);
    hold(held);
  }

  const begun = makeSocketPair(held, hear).then(begin);
  return { close };
}

/** Starts the process with its end of the pair, or with a socket that Node makes; null if it cannot be started. */
function startHelper({ argv, env }: HelperProgram, pair: SocketPair | null): Helper | null {
  const [program, ...rest] = argv;
  try {
    const child = spawn(program, rest, {
      env,
      cwd: "/",
      detached: true,
      stdio: ["ignore", "ignore", "ignore", pair?.theirs ?? "pipe"],
    });
    const socket = pair?.ours ?? child.stdio[socketAt];
    if (child.pid !== undefined && socket instanceof Socket) return { child, pid: child.pid, socket };
    child.once("error", () => {});
    return null;
  } catch {
    return null;
  }
}
