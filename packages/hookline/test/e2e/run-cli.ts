import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";

/** The command line's entry. */
export const bin = resolve(import.meta.dirname, "../../bin/hookline.cjs");

/** How a call of the command line ended. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the built command line; in a coverage run the process writes what it ran. */
export function startCli(
  args: readonly string[],
  given: { readonly cwd: string; readonly env: Record<string, string>; readonly input?: string },
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const { HOOKLINE_TEST_COVERAGE: folder } = process.env;
  const env = { ...given.env, ...(folder && { NODE_V8_COVERAGE: folder }) };
  const child = spawn(process.execPath, [bin, ...args], { cwd: given.cwd, env });
  const text = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text.stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (text.stderr += chunk));
  child.stdin.on("error", () => {});
  child.stdin.end(given.input ?? "");
  const ended = new Promise<Ended>((settle) => child.on("close", (status) => settle({ status, ...text })));
  return { child, ended };
}

/** Runs the built command line to its end. */
export function cli(args: readonly string[], given: Parameters<typeof startCli>[1]): Promise<Ended> {
  return startCli(args, given).ended;
}
