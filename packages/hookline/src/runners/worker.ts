import { resolve } from "node:path";
import type { ApprovedHook } from "../contract/hook.ts";
import { faultRun } from "../contract/run.ts";
import { type Call, defineRunner } from "../contract/runner.ts";
import type { WorkerSpec } from "../contract/worker.ts";
import { type CommandFields, checkCommand, commandArgv } from "./command-argv.ts";
import { askWorker, workerSpec } from "./worker-run.ts";

/** How many events a worker has at once if its entry does not say. */
const usualInFlight = 16;

interface WorkerFields extends CommandFields {
  readonly watch?: readonly string[] | undefined;
}

/** A long-lived process: one line of JSON in for each event, one line of JSON out. */
export const worker = defineRunner({
  type: "worker",
  summary: "a long-lived process that answers one JSON line for each event",
  fields: {
    command: "string",
    args: "string[]?",
    shell: "string?",
    start: "lazy|session?",
    maxInFlight: "number?",
    watch: "string[]?",
  },
  describes: {
    command: "The line for the shell; with args, the program. It starts in the project's folder, or in cwd.",
    args: "Arguments of the program, which then runs without a shell; an empty list is fine.",
    shell: "bash, if the line needs it; the machine's own sh otherwise.",
    start: "lazy: with its first event; session: when SessionStart fires.",
    maxInFlight: `How many events it has at once; others wait, without using up their time. ${usualInFlight} by default.`,
    watch: "Files beside those that the command names: when one changes, another process takes its place.",
  },
  identity: ["command", "args", "shell"],
  async: true,
  check({ command, shell, maxInFlight, watch }) {
    const isCount = maxInFlight === undefined || (Number.isInteger(maxInFlight) && maxInFlight >= 1);
    if (!isCount) return '"maxInFlight" must be a whole number of at least 1';
    if (watch?.some((path) => path.trim() === "")) return '"watch" holds an empty path';
    return checkCommand(command, shell);
  },
  names: ({ command, args = [], watch = [] }) => [command, ...args, ...watch],
  places: ({ maxInFlight = usualInFlight }) => maxInFlight,
  begin(hook, fields, call) {
    if (fields.start !== "session" || hook.template !== null) return;
    const { variables, distrust } = call;
    call.services.workers.begin(specOf(hook, fields, call), { variables, distrust, env: () => call.env });
  },
  async run(hook, fields, call) {
    if (hook.template !== null || fields.command !== hook.fields.command) {
      const detail =
        "a worker's command cannot hold values of an event: it finds them in the line that it reads";
      return faultRun("spawn", detail);
    }
    const run = await askWorker(specOf(hook, fields, call), call);
    return run ?? faultRun("spawn", "it is no worker");
  },
});

/** The process of each hook, since to say what it is takes as long as to ask it; another one where the project is. */
const specs = new WeakMap<ApprovedHook, { readonly projectDir: string; readonly spec: WorkerSpec }>();

/** It starts in the same folder whatever the event is about: one process answers them all. */
function specOf(hook: ApprovedHook, fields: WorkerFields, call: Call): WorkerSpec {
  const { projectDir } = call;
  const known = specs.get(hook);
  if (known?.projectDir === projectDir) return known.spec;
  const cwd = resolve(projectDir, hook.cwd ?? ".");
  const argv = commandArgv(fields, call, hook.env);
  const spec = workerSpec(hook, argv, cwd, call, fields.watch ?? [], false);
  specs.set(hook, { projectDir, spec });
  return spec;
}
