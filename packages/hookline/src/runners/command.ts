import type { Hook } from "../contract/hook.ts";
import type { ProcessFacts } from "../contract/process.ts";
import { faultRun, type Run } from "../contract/run.ts";
import { type Call, defineRunner } from "../contract/runner.ts";
import { findBubblewrap } from "../system/bubblewrap.ts";
import { sandboxPlace } from "../system/sandbox-place.ts";
import { checkSandbox, type SandboxWish, sandboxArgv, sandboxProblem, sandboxWish } from "./sandbox.ts";

/** What the machine was short of: the hook is not to blame. */
const shortages = new Set(["EAGAIN", "EMFILE", "ENFILE", "ENOMEM"]);

/** A program: shell form (`/bin/sh -c`, or bash), or exec form with `args`. */
export const command = defineRunner({
  type: "command",
  summary: "a shell command, or a program with arguments",
  // A sandbox that cannot be read must not count as none: so it may be anything, and is checked below.
  fields: { command: "string", args: "string[]?", shell: "string?", sandbox: "any?" },
  describes: {
    command: "The line for the shell; with args, the program.",
    args: "Arguments of the program, which then runs without a shell; an empty list is fine.",
    shell: "bash, if the line needs it; the machine's own sh otherwise.",
    sandbox: 'Runs it confined, or not at all: { "write": [folders], "network": false }.',
  },
  identity: ["command", "args", "shell", "sandbox"],
  async: true,
  check({ command, shell, sandbox }) {
    if (command.trim() === "") return "the command is empty";
    if (shell === undefined || shell === "bash" || shell === "sh") return checkSandbox(sandbox);
    return `the shell "${shell}" is not known here: write "bash", "sh", or nothing`;
  },
  names: ({ command, args }) => (args ? [command, ...args] : [command]),
  async run(hook, fields, call) {
    const usual = fields.args === undefined && fields.shell === undefined && call.shell === "bash";
    const argv = usual ? inBash(fields.command) : argvOf(fields, call.projectDir, hook.env);
    const wish = sandboxWish(fields.sandbox);
    return wish ? runInSandbox(wish, argv, call, hook.env) : runOf(await call.spawn({ argv }));
  },
});

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
  const run = runOf(await call.spawn({ argv: sandboxArgv(found.path, wish, place, argv) }));
  const problem = sandboxProblem(run);
  return problem === null ? run : { ...faultRun("spawn", problem, run.durationMs), stderr: run.stderr };
}

const unrun = "the hook did not run";

/** Bash where the machine has it, else the shell that every machine has. */
function inBash(command: string): [string, ...string[]] {
  const choose = 'command -v bash >/dev/null && exec bash -c "$1"; exec /bin/sh -c "$1"';
  return ["/bin/sh", "-c", choose, "sh", command];
}

/** In exec form nothing expands, so the folder variables that people copy are filled in as plain text. */
function argvOf(
  {
    command,
    args,
    shell,
  }: { command: string; args?: readonly string[] | undefined; shell?: string | undefined },
  projectDir: string,
  env: Hook["env"],
): [string, ...string[]] {
  if (!args) return shell === "bash" ? ["bash", "-c", command] : ["/bin/sh", "-c", command];
  const fill = (text: string) =>
    text
      .replace(/\$\{(?:HOOKLINE|CLAUDE)_PROJECT_DIR\}/g, () => projectDir)
      .replace(/\$\{(CLAUDE_PLUGIN_(?:ROOT|DATA))\}/g, (all, name: string) => env[name] ?? all);
  return [fill(command), ...args.map(fill)];
}

function runOf(facts: ProcessFacts): Run {
  const { end, stdout, stderr, durationMs, left } = facts;
  switch (end.kind) {
    case "exit":
    case "signal":
      return { end, stdout, stderr, durationMs, left };
    case "timeout":
      return { ...faultRun("timeout", "the deadline passed", durationMs), stdout, stderr, left };
    case "cancelled":
      return { ...faultRun("cancelled", "the call was cancelled", durationMs), stdout, stderr, left };
    case "lost":
      return { ...faultRun("crash", end.message, durationMs), stdout, stderr, left };
    case "unstarted":
      return faultRun(shortages.has(end.code) ? "resource" : "spawn", end.message, durationMs);
  }
}
