import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "../../contract/process.ts";
import { errorCode } from "../error-code.ts";

const shortages: { readonly [code: string]: string } = {
  EAGAIN: "no further process may be started",
  EMFILE: "this process has too many open files",
  ENFILE: "the machine has too many open files",
  ENOMEM: "there is not enough memory",
};

/** True if the machine was short of something that may come back. */
export function isShortage(code: string): boolean {
  return code in shortages;
}

/** Why a command could not be started: the code, and a sentence that says what to do. */
export function describeFailure(error: unknown, command: Command): { code: string; message: string } {
  const code = errorCode(error);
  const folder = folderProblem(command.cwd);
  if (folder && (code === "ENOENT" || code === "ENOTDIR" || code === "EACCES")) return folder;
  const program = command.argv[0];
  const message =
    code === "ENOENT"
      ? notFound(program, command.cwd)
      : code === "EACCES"
        ? `${program} may not be executed; make it executable (chmod +x) and check the folders above it`
        : code === "E2BIG"
          ? tooBig(command)
          : isShortage(code)
            ? `${program} could not be started: ${shortages[code]} (${code})`
            : `${program} could not be started: ${error instanceof Error ? error.message : String(error)}`;
  return { code, message };
}

/** The system blames the program for a missing folder; only a look at the folder tells them apart. */
function folderProblem(cwd: string): { code: string; message: string } | null {
  try {
    if (!statSync(cwd).isDirectory())
      return { code: "ENOTDIR", message: `the command cannot start in ${cwd}: it is not a folder` };
    accessSync(cwd, constants.X_OK);
    return null;
  } catch (error) {
    const code = errorCode(error);
    const what = code === "ENOENT" ? "does not exist" : `cannot be entered (${code})`;
    return { code, message: `the command cannot start in ${cwd}: the folder ${what}` };
  }
}

function notFound(program: string, cwd: string): string {
  if (!program.includes("/")) return `${program} was not found on PATH; install it or name it with its path`;
  const path = resolve(cwd, program);
  if (!existsSync(path)) return `${path} does not exist`;
  const line = firstLine(path);
  if (line.startsWith("#!") && line.endsWith("\r"))
    return `${path} has Windows line ends, so its interpreter cannot be found; save it with Unix line ends`;
  return `${path} exists, but the interpreter that it names (${line}) was not found`;
}

function firstLine(path: string): string {
  try {
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const bytes = Buffer.alloc(256);
      return bytes.toString("utf8", 0, readSync(fd, bytes)).split("\n", 1)[0] ?? "";
    } finally {
      closeSync(fd);
    }
  } catch {
    return "";
  }
}

function tooBig({ argv, env }: Command): string {
  const arguments_ = argv.map((argument, index) => ({ name: `argument ${index}`, size: argument.length }));
  const variables = Object.entries(env).map(([name, value]) => ({ name, size: value.length }));
  const biggest = [...arguments_, ...variables].reduce((one, other) => (other.size > one.size ? other : one));
  return `the arguments and environment are too big for the system; the biggest is ${biggest.name} with ${biggest.size} characters (data belongs on stdin)`;
}
