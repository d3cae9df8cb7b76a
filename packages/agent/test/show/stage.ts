import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { createEngine, type Engine, type EngineOptions, type Notice, type RunReport } from "hookline";
import { onTestFinished } from "vitest";

/** A stream that keeps what is written to it. */
export class Page extends Writable {
  text = "";
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString("utf8");
    done();
  }
}

/** An engine over a scratch project with these hooks; both are gone when the test ends. */
export async function engineWith(hooks: object, options: EngineOptions = {}): Promise<Engine> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hookline-show-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));
  for (const name of ["project/.hookline", "home", "system"])
    mkdirSync(join(root, name), { recursive: true });
  writeFileSync(join(root, "project/.hookline/hooks.json"), JSON.stringify({ hooks }));
  const env = { PATH: process.env.PATH ?? "", HOME: join(root, "home"), SHLVL: "1" };
  const systemRoot = join(root, "system");
  const engine = await createEngine({
    cwd: join(root, "project"),
    env,
    systemRoot,
    trust: "all",
    ...options,
  });
  onTestFinished(() => engine.close());
  return engine;
}

/** One command hook for an event. */
export function command(text: string, more: object = {}): object {
  return { type: "command", command: text, ...more };
}

/** The payload of a write. */
export const aWrite = {
  session_id: "s-1",
  tool_name: "write_file",
  tool_input: { file_path: "/p/src/component.tsx", content: "x" },
};

/** Lets the notices of what has ended come. */
export async function heard(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Durations differ from run to run. */
export function withoutTimes(text: string): string {
  return text.replaceAll(/(\d+ min )?\d+(\.\d)? (ms|s)\b/g, "<time>");
}

/** The notice of a hook that has ended, with what is given. */
export function ended(report: Partial<RunReport>, more: Partial<Extract<Notice, { type: "response" }>> = {}) {
  const hook = report.hook ?? more.hook ?? "guard";
  const whole: RunReport = {
    hook,
    source: ".hookline/hooks.json:3:5",
    dialect: "native",
    type: "command",
    mode: "enforce",
    status: "ok",
    fault: null,
    exitCode: 0,
    signal: null,
    durationMs: 12,
    verdict: "pass",
    reason: "",
    stdout: "",
    stderr: "",
    truncated: false,
    left: [],
    ...report,
  };
  const base = {
    type: "response",
    failedOpen: false,
    runId: "e/1",
    eventId: "e",
    event: "PreToolUse",
    background: false,
  } as const;
  return { ...base, hook, ...more, report: whole };
}

/** The notice of a hook that begins. */
export function started(hook: string, more: Partial<Extract<Notice, { type: "started" }>> = {}) {
  const base = {
    type: "started",
    runId: "e/1",
    eventId: "e",
    event: "PreToolUse",
    status: "",
    payload: {},
  } as const;
  return { ...base, hook, ...more };
}

/** Waits for what will be true; fails if it never is. */
export async function until(fits: () => boolean): Promise<void> {
  const end = Date.now() + 15_000;
  while (!fits()) {
    if (Date.now() > end) throw new Error("it never happened");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
