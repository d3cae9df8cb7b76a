import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, constants, existsSync, openSync, unlinkSync, writeSync } from "node:fs";
import { Duplex } from "node:stream";
import type { Launched } from "../../launch.ts";
import type { PipePool } from "../../pipe-pool.ts";
import type { Pipes } from "../../pipes.ts";
import { newestPid } from "../../process-table.ts";
import { setApart } from "../../strays.ts";
import { quoted } from "./hand-over.ts";

/** A shell that waits for its command to be wanted. */
export interface WarmShell {
  /**
   * Lets it go on with the command, after `text`, which it reads first; `started` is told before it does. Null if it cannot: nothing has
   * happened then.
   */
  handOver(text: string, payload: Uint8Array, started: (pid: number) => void): Launched | null;
  /** Ends it, unless it was handed over. */
  discard(): void;
}

const { O_CREAT, O_EXCL, O_RDONLY, O_WRONLY } = constants;

/**
 * Starts a shell for a command of the form `/bin/sh -c text …` in a session of its own: it waits for a line on descriptor 3, reads descriptor 4 as
 * a script and goes on with the text. `path` is the name of a file that nobody else uses: one is there after a shell has ended before its
 * text began. Throws if there is no room for it; `ended` is told if it ends before it is used, by itself or by a signal.
 */
export function startWarmShell(
  argv: readonly string[],
  path: string,
  pool: PipePool,
  ended: (byItself: boolean) => void,
): WarmShell | null {
  const pipes = pool.open();
  if (!pipes) return null;
  const opened: number[] = [];
  try {
    const script = openSync(path, O_WRONLY | O_CREAT | O_EXCL, 0o400);
    opened.push(script);
    const theirScript = openSync(path, O_RDONLY);
    opened.push(theirScript);
    unlinkSync(path);
    const [, , text = "", ...rest] = argv;
    const child = spawn("/bin/sh", ["-c", waiting(path, text), ...rest], {
      cwd: "/",
      env: {},
      detached: true,
      stdio: [...pipes.theirs, "pipe", theirScript],
    });
    const line = child.stdio[3];
    if (child.pid === undefined || !(line instanceof Duplex)) {
      child.once("error", () => {});
      throw new Error("a shell could not be started");
    }
    opened.pop();
    closeSync(theirScript);
    pipes.handOver();
    return watch(child, child.pid, { pipes, script, line, path }, ended);
  } catch (error) {
    pipes.close();
    for (const fd of opened) closeSync(fd);
    throw error;
  }
}

/**
 * All on one line with the beginning of the text, whose numbers of lines stay right. Until the text begins, an end leaves a mark: then the
 * command has to be started in another way. The end of who holds the other side of descriptor 3 is an end, too, but nobody asks any more.
 */
function waiting(mark: string, text: string): string {
  return `trap ${quoted(`:>${quoted(mark)}`)} EXIT;read x <&3||{ trap - EXIT;exit;};. /proc/self/fd/4||exit; ${text}`;
}

interface Parts {
  readonly pipes: Pipes;
  readonly script: number;
  readonly line: Duplex;
  readonly path: string;
}

function watch(
  child: ChildProcess,
  pid: number,
  { pipes, script, line, path }: Parts,
  ended: (byItself: boolean) => void,
): WarmShell {
  let state: "warm" | "used" | "over" = "warm";
  let unheard = false;
  const forget = setApart(pid);
  const close = () => {
    state = "over";
    forget();
    closeSync(script);
    line.destroy();
    pipes.close();
    for (const fd of [pipes.stdout, pipes.stderr]) closeSync(fd);
  };
  const discard = () => {
    if (state !== "warm") return;
    close();
    kill(pid);
  };
  // Told when it had ended already, and when it ended before it read its line.
  line.on("error", () => {
    unheard = true;
  });
  line.resume();
  child.once("exit", (code) => {
    if (state !== "warm") return;
    close();
    ended(code !== null);
  });
  return {
    discard,
    handOver(text, payload, started) {
      if (state !== "warm") return null;
      try {
        if (!line.writable) throw new Error("it has ended");
        if (pipes.fill(payload)[0] === null) throw new Error("there is no room for the payload");
        writeAll(script, Buffer.from(text));
      } catch {
        discard();
        return null;
      }
      state = "used";
      const after = newestPid() ?? undefined;
      started(pid);
      line.write("\n", (error) => {
        if (error) unheard = true;
      });
      setImmediate(closeSync, script);
      const { stdout, stderr } = pipes;
      // One that ended by itself before it read its line could not read its text, and said so, as any shell would.
      return {
        child,
        pid,
        stdout,
        stderr,
        after,
        refused: (killed) => takeMark(path) || (killed && unheard),
      };
    },
  };
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length; ) offset += writeSync(fd, bytes, offset);
}

function takeMark(path: string): boolean {
  if (!existsSync(path)) return false;
  unlinkSync(path);
  return true;
}

function kill(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}
