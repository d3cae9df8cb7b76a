import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { decision, settings } from "./trail.ts";

const source = fileURLToPath(new URL("../../src", import.meta.url));
const compiler = fileURLToPath(new URL("../../../../node_modules/.bin/tsc", import.meta.url));

/** The audit trail as JavaScript, for tests that need writers in processes of their own. */
export interface CompiledAudit {
  /** Starts a module text in a Node process; it sees `openTrail`, `realDisk`, `settings`, `decision` and `acknowledge`. */
  start(text: string, env?: { readonly [name: string]: string }, setUp?: string): StartedWriter;
  remove(): void;
}

/** A writer in a process of its own. */
export interface StartedWriter {
  readonly child: ChildProcess;
  /** What it has said so far. */
  said(): string;
  readonly ended: Promise<{ code: number | null; signal: string | null; stdout: string; stderr: string }>;
}

const prelude = `
import { writeSync } from "node:fs";
import { openTrail } from "./audit/open-trail.js";
import { realDisk } from "./system/disk.js";
const settings = ${JSON.stringify(settings)};
const sample = ${JSON.stringify(decision(1))};
const decision = (number) => ({ ...sample, eventId: "e-" + number });
const acknowledge = (number) => writeSync(1, number + "\\n");
`;

/** Compiles the writer of the trail, and what else is named, into a temporary folder. */
export function compileAudit(...others: string[]): CompiledAudit {
  const folder = mkdtempSync(join(tmpdir(), "hookline-test-"));
  const options =
    "--ignoreConfig --target es2023 --lib es2023 --module nodenext --types node --noCheck --rewriteRelativeImportExtensions";
  const files = [
    "--outDir",
    folder,
    "--rootDir",
    source,
    ...["audit/open-trail.ts", ...others].map((path) => join(source, path)),
  ];
  execFileSync(compiler, [...options.split(" "), ...files], { stdio: "inherit", cwd: source });
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  let count = 0;
  return {
    start(text, env = {}, setUp = ":") {
      const path = join(folder, `writer-${++count}.js`);
      writeFileSync(path, prelude + text);
      const child = spawn("/bin/sh", ["-c", `${setUp} && exec "$0" "$1"`, process.execPath, path], {
        env: { ...process.env, NODE_OPTIONS: "", ...env },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let [stdout, stderr] = ["", ""];
      child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
        stdout += chunk;
      });
      child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
        stderr += chunk;
      });
      const ended = new Promise<{
        code: number | null;
        signal: string | null;
        stdout: string;
        stderr: string;
      }>((resolve) => {
        child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
      });
      return { child, said: () => stdout, ended };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
