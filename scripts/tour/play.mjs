// Runs the agent as a person would: its output is shown as it comes, and a line is typed when it waits for one.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const bin = fileURLToPath(new URL("../../packages/agent/bin/hookline-agent.js", import.meta.url));
const longestMs = 60_000;

/** Plays one session; `parts` are `{ title, prompt }` in the order in which they are typed. Gives its output and its exit status. */
export function play(scene, args, parts) {
  const child = spawn(process.execPath, [bin, "--cwd", scene.project, ...args], { env: scene.env });
  const waiting = [...parts];
  let output = "";
  let held = "";
  const type = () => {
    const next = waiting.shift();
    if (!next) return child.stdin.end();
    say(`\n${heading(next.title)}\n\n`);
    child.stdin.write(`${next.prompt}\n`);
  };
  const show = (chunk) => {
    held += chunk;
    // The agent asks with "> " at the beginning of a line; the title of the part comes before it.
    const asks = /(^|\n)> $/.test(output + held);
    const text = asks ? held.slice(0, -2) : held;
    held = asks ? "> " : "";
    say(text);
    output += text;
    if (asks) type();
  };
  const say = (text) => process.stdout.write(text);
  child.stdout.setEncoding("utf8").on("data", show);
  child.stderr.setEncoding("utf8").on("data", show);
  child.stdin.on("error", () => {});
  const end = () => child.kill("SIGTERM");
  const late = setTimeout(end, longestMs);
  return {
    end,
    ended: new Promise((resolve) =>
      child.on("close", (status) => {
        clearTimeout(late);
        resolve({ status, output });
      }),
    ),
  };
}

/** A line that stands out on a terminal, and is plain elsewhere. */
export function heading(text) {
  return process.stdout.isTTY ? `\u001b[1m${text}\u001b[22m` : text;
}
