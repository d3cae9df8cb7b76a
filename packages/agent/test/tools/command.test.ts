import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CommandError } from "../../src/tools/shell/command-error.ts";
import { createOutput } from "../../src/tools/shell/output.ts";
import { programOf } from "../../src/tools/shell/program.ts";
import { shellText } from "../../src/tools/shell/script.ts";
import { becomesTrue, run } from "./commands.ts";
import { session } from "./session.ts";

/** True if a process is there and has not ended. */
function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** A session whose PATH begins with something that knows the project. */
async function withPath(first: (project: string) => string) {
  const env: Record<string, string> = {};
  const made = await session({ env });
  Object.assign(env, { PATH: `${first(made.project)}${process.env.PATH}`, HOME: made.home });
  return { ...made, env };
}

describe("a command", () => {
  test("runs in bash in the working directory, without input, with the given environment only", async () => {
    process.env.AGENT_TEST_SECRET = "secret";
    const { call, project } = await session();
    const { content } = await call(
      ...run('pwd; cat; [[ $BASH_VERSION ]] && echo bash; echo "$AGENT_TEST_SECRET-$HOME"; echo "$0"'),
    );
    delete process.env.AGENT_TEST_SECRET;
    expect(content).toBe(`${project}\nbash\n-${join(project, "../home")}\nbash`);
  });

  test("takes no shell of the project, nor one that a relative entry of PATH leads to", async () => {
    const { call, project, write, env } = await withPath((folder) => `${folder}/bin:bin:.::`);
    for (const name of ["bash", "sh", "mkfifo"]) {
      for (const place of [`bin/${name}`, name]) {
        chmodSync(write(place, `#!/bin/sh\n: > ${project}/ran\nexec /bin/${name} "$@"\n`), 0o755);
      }
    }
    expect((await call(...run("echo hello"))).content).toBe("hello");
    expect(existsSync(join(project, "ran"))).toBe(false);
    expect(programOf("bash", `${project}/bin`, project)).toBeNull();
    expect(env.PATH).toContain(project);
  });

  test("a non-zero exit is an error: first line the code, then the output in the order it came", async () => {
    const { error, call } = await session();
    expect(await error(...run("echo out; echo err >&2; echo more; exit 3"))).toBe(
      "Exit code 3\nout\nerr\nmore",
    );
    expect(await error(...run("false"))).toBe("Exit code 1");
    expect(await error(...run("kill -KILL $$"))).toBe("Exit code 137");
    expect(await error(...run("no-such-program"))).toBe(
      "Exit code 127\nbash: line 1: no-such-program: command not found",
    );
    expect(await error(...run("if then"))).toMatch(/^Exit code 2\nbash: .*line 1: syntax error/);
    const thrown = await call(...run("echo x; exit 4")).catch((one: unknown) => one);
    expect(thrown).toBeInstanceOf(CommandError);
    expect(thrown).toMatchObject({ exitCode: 4, stdout: "x", interrupted: false });
    expect((await call(...run("true"))).content).toBe("(no output)");
  });

  test("can write to /dev/stdout and /dev/stderr, and redirect what it likes", async () => {
    const { call } = await session();
    const command =
      "echo a > /dev/stdout; echo b > /dev/stderr; exec 3>&1; echo c >&3; set -C; set -u; cd .; echo d";
    expect((await call(...run(command))).content).toBe("a\nb\nc\nd");
  });

  test("long output loses its middle, whatever its length, and memory stays flat", async () => {
    const { call, error } = await session();
    const { content } = await call(...run("echo begin; yes 1234567 | head -c 50000000; echo; echo end"));
    expect(content.length).toBeLessThan(30_100);
    expect(content.slice(0, 20)).toMatch(/^begin\n1234567\n/);
    expect(content.slice(14_990, 15_050)).toMatch(/\n\[… 499\d+ bytes left out …\]\n/);
    expect(content.slice(-20)).toMatch(/1234567\n+end$/);
    const failed = await error(...run("head -c 40000 /dev/zero | tr '\\0' x; exit 1"));
    expect(failed).toMatch(/^Exit code 1\nx{15000}\n\[… 10000 bytes left out …\]\nx{15000}$/);
  });

  test("may leave a process in the background, which keeps running and can still write", async () => {
    const { call, project } = await session();
    const command =
      "(while [ ! -e go ]; do sleep 0.05; done; echo late; echo later; echo done > end) & echo started";
    expect((await call(...run(command))).content).toBe("started");
    writeFileSync(join(project, "go"), "");
    await becomesTrue(() => {
      try {
        return readFileSync(join(project, "end"), "utf8") === "done\n";
      } catch {
        return false;
      }
    });
  });

  test("scripts that hooks left run before it, in the same shell", async () => {
    const files: string[] = [];
    const { call, write } = await session({ envFiles: () => files });
    files.push(write("it's env.sh", "export FROM_HOOK=yes # trailing"), "/nowhere/at/all.sh");
    expect((await call(...run('echo "$FROM_HOOK"'))).content).toBe("yes");
  });

  test("nothing is left of many: no open file, no child", async () => {
    const { call } = await session();
    const open = () => readdirSync("/proc/self/fd").length;
    await call(...run("true"));
    const before = open();
    await Promise.all(Array.from({ length: 30 }, () => call(...run("echo x | cat"))));
    await becomesTrue(() => open() <= before);
  });

  test("one that cannot be started is a sentence", async () => {
    const { error } = await session();
    expect(await error(...run("a\0b"))).toContain("null character");
    expect(await error(...run(`: ${"x".repeat(3_000_000)}`))).toBe(
      "The command is too long to be started: write it to a file and run that.",
    );
  });
});

