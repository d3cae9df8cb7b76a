import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { getDefaultEnvironment } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ReadBuffer, serializeMessage } from "@modelcontextprotocol/sdk/shared/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { endGroup, guardGroup } from "../process/group.ts";
import { oneLine } from "./plain.ts";

/** A program to start as a server. */
export interface StdioServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: { readonly [name: string]: string };
  readonly cwd: string;
}

/** A server's process as a transport, and what is known of it when something went wrong. */
export interface StdioTransport extends Transport {
  /** How it ended, null while it runs. */
  ended(): string | null;
  /** The last lines that it wrote to standard error, as one. */
  said(): string;
}

/** How long a server may take to end after its input was closed, and again after it was asked to. */
const graceMs = 1_000;

/**
 * Speaks to a program over its standard input and output. The SDK's own transport starts the program in our process
 * group, where Ctrl-C would end it with the turn, and ends only the program itself, not what it has started.
 */
export function stdioTransport(server: StdioServer): StdioTransport {
  const buffer = new ReadBuffer();
  const tail = lastLines(4_000);
  let child: ChildProcess | undefined;
  let ended: Promise<void> = Promise.resolve();
  let closing: Promise<void> | undefined;
  let end: string | null = null;
  let forget = () => {};
  let killed = false;

  const read = (chunk: Buffer) => {
    try {
      buffer.append(chunk);
    } catch {
      end = "it sent a message of more than 10 MB";
      void transport.close();
      return;
    }
    for (;;) {
      try {
        const message = buffer.readMessage();
        if (message === null) return;
        transport.onmessage?.(message);
      } catch (error) {
        // A line on standard output that is no message: many servers log there by mistake.
        transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
      }
    }
  };

  const transport: StdioTransport = {
    start: () =>
      new Promise((started, failed) => {
        const { command, args, cwd } = server;
        if (!existsSync(cwd)) return failed(new Error(`its folder ${cwd} does not exist`));
        const env = { ...getDefaultEnvironment(), ...server.env };
        const program = spawn(command, [...args], {
          cwd,
          env,
          detached: true,
          stdio: ["pipe", "pipe", "pipe"],
        });
        child = program;
        program.stdout.on("data", read).on("error", () => {});
        program.stderr.on("data", tail.add).on("error", () => {});
        program.stdin.on("error", () => {});
        program.once("error", (error) => failed(new Error(whyNotStarted(command, error))));
        program.once("spawn", () => {
          if (program.pid !== undefined) forget = guardGroup(program.pid);
          started();
        });
        ended = new Promise((done) => {
          program.once("exit", async (code, signal) => {
            end ??= signal === null ? `it ended with exit code ${code}` : `it was ended by ${signal}`;
            // What it wrote last is still on its way; what it left behind may hold the pipes open for ever.
            await Promise.race([new Promise((closed) => program.once("close", closed)), after(200)]);
            if (program.pid !== undefined) await endGroup(program.pid, killed ? 0 : graceMs);
            forget();
            for (const stream of [program.stdin, program.stdout, program.stderr]) stream.destroy();
            transport.onclose?.();
            done();
          });
        });
      }),
    send: (message) =>
      new Promise((sent, failed) => {
        if (!child?.stdin?.writable) return failed(new Error("it is not running"));
        child.stdin.write(serializeMessage(message), (error) => {
          if (!error) return sent();
          // It has just ended; how it did says more than that nobody reads.
          void Promise.race([ended, after(graceMs)]).then(() => failed(error));
        });
      }),
    close() {
      closing ??= (async () => {
        const pid = child?.pid;
        if (pid === undefined) return;
        child?.stdin?.end();
        await Promise.race([ended, after(graceMs)]);
        killed = child?.exitCode === null && child.signalCode === null;
        if (killed) await endGroup(pid, graceMs);
        await ended;
      })();
      return closing;
    },
    ended: () => end,
    said: () => oneLine(tail.text()),
  };
  return transport;
}

function whyNotStarted(command: string, error: Error): string {
  const code = "code" in error ? error.code : undefined;
  if (code === "ENOENT") return `the program ${command} was not found; install it or give its path`;
  if (code === "EACCES") return `the program ${command} may not be run (permission denied)`;
  return `the program ${command} could not be run (${error.message})`;
}

/** Keeps the end of what comes in: its last three lines. */
function lastLines(size: number): { add(chunk: Buffer): void; text(): string } {
  let kept = Buffer.alloc(0);
  return {
    add(chunk) {
      kept = Buffer.concat([kept, chunk.subarray(-size)]).subarray(-size);
    },
    text: () => kept.toString("utf8").trimEnd().split("\n").slice(-3).join("\n"),
  };
}

function after(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms).unref());
}
