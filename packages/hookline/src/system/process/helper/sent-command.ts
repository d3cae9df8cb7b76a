import { constants } from "node:os";
import { getSystemErrorName } from "node:util";
import type { Command, ProcessEnd, ProcessFacts } from "../../../contract/process.ts";
import { silence } from "../../../contract/run.ts";
import { type Capture, createCapture } from "../capture.ts";
import { describeFailure, isShortage } from "../spawn-failure.ts";
import { stopLost } from "./lost.ts";
import type { Beyond, Reply } from "./messages.ts";

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
  // Most commands print to one of them at most.
  const streams: { stdout: Capture | null; stderr: Capture | null } = { stdout: null, stderr: null };
  const seen = { stdout: 0, stderr: 0 };
  const sentAt = performance.now();
  let pid = 0;

  function settle(end: ProcessEnd, durationMs: number, left: readonly number[]): void {
    const stdout = streams.stdout?.read() ?? silence;
    const stderr = streams.stderr?.read() ?? silence;
    settled({ end, stdout, stderr, durationMs, left });
  }

  function captureOf(stream: "stdout" | "stderr"): Capture {
    streams[stream] ??= createCapture(command.cap);
    return streams[stream];
  }

  function addBeyond(stream: "stdout" | "stderr", { bytes, tail }: Beyond): void {
    if (bytes > seen[stream]) captureOf(stream).addBeyond(bytes - seen[stream], tail);
  }

  return {
    take(reply) {
      switch (reply.kind) {
        case "started":
          pid = reply.pid;
          return;
        case "output":
          seen[reply.stream] += reply.bytes.length;
          captureOf(reply.stream).add(reply.bytes);
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
          addBeyond("stdout", reply.stdout);
          addBeyond("stderr", reply.stderr);
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
