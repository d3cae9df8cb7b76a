import { constants } from "node:os";
import { getSystemErrorName } from "node:util";
import type { Command, ProcessEnd, ProcessFacts } from "../../../contract/process.ts";
import { createCapture } from "../capture.ts";
import { describeFailure, isShortage } from "../spawn-failure.ts";
import { stopLost } from "./lost.ts";
import type { Reply } from "./messages.ts";

/** What a helper says about one command. */
export type CommandReply = Exclude<Reply, { readonly kind: "hello" }>;

/** One command that a helper runs, and who waits for it. */
export interface Waiting {
  readonly command: Command;
  readonly cookie: string;
  output(stream: "stdout" | "stderr", chunk: Uint8Array): void;
  settled(facts: ProcessFacts): void;
  /** The machine was short of something when it should have started: somebody else may try again. */
  short(): void;
}

/** The life of one command in a helper, as seen from here. */
export interface SentCommand {
  take(reply: CommandReply): void;
  /** The helper is gone: what is left of the command is ended. */
  lose(helperPid: number, why: string): void;
}

const signalNames = new Map<number, string>(
  Object.entries(constants.signals).map(([name, number]) => [number, name]),
);

/** Gathers what a helper says about one command until its facts are whole. */
export function sentCommand({ command, cookie, output, settled, short }: Waiting): SentCommand {
  const streams = { stdout: createCapture(command.cap), stderr: createCapture(command.cap) };
  const seen = { stdout: 0, stderr: 0 };
  const sentAt = performance.now();
  let pid = 0;

  function settle(end: ProcessEnd, durationMs: number, left: readonly number[]): void {
    settled({ end, stdout: streams.stdout.read(), stderr: streams.stderr.read(), durationMs, left });
  }

  return {
    take(reply) {
      switch (reply.kind) {
        case "started":
          pid = reply.pid;
          return;
        case "output":
          seen[reply.stream] += reply.bytes.length;
          streams[reply.stream].add(reply.bytes);
          output(reply.stream, reply.bytes);
          return;
        case "unstarted": {
          const code = nameOf(reply.errno);
          if (isShortage(code)) short();
          else
            settle(
              { kind: "unstarted", ...describeFailure(Object.assign(new Error(code), { code }), command) },
              0,
              [],
            );
          return;
        }
        case "ended":
          for (const name of ["stdout", "stderr"] as const) {
            const { bytes, tail } = reply[name];
            streams[name].addBeyond(Math.max(0, bytes - seen[name]), tail);
          }
          settle(endOf(reply.how, reply.code), reply.durationMs, reply.left);
      }
    },
    lose(helperPid, why) {
      const message = `the process that runs commands for Hookline was lost: ${why}`;
      stopLost(pid, helperPid, cookie).then((left) =>
        settle({ kind: "lost", message }, performance.now() - sentAt, left),
      );
    },
  };
}

function endOf(how: "exit" | "signal" | "timeout" | "cancelled", code: number): ProcessEnd {
  if (how === "exit") return { kind: how, code };
  return how === "signal" ? { kind: how, signal: signalNames.get(code) ?? `signal ${code}` } : { kind: how };
}

function nameOf(errno: number): string {
  try {
    return getSystemErrorName(-errno);
  } catch {
    return `E${errno}`;
  }
}
