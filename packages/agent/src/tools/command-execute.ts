import { z } from "zod";
import type { ToolRun } from "./context.ts";
import { defineCodingTool } from "./define.ts";
import { CommandError } from "./shell/command-error.ts";
import { createOutput } from "./shell/output.ts";
import { runShell, type ShellEnd } from "./shell/run-shell.ts";
import { followFolder, isFolder, moveTo } from "./working-folder.ts";

const usualMs = 120_000;
const mostMs = 600_000;
const mostCharacters = 30_000;

/** Runs a shell command; a non-zero exit is a failure. */
export const commandExecute = defineCodingTool({
  name: "command_execute",
  description:
    "Runs a command in bash, without input. It starts in the working directory; cd lasts for later commands. " +
    `After timeout milliseconds (default ${usualMs}, at most ${mostMs}) it is ended. ` +
    "Put a server or another long-running program in the background with &.",
  schema: z.object({
    command: z.string().min(1).describe("The command"),
    description: z.string().optional().describe("What it does, in a few words"),
    timeout: z.number().positive().optional().describe("Milliseconds"),
  }),
  open: () => async (input, run) => {
    if (input.command.includes("\0"))
      throw new Error("The command holds a null character: no shell can run it.");
    await needFolder(run);
    const timeoutMs = Math.min(input.timeout ?? usualMs, mostMs);
    const output = createOutput(mostCharacters);
    const { command } = input;
    const { cwd, env, stop } = run;
    const { projectDir } = run.facts;
    const envFiles = run.envFiles?.() ?? [];
    const end = await runShell({ command, cwd, projectDir, env, envFiles, timeoutMs, stop, output });
    const note = await followFolder(run, end.folder);
    const stdout = output.text();
    const text = [stdout, note ?? ""].filter((part) => part !== "").join("\n");
    if (end.kind !== "exited" || end.exitCode !== 0)
      throw new CommandError([verdictOn(end, timeoutMs), text].filter((part) => part !== "").join("\n"), {
        exitCode: end.exitCode,
        stdout,
        interrupted: end.kind === "interrupted",
      });
    return [
      text || "(no output)",
      { stdout, stderr: "", interrupted: false, isImage: false, noOutputExpected: false },
    ];
  },
});

/** A command was permitted for its folder: without that folder it does not run anywhere else. */
async function needFolder(run: ToolRun): Promise<void> {
  if (isFolder(run.cwd)) return;
  const { projectDir } = run.facts;
  if (run.cwd === run.facts.cwd && isFolder(projectDir)) await moveTo(run, projectDir);
  throw new Error(
    `The working directory is gone: ${run.cwd}. It is ${run.facts.cwd} now; run the command again if it may run there.`,
  );
}

function verdictOn({ kind, exitCode }: ShellEnd, timeoutMs: number): string {
  if (kind === "timeout") return `The command was ended after its time was over (${timeoutMs / 1000} s).`;
  return kind === "interrupted" ? "The command was interrupted." : `Exit code ${exitCode}`;
}
