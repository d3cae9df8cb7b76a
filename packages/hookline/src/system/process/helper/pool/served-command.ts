import { constants } from "node:os";
import type { ProcessEnd } from "../../../../contract/process.ts";
import { uuidv7 } from "../../../identifiers.ts";
import { createTail, type Tail } from "../../capture.ts";
import { type Launched, launch } from "../../launch.ts";
import type { PipePool } from "../../pipe-pool.ts";
import { supervise } from "../../supervise.ts";
import type { BareFacts, Supervision } from "../../supervision.ts";
import type { AnswerStream } from "./answer-stream.ts";
import { endedFrame, outputFrame, type StreamEnd, startedFrame, unstartedFrame } from "./answers.ts";
import type { SentRequest } from "./requests.ts";
import type { ShellPool } from "./shell-pool.ts";

/** What a command that is served needs. */
export interface Service {
  readonly answers: AnswerStream;
  readonly pipes: PipePool;
  readonly shells: ShellPool;
  /** Puts its start in line once more. */
  again(): void;
  /** It has got its answer. */
  answered(): void;
}

/** The engine tries itself when the helper is short of something; only what passes at once is waited for here. */
const patienceMs = 250;

/** What an engine gives has 36 characters. */
const shortestCookie = 16;

/** Takes charge of one command, and answers with what happens: once with its end, and nothing after that. */
export function serveCommand(request: SentRequest, service: Service): Supervision {
  const { id, command } = request;
  const { answers, shells } = service;
  const streams = { stdout: createShare(command.cap), stderr: createShare(command.cap) };
  let cold = false;

  function start(failed: (error: unknown) => void): Launched | null {
    const started = (pid: number) => answers.send(startedFrame(id, pid));
    const warm = cold ? null : shells.take(request, started);
    // If the shell refuses, there is no second one.
    cold = true;
    if (warm) return warm;
    const launched = launch(command, request.payload, service.pipes, failed);
    if (launched) started(launched.pid);
    return launched;
  }

  function settled({ end, durationMs, left }: BareFacts): void {
    answers.send(
      end.kind === "unstarted"
        ? unstartedFrame(id, errnoOf(end.code))
        : endedFrame(id, howOf(end), durationMs, [streams.stdout.read(), streams.stderr.read()], left),
    );
    shells.answered(request);
    service.answered();
  }

  const supervision = supervise({
    command,
    cookie: cookieOf(command.env.HOOKLINE_RUN_ID),
    patienceMs,
    launch: start,
    again: service.again,
    output(stream, chunk) {
      const fresh = streams[stream].take(chunk);
      if (fresh) answers.sendSoon(outputFrame(id, stream, fresh));
      if (answers.isFull()) supervision.pause(true);
    },
    settled,
  });
  return supervision;
}

/** A cookie that many environments hold would name the processes of others: one that is none is replaced by one that nobody has. */
function cookieOf(value = ""): string {
  return value.length >= shortestCookie ? value : uuidv7();
}

/** What the engine gets of one stream. */
interface Share {
  /** Takes a chunk and gives the part of it that is to be sent; null if none is. */
  take(chunk: Uint8Array): Uint8Array | null;
  read(): StreamEnd;
}

function createShare(cap: number): Share {
  let bytes = 0;
  let tail: Tail | null = null;
  return {
    take(chunk) {
      const room = Math.max(0, cap - bytes);
      bytes += chunk.length;
      if (chunk.length > room) {
        tail ??= createTail();
        tail.add(chunk.subarray(room));
      }
      return room === 0 ? null : chunk.subarray(0, room);
    },
    read: () => ({ bytes, tail: tail?.read() ?? new Uint8Array(0) }),
  };
}

function howOf(end: Exclude<ProcessEnd, { kind: "unstarted" }>): { how: number; code: number } {
  switch (end.kind) {
    case "exit":
      return { how: 0, code: end.code };
    case "signal":
      return { how: 1, code: numberIn(constants.signals, end.signal) };
    case "timeout":
      return { how: 2, code: 0 };
    default:
      return { how: 3, code: 0 };
  }
}

function errnoOf(code: string): number {
  return numberIn(constants.errno, code) || constants.errno.EINVAL;
}

function numberIn(names: object, name: string): number {
  return Object.entries(names).find(([one]) => one === name)?.[1] ?? 0;
}
