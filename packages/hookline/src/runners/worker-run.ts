import { resolve } from "node:path";
import type { ApprovedHook, Hook } from "../contract/hook.ts";
import { isObject, type JsonObject } from "../contract/json.ts";
import { faultRun, type Run, type RunEnd } from "../contract/run.ts";
import type { Call } from "../contract/runner.ts";
import type { WorkerFacts, WorkerSpec } from "../contract/worker.ts";
import { capturedText } from "./captured-text.ts";
import { runOfProcess } from "./process-run.ts";

const graceMs = 500;

/** Whose processes those of a hook are; another one when the entry has changed in what they are made of. */
export function workerOwner({ source, identity, fields }: Hook): string {
  return `${source.file}\n${identity}\n${JSON.stringify(fields.watch ?? [])}`;
}

/** The process that answers the events of a hook. */
export function workerSpec(
  hook: ApprovedHook,
  argv: readonly [string, ...string[]],
  cwd: string,
  call: Call,
  watch: readonly string[],
  greets: boolean,
): WorkerSpec {
  const owner = workerOwner(hook);
  const { services, projectDir } = call;
  return {
    key: `${owner}\n${cwd}`,
    owner,
    argv,
    cwd,
    graceMs,
    greets,
    files: () => [...services.coveredFiles(hook, cwd), ...watch.map((path) => resolve(projectDir, path))],
  };
}

/** Asks the process about the event of a call; null if it is no worker and nothing was run. */
export async function askWorker(spec: WorkerSpec, call: Call): Promise<Run | null> {
  const { line: event, variables, deadlineMs, signal, distrust } = call;
  const ask = { event, variables, deadlineMs, signal, distrust, env: () => call.env };
  const facts = await call.services.workers.ask(spec, ask);
  if (facts.note !== null) call.note(facts.note);
  return runOfWorker(facts);
}

/** The run of an event: the same that a command would have been that printed the answer, or ended like this. */
export function runOfWorker({ end, stderr: written, durationMs }: WorkerFacts): Run | null {
  switch (end.kind) {
    case "plain":
      return null;
    case "ran":
      return runOfProcess(end.facts);
    case "fault":
      return { ...faultRun(end.fault, end.detail, durationMs), stderr: capturedText(written) };
    case "exit":
      return runOf(end, "", written, durationMs);
    case "answer":
      return runOfAnswer(end.answer, written, durationMs);
  }
}

/** `exit`, `stdout` and `stderr` say what a script would have done; else the object, or what is under `answer`, is what it would have printed. */
function runOfAnswer(answer: JsonObject, written: string, durationMs: number): Run {
  const { exit, stdout, stderr, answer: under } = answer;
  if (exit !== undefined || stdout !== undefined || stderr !== undefined) {
    const isCode = exit === undefined || (typeof exit === "number" && Number.isInteger(exit) && exit >= 0);
    if (!isCode || !isText(stdout) || !isText(stderr)) {
      const detail = '"exit" must be an exit code, "stdout" and "stderr" must be texts';
      return { ...faultRun("malformed", detail, durationMs), stderr: capturedText(written) };
    }
    const code = typeof exit === "number" ? exit : 0;
    return runOf({ kind: "exit", code }, stdout ?? "", stderr ?? written, durationMs);
  }
  if (under !== undefined && under !== null && !isObject(under)) {
    const detail = '"answer" must be the object that a hook would print, or null';
    return { ...faultRun("malformed", detail, durationMs), stderr: capturedText(written) };
  }
  const printed = under === undefined ? answer : (under ?? {});
  return runOf({ kind: "exit", code: 0 }, textOf(printed), written, durationMs);
}

function isText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

/** What is nested so deep that it cannot be written again is left to whoever reads answers: it is none. */
function textOf(answer: JsonObject): string {
  if (Object.keys(answer).length === 0) return "";
  try {
    return JSON.stringify(answer);
  } catch {
    return "{ nested too deep";
  }
}

function runOf(end: RunEnd, stdout: string, stderr: string, durationMs: number): Run {
  return { end, stdout: capturedText(stdout), stderr: capturedText(stderr), durationMs, left: [] };
}
