import type { ApprovedHook, Hook } from "../contract/hook.ts";
import type { Prestart } from "../contract/process.ts";
import { faultRun, type Run } from "../contract/run.ts";
import { type Call, defineRunner } from "../contract/runner.ts";
import { findBubblewrap } from "../system/bubblewrap.ts";
import { sandboxPlace } from "../system/sandbox-place.ts";
import { checkCommand, commandArgv } from "./command-argv.ts";
import { runOfProcess } from "./process-run.ts";
import { checkSandbox, type SandboxWish, sandboxArgv, sandboxProblem, sandboxWish } from "./sandbox.ts";
import { askWorker, workerOwner, workerSpec } from "./worker-run.ts";

/** A program: shell form (`/bin/sh -c`, or bash), or exec form with `args`. */
export const command = defineRunner({
  type: "command",
  summary: "a shell command, or a program with arguments",
  // A sandbox that cannot be read must not count as none: so it may be anything, and is checked below.
  fields: {
    command: "string",
    args: "string[]?",
    shell: "string?",
    sandbox: "any?",
    worker: "boolean?",
    prestart: "boolean?",
  },
  describes: {
    command: "The line for the shell; with args, the program.",
    args: "Arguments of the program, which then runs without a shell; an empty list is fine.",
    shell: "bash, if the line needs it; the machine's own sh otherwise.",
    sandbox: 'Runs it confined, or not at all: { "write": [folders], "network": false }.',
    worker:
      "Keeps one process that answers all events, if it was written with our helpers; else it has no effect.",
    prestart:
      "Starts it before there is an event, so that it waits at its stdin; whatever it does before it reads is done then.",
  },
  identity: ["command", "args", "shell", "sandbox", "worker"],
  async: true,
  check({ command, shell, sandbox, worker, prestart }) {
    const problem = checkCommand(command, shell) ?? checkSandbox(sandbox);
    const both = prestart && (worker ? "worker" : sandboxWish(sandbox) ? "sandbox" : null);
    if (problem === null && both) return `"prestart" and "${both}" do not go together: leave one of them out`;
    if (problem !== null || !worker || sandboxWish(sandbox) === null) return problem;
    return '"worker" and "sandbox" do not go together: leave one of them out';
  },
  names: ({ command, args }) => (args ? [command, ...args] : [command]),
  async run(hook, fields, call) {
    const argv = commandArgv(fields, call, hook.env);
    // What is different for each event can only be a command.
    if (fields.worker && fields.command === hook.fields.command) return runAsWorker(hook, argv, call);
    const wish = sandboxWish(fields.sandbox);
    if (!fields.prestart && !wish) return runOfProcess(await call.spawn({ argv }));
    if (wish) return runInSandbox(wish, argv, call, hook.env);
    const unfit = fields.command === hook.fields.command ? null : holdsValues;
    return runOfProcess(await call.spawn({ argv, prestart: prestartOf(hook, call, unfit) }));
  },
});

const holdsValues =
  '"prestart" has no effect: the command holds values of the event, so it cannot start before it';

function prestartOf(hook: ApprovedHook, call: Call, unfit: string | null): Prestart {
  const { services, cwd, distrust, note: tell } = call;
  const files = () => services.coveredFiles(hook, cwd);
  return { owner: workerOwner(hook), unfit, files, distrust, tell };
}

async function runAsWorker(
  hook: ApprovedHook,
  argv: readonly [string, ...string[]],
  call: Call,
): Promise<Run> {
  const began = performance.now();
  const run = await askWorker(workerSpec(hook, argv, call.cwd, call, [], true), call);
  if (run !== null) return run;
  const deadlineMs = Math.max(1, call.deadlineMs - (performance.now() - began));
  return runOfProcess(await call.spawn({ argv, deadlineMs }));
}

/** Without a sandbox that was demanded, nothing runs. */
async function runInSandbox(
  wish: SandboxWish,
  argv: readonly string[],
  call: Call,
  given: Hook["env"],
): Promise<Run> {
  const { services, projectDir, cwd, env } = call;
  const { home, stateFolder, ownPaths, systemRoot, runtimeFolder } = services;
  if (process.platform !== "linux")
    return faultRun("spawn", `it demands a sandbox, which needs Linux (bubblewrap): ${unrun}`);
  const loaded = Object.keys(given).find((name) => name.startsWith("LD_") || name === "GLIBC_TUNABLES");
  if (loaded !== undefined)
    return faultRun(
      "spawn",
      `it demands a sandbox, and its ${loaded} would work outside of it, too: ${unrun}`,
    );
  const found = findBubblewrap(systemRoot);
  if ("problem" in found)
    return faultRun(
      "spawn",
      `it demands a sandbox, and ${found.problem.why}: ${unrun}; ${found.problem.mend}`,
    );
  const place = sandboxPlace({
    write: wish.write,
    projectDir,
    cwd,
    home,
    stateFolder,
    ownPaths,
    env,
    runtimeFolder,
  });
  if ("problem" in place) return faultRun("spawn", `${place.problem}: ${unrun}`);
  const run = runOfProcess(await call.spawn({ argv: sandboxArgv(found.path, wish, place, argv) }));
  const problem = sandboxProblem(run);
  return problem === null ? run : { ...faultRun("spawn", problem, run.durationMs), stderr: run.stderr };
}

const unrun = "the hook did not run";
