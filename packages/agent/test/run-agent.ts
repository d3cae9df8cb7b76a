import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect, onTestFinished } from "vitest";
import { removeFolder } from "../../hookline/test/remove-folder.ts";

/** The agent's entry. */
export const bin = resolve(import.meta.dirname, "../bin/hookline-agent.js");

/** A project, a home and a machine of their own. */
export interface Place {
  readonly root: string;
  readonly project: string;
  readonly home: string;
  readonly system: string;
  readonly env: Record<string, string>;
  /** Writes a file of the project, or at an absolute path; objects as JSON. Gives its path. */
  write(path: string, content: unknown): string;
}

/** Makes a place that is gone when the test ends; `keep` it for tests that run at the same time and remove it themselves. */
export function makePlace({ keep = false } = {}): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hookline-agent-test-")));
  if (!keep) onTestFinished(() => removeFolder(root));
  const [project, home, system] = ["project", "home", "system"].map((name) => {
    mkdirSync(join(root, name));
    return join(root, name);
  }) as [string, string, string];
  return {
    root,
    project,
    home,
    system,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: home,
      XDG_STATE_HOME: join(root, "state"),
      SHLVL: "1",
      LANG: "C.UTF-8",
    },
    write(path, content) {
      const file = resolve(project, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, null, 2));
      return file;
    },
  };
}

/** How a run of the agent ended. */
export interface AgentEnd {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running agent. */
export interface RunningAgent {
  readonly child: ChildProcessWithoutNullStreams;
  /** Everything printed so far, both streams. */
  readonly printed: () => string;
  /** Resolves when this has been printed, on either stream; rejects if the agent ends without it. */
  until(text: string | RegExp): Promise<void>;
  /** Types a line. */
  type(line: string): void;
  readonly ended: Promise<AgentEnd>;
}

/** The program with another root of the machine than `/`. */
const entry = resolve(import.meta.dirname, "entry.mjs");

/** A process of the agent writes megabytes about what it ran: the tests of these folders go everywhere, the others need not say it again. */
const counted = /\/test\/(events|options|terminal)\//;

/** Starts the built agent, by its own entry unless the place has managed files; in a coverage run the process writes what it ran. */
export function startAgent(
  place: Place,
  args: readonly string[],
  env: Record<string, string> = {},
): RunningAgent {
  const { HOOKLINE_TEST_COVERAGE: wanted } = process.env;
  const folder = counted.test(expect.getState().testPath ?? "") ? wanted : undefined;
  const start = existsSync(join(place.system, "etc")) ? [entry, place.system] : [bin];
  const child = spawn(process.execPath, [...start, "--cwd", place.project, ...args], {
    cwd: place.project,
    env: { ...place.env, ...(folder && { NODE_V8_COVERAGE: folder }), ...env },
  });
  const text = { stdout: "", stderr: "" };
  let all = "";
  const waiting = new Set<() => void>();
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (chunk: string) => {
      text[name] += chunk;
      all += chunk;
      for (const look of waiting) look();
    });
  }
  child.stdin.on("error", () => {});
  let over = false;
  const ended = new Promise<AgentEnd>((settle) =>
    child.on("close", (status, signal) => {
      over = true;
      for (const look of waiting) look();
      settle({ status, signal, ...text });
    }),
  );
  return {
    child,
    printed: () => all,
    until: (wanted) =>
      new Promise((done, fail) => {
        const look = () => {
          const found = typeof wanted === "string" ? all.includes(wanted) : wanted.test(all);
          if (!found && !over) return;
          waiting.delete(look);
          if (found) done();
          else fail(new Error(`the agent ended without ${wanted}:\n${all}`));
        };
        waiting.add(look);
        look();
      }),
    type: (line) => void child.stdin.write(`${line}\n`),
    ended,
  };
}

/** Runs the agent to its end, with this on its standard input. */
export function runAgent(
  place: Place,
  args: readonly string[],
  { input = "", env = {} }: { readonly input?: string; readonly env?: Record<string, string> } = {},
): Promise<AgentEnd> {
  const agent = startAgent(place, args, env);
  agent.child.stdin.end(input);
  return agent.ended;
}

/** Writes a script and gives the arguments of a headless run that plays it, with everything allowed and trusted. */
export function headless(place: Place, turns: readonly object[], prompt = "go"): string[] {
  const script = join(place.root, `script-${crypto.randomUUID()}.json`);
  writeFileSync(script, JSON.stringify({ turns }));
  return ["-p", prompt, "--script", script, "--permission-mode", "bypassPermissions", "--trust"];
}
