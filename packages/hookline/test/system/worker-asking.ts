import { mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { WorkerAsk, WorkerEnd, WorkerFacts, WorkerHost, WorkerSpec } from "../../src/contract/worker.ts";
import { createWorkerHost } from "../../src/system/process/worker/worker-host.ts";
import { removeFolder } from "../remove-folder.ts";

/** A host with one worker, whose script is this; closed when the test ends. */
export interface Asking {
  readonly host: WorkerHost;
  readonly folder: string;
  readonly spec: WorkerSpec;
  ask(event?: unknown, given?: Partial<WorkerAsk>): Promise<WorkerFacts>;
  /** The same, of which only the end counts. */
  end(event?: unknown, given?: Partial<WorkerAsk>): Promise<WorkerEnd>;
  /** Writes the script anew. */
  rewrite(script: string): void;
}

const calm = new AbortController().signal;

/** Makes a host and a script in Node for it, or in another language. */
export function asking(script: string, given: Partial<WorkerSpec> = {}, name = "worker.mjs"): Asking {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "hookline-worker-")));
  const file = join(folder, name);
  const rewrite = (text: string) => writeFileSync(file, text);
  rewrite(script);
  const host = createWorkerHost();
  onTestFinished(async () => {
    await host.close();
    removeFolder(folder);
  });
  const program = name.endsWith(".mjs") ? process.execPath : name.endsWith(".py") ? "python3" : "/bin/sh";
  const spec: WorkerSpec = {
    key: "w",
    owner: "w",
    argv: [program, file],
    cwd: folder,
    graceMs: 500,
    greets: false,
    files: () => [file],
    ...given,
  };
  const env = { PATH: process.env.PATH ?? "", HOME: folder };
  const ask: Asking["ask"] = (event = {}, more = {}) =>
    host.ask(spec, {
      event: `${JSON.stringify(event)}\n`,
      variables: {},
      env: () => env,
      deadlineMs: 20_000,
      signal: calm,
      distrust: () => null,
      ...more,
    });
  return { host, folder, spec, rewrite, ask, end: async (event, more) => (await ask(event, more)).end };
}

/** A script that calls `take(line, say)` for each line. */
export function onLines(take: string): string {
  return `import { createInterface } from "node:readline";
const say = (...lines) => process.stdout.write(lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)) + "\\n").join(""));
const take = ${take};
createInterface({ input: process.stdin }).on("line", (line) => take(JSON.parse(line), say));
`;
}
