import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createEngine, type Decision, type Engine, type JsonObject } from "hookline";
import { onTestFinished } from "vitest";
import type { SessionFacts } from "../../src/session/facts.ts";
import { createTell, type Tell } from "../../src/session/tell.ts";
import type { Show } from "../../src/show/show.ts";

/** A project, a home and a machine of their own, gone when the test ends. */
export interface Around {
  readonly root: string;
  readonly project: string;
  readonly home: string;
  readonly env: Record<string, string>;
  readonly facts: SessionFacts;
  /** Everything that was said to the person. */
  readonly said: string[];
  readonly show: Show;
  /** Writes a file of the project, or at an absolute path; objects as JSON. */
  write(path: string, content: unknown): string;
  git(...args: readonly string[]): string;
  /** Makes the project a repository with one commit of all that is in it. */
  repository(): void;
  /** An engine for the project, closed when the test ends, and its `tell`. */
  engine(hooks: object): Promise<{ readonly engine: Engine; readonly tell: Tell }>;
}

/** Makes the place. */
export function around(): Around {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hookline-agent-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 50, retryDelay: 50 }));
  const [project, home] = [join(root, "home", "work", "project"), join(root, "home")];
  mkdirSync(project, { recursive: true });
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: home,
    GIT_CONFIG_NOSYSTEM: "1",
  };
  writeFileSync(
    join(home, ".gitconfig"),
    "[user]\n\tname = A\n\temail = a@example.com\n[init]\n\tdefaultBranch = main\n",
  );
  const said: string[] = [];
  const facts: SessionFacts = {
    id: "0a786fda-f086-461a-acff-2cd906fc7232",
    title: null,
    transcriptPath: join(root, "transcript.jsonl"),
    projectDir: project,
    cwd: project,
    directories: [],
    mode: "default",
    model: "scripted",
    promptId: null,
    agentType: null,
  };
  const nothing = () => {};
  const show: Show = {
    begin: nothing,
    text: nothing,
    message: nothing,
    toolEnd: nothing,
    hook: nothing,
    notice: (level, text) => said.push(`${level}: ${text}`),
    page: nothing,
    result: nothing,
    close: nothing,
  };
  const write = (path: string, content: unknown) => {
    const file = path.startsWith("/") ? path : join(project, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, null, 2));
    return file;
  };
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd: project, env, encoding: "utf8", stdio: "pipe" }).trimEnd();
  return {
    root,
    project,
    home,
    env,
    facts,
    said,
    show,
    write,
    git,
    repository() {
      write("README.md", "hello\n");
      git("init", "-q");
      git("add", "-A");
      git("commit", "-qm", "first");
    },
    async engine(hooks) {
      write(".hookline/hooks.json", { hooks });
      const engine = await createEngine({
        cwd: project,
        env,
        systemRoot: join(root, "system"),
        trust: "all",
      });
      onTestFinished(() => engine.close());
      return {
        engine,
        tell: createTell(engine, facts, ({ messages }) => {
          for (const { level, text } of messages) show.notice(level, text);
        }),
      };
    },
  };
}

/** One event as it was told. */
export interface Told {
  readonly event: string;
  readonly payload: JsonObject;
}

/** A `tell` that writes down what it is told and answers what it is asked to; `next` waits for so many events. */
export function recorder(answer: (told: Told) => Partial<Decision> = () => ({})) {
  const told: Told[] = [];
  const waiting: { readonly count: number; readonly done: () => void }[] = [];
  const tell: Tell = async (event, payload) => {
    told.push({ event, payload });
    const decision = { ...plain, event, ...answer({ event, payload }) };
    for (const { count, done } of waiting) if (told.length >= count) done();
    return decision;
  };
  const next = (count: number) =>
    new Promise<void>((done) => {
      if (told.length >= count) done();
      else waiting.push({ count, done });
    });
  return { told, tell, next, payloads: () => told.map(({ payload }) => payload) };
}

const plain: Decision = {
  event: "",
  eventId: "",
  verdict: "pass",
  reason: "",
  halt: null,
  updatedInput: null,
  updatedOutput: null,
  updatedPrompt: null,
  inputDigest: "",
  context: [],
  messages: [],
  effects: {},
  runs: [],
  skipped: [],
  diagnostics: [],
  durationMs: 0,
};

/** A group with one command. */
export function command(line: string, matcher?: string): object {
  return { ...(matcher !== undefined && { matcher }), hooks: [{ type: "command", command: line }] };
}
