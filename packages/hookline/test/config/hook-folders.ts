import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { type Configuration, type LoadRequest, loadConfiguration } from "../../src/config/load.ts";
import type { Diagnostic } from "../../src/contract/diagnostic.ts";
import type { Json } from "../../src/contract/json.ts";
import { faultRun } from "../../src/contract/run.ts";
import { defineRunner, type Runner } from "../../src/contract/runner.ts";
import { native } from "../../src/dialects/native.ts";
import { createCatalog } from "../../src/events/catalog.ts";
import { allRunners } from "../../src/runners/all.ts";

/** A stand-in for policies: blocks when it fails, and has fields of many kinds. */
const policy = defineRunner({
  type: "rules",
  summary: "rules of a test",
  fields: { rules: "object[]", strict: "boolean?", level: "low|high?", weight: "number?" },
  identity: ["rules"],
  policy: true,
  check({ rules }) {
    if (rules.length === 0) throw new Error("there is no rule");
    return null;
  },
  run: async () => faultRun("crash", "never run here"),
});

/** Every hook type, and one of the tests' own. */
export const runners: ReadonlyMap<string, Runner> = new Map(
  [...allRunners, policy].map((runner) => [runner.type, runner]),
);

const catalog = createCatalog();

/** A machine of its own: home, project and system in one temporary folder. */
export interface Machine {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  readonly user: string;
  readonly team: string;
  readonly local: string;
  readonly managed: string;
  write(path: string, content: Json | undefined): void;
  load(change?: Partial<LoadRequest>, previous?: Configuration | null): Promise<Configuration>;
}

/** Makes a machine; it is removed when the test has finished. */
export function makeMachine(): Machine {
  const root = mkdtempSync(join(tmpdir(), "hookline-config-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const home = join(root, "home");
  const project = join(home, "work", "project");
  const systemRoot = join(root, "system");
  mkdirSync(project, { recursive: true });
  const env = { PATH: "/bin" };
  return {
    root,
    home,
    project,
    user: join(home, ".config", "hookline", "hooks.json"),
    team: join(project, ".hookline", "hooks.json"),
    local: join(project, ".hookline", "hooks.local.json"),
    managed: join(systemRoot, "etc", "hookline", "hooks.json"),
    write(path, content) {
      // Whatever the umask: what others can write is not believed.
      mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
      writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content), { mode: 0o644 });
    },
    load(change = {}, previous = null) {
      const request = { cwd: project, env, home, systemRoot, catalog, runners, dialects: [native] };
      return loadConfiguration({ ...request, ...change }, previous);
    },
  };
}

/** A command hook with whatever is given beside it. */
export function commandHook(command: string, more: { readonly [key: string]: Json } = {}): Json {
  return { type: "command", command, ...more };
}

/** A file with these hooks on one event. */
export function fileWith(
  hooks: readonly Json[],
  event = "PreToolUse",
  more: { readonly [key: string]: Json } = {},
): Json {
  return { hooks: { [event]: [{ hooks }] }, ...more };
}

/** Diagnostics as the command line prints them. */
export function shown(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(
    ({ severity, file, line, column, message, hint }) =>
      `${severity} ${file}:${line}:${column}: ${message}; ${hint}`,
  );
}
