import type { Hook } from "../contract/hook.ts";
import type { ProcessFacts } from "../contract/process.ts";
import { faultRun, type Run } from "../contract/run.ts";
import { defineRunner } from "../contract/runner.ts";

/** What the machine was short of: the hook is not to blame. */
const shortages = new Set(["EAGAIN", "EMFILE", "ENFILE", "ENOMEM"]);

/** A program: shell form (`/bin/sh -c`, or bash), or exec form with `args`. */
export const command = defineRunner({
  type: "command",
  summary: "a shell command, or a program with arguments",
  fields: { command: "string", args: "string[]?", shell: "string?" },
  identity: ["command", "args", "shell"],
  async: true,
  check({ command, shell }) {
    if (command.trim() === "") return "the command is empty";
    if (shell === undefined || shell === "bash" || shell === "sh") return null;
    return `the shell "${shell}" is not known here: write "bash", "sh", or nothing`;
  },
  names: ({ command, args }) => (args ? [command, ...args] : [command]),
  async run(hook, fields, call) {
    const usual = fields.args === undefined && fields.shell === undefined && call.shell === "bash";
    const argv = usual ? inBash(fields.command) : argvOf(fields, call.projectDir, hook.env);
    const facts = await call.spawn({ argv });
    return runOf(facts);
  },
});

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
    case "unstarted":
      return faultRun(shortages.has(end.code) ? "resource" : "spawn", end.message, durationMs);
  }
}
