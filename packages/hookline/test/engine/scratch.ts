import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { createEngine, type Engine, type EngineOptions } from "../../src/index.ts";
import { removeFolder } from "../remove-folder.ts";

/** A project, a home and a machine of their own, gone when the test ends; not for concurrent tests, whose ends vitest mixes up. */
export interface Scratch {
  readonly project: string;
  readonly home: string;
  readonly system: string;
  readonly env: Record<string, string>;
  /** Writes a file of the project; objects as JSON. */
  write(path: string, content: unknown): string;
  /** Creates an engine for the project that is closed when the test ends. */
  engine(options?: EngineOptions): Promise<Engine>;
}

/** Makes a scratch project with these hooks in its team file. */
export function scratch(hooks?: object, rest: object = {}): Scratch {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hookline-test-")));
  const place = (name: string) => {
    mkdirSync(join(root, name), { mode: 0o755 });
    return join(root, name);
  };
  const [project, home, system] = [place("project"), place("home"), place("system")];
  const write = (path: string, content: unknown) => {
    const file = path.startsWith("/") ? path : join(project, path);
    // Whatever the umask: what others can write is not believed.
    mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
    const text = typeof content === "string" ? content : JSON.stringify(content, null, 2);
    writeFileSync(file, text, { mode: 0o644 });
    return file;
  };
  if (hooks) write(".hookline/hooks.json", { hooks, ...rest });
  onTestFinished(() => removeFolder(root));
  const env = { PATH: process.env.PATH ?? "", HOME: home, SHLVL: "1" };
  return {
    project,
    home,
    system,
    env,
    write,
    async engine(options = {}) {
      const engine = await createEngine({ cwd: project, env, systemRoot: system, trust: "all", ...options });
      onTestFinished(() => engine.close());
      return engine;
    },
  };
}

/** One group of command hooks for PreToolUse. */
export function commands(...lines: (string | object)[]): object {
  const hooks = lines.map((line) => ({
    type: "command",
    ...(typeof line === "string" ? { command: line } : line),
  }));
  return { PreToolUse: [{ hooks }] };
}

/** The payload of a write. */
export const aWrite = { tool_name: "Write", tool_input: { file_path: "a.txt", content: "hello" } };