describe("a command that must end", () => {
  const stubborn =
    "trap '' TERM; (trap '' TERM; echo $BASHPID > child; while :; do sleep 1; done) & echo $$ > shell; echo started; wait; sleep 60";
  const pid = (project: string, name: string) => Number(readFileSync(join(project, name), "utf8"));

  test("is ended with all its group after its time, also if it does not want to", async () => {
    const { error, project } = await session();
    const message = await error(...run(stubborn, { timeout: 300 }));
    expect(message).toBe("The command was ended after its time was over (0.3 s).\nstarted");
    await becomesTrue(() => !isAlive(pid(project, "child")) && !isAlive(pid(project, "shell")));
  });

  test("is ended when the turn is interrupted, and when the session ends; nothing is left when the call returns", async () => {
    for (const from of ["turn", "session"] as const) {
      const stop = new AbortController();
      const { call, project } = await session(from === "session" ? { signal: stop.signal } : {});
      const ended = call(...run(stubborn), from === "turn" ? { signal: stop.signal } : {}).catch(
        (one: unknown) => one,
      );
      await becomesTrue(() => {
        try {
          return pid(project, "child") > 0 && pid(project, "shell") > 0;
        } catch {
          return false;
        }
      });
      stop.abort();
      expect(await ended).toMatchObject({
        message: "The command was interrupted.\nstarted",
        interrupted: true,
      });
      expect(isAlive(pid(project, "child"))).toBe(false);
      expect(isAlive(pid(project, "shell"))).toBe(false);
    }
  });

  test("may say its last words", async () => {
    const { error } = await session();
    const command = "trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.05; done";
    expect(await error(...run(command, { timeout: 400 }))).toMatch(/\nready\n(Terminated\n)?bye$/);
  });

  test("a process that left the group and holds the pipe does not hold the call", async () => {
    const { error, project } = await session();
    const began = Date.now();
    const command =
      "setsid sh -c 'echo $$ > away; exec sleep 30' & while [ ! -s away ]; do sleep 0.02; done; sleep 30";
    expect(await error(...run(command, { timeout: 500 }))).toContain("its time was over");
    expect(Date.now() - began).toBeLessThan(15_000);
    process.kill(pid(project, "away"), "SIGKILL");
  });
});

describe("what the shell is given", () => {
  test("works in plain sh too", async () => {
    const { project, write } = await session();
    write("sub/x", "");
    const folderFile = join(project, "told");
    const text = shellText({ shell: "sh", command: "cd sub; exit 0", folderFile, envFiles: [] });
    execFileSync("sh", ["-c", text], { cwd: project });
    expect(readFileSync(folderFile, "utf8")).toBe(`${join(project, "sub")}\n`);
  });

  test("any output comes through whole or with its two ends, in whatever pieces it comes", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary", maxLength: 30 })),
        fc.integer({ min: 1, max: 9 }),
        (parts, size) => {
          const output = createOutput(40);
          const bytes = Buffer.from(parts.join(""));
          for (let at = 0; at < bytes.length; at += size) output.add(bytes.subarray(at, at + size));
          const whole = bytes.toString("utf8").trimEnd();
          const text = output.text();
          if (whole.length <= 40) expect(text).toBe(whole);
          else {
            const [first = "", last = ""] = text.split(/\n\[… \d+ bytes left out …\]\n/);
            expect(whole.startsWith(first) && whole.endsWith(last)).toBe(true);
            expect(first.length + last.length).toBeLessThanOrEqual(40);
          }
        },
      ),
    );
  });
});
