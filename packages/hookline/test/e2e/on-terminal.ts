import { spawn } from "node:child_process";
import { bin, type Ended } from "./run-cli.ts";

/** Gives a program a terminal of its own: answers each text that it waits for with keys, and ends with the program's status. */
const terminal = `
import json, os, pty, select, struct, sys, fcntl, termios, time
steps, argv = json.loads(sys.argv[1]), sys.argv[2:]
pid, fd = pty.fork()
if pid == 0:
    os.execvp(argv[0], argv)
fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
seen, since, end = b"", 0, time.time() + 60
while time.time() < end:
    ready, _, _ = select.select([fd], [], [], 1)
    if not ready:
        continue
    try:
        chunk = os.read(fd, 65536)
    except OSError:
        break
    if not chunk:
        break
    seen += chunk
    while steps and steps[0][0].encode() in seen[since:]:
        since = seen.index(steps[0][0].encode(), since) + len(steps[0][0].encode())
        os.write(fd, steps.pop(0)[1].encode())
sys.stdout.buffer.write(seen)
sys.stdout.flush()
_, status = os.waitpid(pid, 0)
sys.stderr.write("".join("never seen: %s\\n" % step[0] for step in steps))
sys.exit(os.waitstatus_to_exitcode(status) & 255)
`;

/** Runs the built command line on a terminal (120 by 40); each step is a text that is waited for, and the keys that answer it. */
export function onTerminal(
  args: readonly string[],
  given: {
    readonly cwd: string;
    readonly env: Record<string, string>;
    readonly steps?: readonly (readonly [waitFor: string, keys: string])[];
  },
): Promise<Ended> {
  const { HOOKLINE_TEST_COVERAGE: folder } = process.env;
  const env = { TERM: "xterm-256color", ...given.env, ...(folder && { NODE_V8_COVERAGE: folder }) };
  const steps = JSON.stringify(given.steps ?? []);
  const child = spawn("python3", ["-c", terminal, steps, process.execPath, bin, ...args], {
    cwd: given.cwd,
    env,
  });
  const text = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text.stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (text.stderr += chunk));
  child.stdin.end();
  return new Promise((settle) =>
    child.on("close", (status) => settle({ status, stdout: text.stdout, stderr: text.stderr })),
  );
}
