import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../../src", import.meta.url));
const compiler = fileURLToPath(new URL("../../../../node_modules/.bin/tsc", import.meta.url));

/** The process host as JavaScript, for tests that need a Node process of their own. */
export interface CompiledHost {
  /** Runs a module text in a Node process that a shell line sets up; the text sees `createDirectHost`, `command` and `run`. */
  run(text: string, setUp?: string): Promise<{ code: number | null; stdout: string; stderr: string }>;
  remove(): void;
}

const prelude = `
import { createDirectHost } from "./system/process/process-host.js";
const command = (argv, changes) => ({ argv, env: { ...process.env }, cwd: "/", payload: 0, deadlineMs: 10000, graceMs: 500,
  cap: 1048576, background: false, ...changes });
const run = (host, one, signal = new AbortController().signal) =>
  host.run({ eventId: "event", payloads: [new Uint8Array(0)], commands: [one] }, signal)[0];
`;

/** Compiles the process host into a temporary folder. */
export function compileHost(): CompiledHost {
  const folder = mkdtempSync(join(tmpdir(), "hookline-test-"));
  const options =
    "--ignoreConfig --target es2023 --lib es2023 --module nodenext --types node --strict --skipLibCheck --rewriteRelativeImportExtensions";
  const files = ["--outDir", folder, "--rootDir", source, join(source, "system/process/process-host.ts")];
  execFileSync(compiler, [...options.split(" "), ...files], { stdio: "inherit", cwd: source });
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  let count = 0;
  return {
    run(text, setUp = ":") {
      const path = join(folder, `test-${++count}.js`);
      writeFileSync(path, prelude + text);
      return runShell(`${setUp} && exec "$0" "$1"`, [process.execPath, path], folder);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function runShell(line: string, args: readonly string[], folder: string) {
  const env = { ...process.env, TMPDIR: folder, NODE_OPTIONS: "" };
  const child = spawn("/bin/sh", ["-c", line, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
  });
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}
