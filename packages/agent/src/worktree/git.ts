import { execFile } from "node:child_process";

/** How a run of git ended; `missing` if there is no git. */
export interface GitResult {
  readonly code: number | "missing";
  readonly out: string;
  /** What it complained about, as one line. */
  readonly complaint: string;
}

/** Variables that name a repository; git sets them for its hooks, from which an agent may have been started. */
const naming =
  /^GIT_(DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|PREFIX|NAMESPACE)$/;

/** What a repository must not bring along: hooks, a watcher of files, and a bare repository hidden among the project's files. */
const guards = ["core.hooksPath=/dev/null", "core.fsmonitor=false", "safe.bareRepository=explicit"].flatMap(
  (setting) => ["-c", setting],
);

/** Runs git in a folder, whatever repository the environment speaks of, and never asks anybody anything. */
export function git(
  folder: string,
  env: { readonly [name: string]: string | undefined },
  ...args: readonly string[]
): Promise<GitResult> {
  const clean = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => !naming.test(name) && value !== undefined),
  );
  const options = {
    cwd: folder,
    env: { ...clean, GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" },
    maxBuffer: 64 * 1024 * 1024,
  };
  return new Promise((resolve) => {
    execFile("git", [...guards, ...args], options, (error, out, complaints) => {
      if (error?.code === "ENOENT") {
        resolve({ code: "missing", out: "", complaint: "git is not installed" });
        return;
      }
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
      resolve({ code, out: out.trimEnd(), complaint: lastComplaint(complaints) });
    });
  });
}

function lastComplaint(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  const line = lines.find((one) => /^(fatal|error):/.test(one)) ?? lines.find((one) => one !== "") ?? "";
  return line.replace(/^(fatal|error):\s*/, "");
}
