// Runs the agent as a person would: its output is shown as it comes, and a line is typed when it waits for one.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const bin = fileURLToPath(new URL("../../packages/agent/bin/hookline-agent.js", import.meta.url));
const hookline = fileURLToPath(new URL("../../packages/hookline/bin/hookline.cjs", import.meta.url));
const longestMs = 60_000;

/** Starts a session, which waits until it is played. */
export function startSession(scene, args) {
  const child = spawn(process.execPath, [bin, "--cwd", scene.project, ...args], { env: scene.env });
  const late = setTimeout(() => child.kill("SIGTERM"), longestMs);
  const ended = new Promise((resolve) => child.on("close", resolve));
  child.stdin.on("error", () => {});

  /** Types these parts, `{ title, prompt }`, one after the other; gives the output and the exit status. */
  const play = async (parts) => {
    const lines = [...parts.map(({ prompt }) => prompt), "/quit"];
    const titles = parts.map(({ title }) => title);
    let output = "";
    let line = "";
    const show = (chunk) => {
      output += chunk;
      line = `${line}${chunk}`.split("\n").at(-1);
      // The agent asks with "> "; the title of the part comes before it.
      const asks = line === "> ";
      process.stdout.write(asks ? chunk.slice(0, -2) : chunk);
      if (!asks) return;
      const title = titles.shift();
      process.stdout.write(title ? `\n${heading(title)}\n\n> ` : "> ");
      child.stdin.write(`${lines.shift() ?? "/quit"}\n`);
    };
    child.stdout.setEncoding("utf8").on("data", show);
    child.stderr.setEncoding("utf8").on("data", show);
    const status = await ended;
    clearTimeout(late);
    return { status, output };
  };
  return { play, ended, end: () => child.kill("SIGTERM") };
}

/** Types a command of `hookline` in the project and shows what it says; gives the output and the exit status. */
export async function ask(scene, args) {
  process.stdout.write(`$ hookline ${args.join(" ")}\n`);
  const child = spawn(process.execPath, [hookline, ...args], { cwd: scene.project, env: scene.env });
  const late = setTimeout(() => child.kill("SIGTERM"), longestMs);
  let output = "";
  const show = (chunk) => {
    output += chunk;
    process.stdout.write(chunk);
  };
  child.stdout.setEncoding("utf8").on("data", show);
  child.stderr.setEncoding("utf8").on("data", show);
  const status = await new Promise((resolve) => child.on("close", resolve));
  clearTimeout(late);
  return { status, output };
}

/** A line that stands out on a terminal, and is plain elsewhere. */
export function heading(text) {
  return process.stdout.isTTY ? `\u001b[1m${text}\u001b[22m` : text;
}
