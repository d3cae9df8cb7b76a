import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasBash, start } from "../e2e/daemon-place.ts";
import { canSanitize, type FakePackage, fakeDaemon, fakePackage, isThere } from "./fake-package.ts";
import { fakePort, portLine, portSecrets, until } from "./fake-port.ts";

const hasCompiler = isThere("cc");
const words = ["PreToolUse", "--tool", "a b"];
const ask = (
  program: string,
  own: FakePackage,
  input: string | Buffer = "on stdin",
  more: Record<string, string> = {},
) => start(program, words, { cwd: own.home, env: { ...own.env, ...more }, input }).ended;
const plainAnswer = { status: 7, stdout: "plain fire PreToolUse --tool a b: on stdin\n", stderr: "" };

/** Writes to a pipe that lets nobody wait; false if it is full. */
const writes = (fd: number, text: string): boolean => {
  try {
    return writeSync(fd, text) === text.length;
  } catch {
    return false;
  }
};

describe.skipIf(!hasCompiler)("the native client (needs a C compiler)", () => {
  it("gives words, folder, variables and stdin, and prints what is answered", async () => {
    const own = fakePackage();
    const said: string[] = [];
    await fakeDaemon(own, async (socket) => {
      said.push(await until(socket, "SHLVL=1\0"));
      socket.write("alive\nstd");
      socket.write("in\n");
      said.push(await until(socket, "stdin"));
      socket.write("alive\nanswer 3 4 5 r");
      socket.end("aw\nout\0error");
    });
    expect(await ask(own.client, own)).toEqual({ status: 3, stdout: "out\0", stderr: "error" });
    const mask = process.umask().toString(8);
    expect(said[0]).toBe(
      `hookline 1 ${own.build} - call\n3 3 ${mask} -\0${own.home}\0${words.join("\0")}\0PATH=${own.env.PATH}\0HOME=${own.home}\0SHLVL=1\0`,
    );
    expect(said[1]).toBe("8\0on stdin");
  });

  it("runs the plain command with everything when there is no daemon, or it says so, at whatever time", async () => {
    const own = fakePackage();
    expect(await ask(own.client, own)).toEqual(plainAnswer);
    await fakeDaemon(own, async (socket) => {
      await until(socket, "SHLVL=1\0");
      socket.write("stdin\n");
      await until(socket, "stdin");
      socket.end("plain\n");
    });
    expect(await ask(own.client, own)).toEqual(plainAnswer);
    writeFileSync(join(own.home, "dist/build-id"), "not one\n");
    expect(await ask(own.client, own)).toEqual(plainAnswer);
  });

  it("hands on what is too much to ask a daemon for", async () => {
    const own = fakePackage();
    await fakeDaemon(own, (socket) => {
      socket.resume();
      socket.write("stdin\n");
    });
    writeFileSync(join(own.home, "bin/hookline.cjs"), "#!/bin/sh\nwc -c; exit 7\n", { mode: 0o755 });
    const much = Buffer.alloc(70 * 1024 * 1024, "x");
    const { status, stdout } = await ask(own.client, own, much);
    expect({ status, bytes: Number(stdout) }).toEqual({ status: 7, bytes: much.length });
  }, 30_000);

  it("can be asked to end while it reads a stdin that does not let it wait", async () => {
    const own = fakePackage();
    const ready = new Promise<void>((settle) => {
      void fakeDaemon(own, async (socket) => {
        socket.on("end", () => socket.end());
        await until(socket, "\0");
        socket.write("stdin\n", () => settle());
      });
    });
    const path = join(own.home, "in");
    execFileSync("mkfifo", [path]);
    const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    onTestFinished(() => closeSync(fd));
    while (writes(fd, "x".repeat(4_096))) {}
    // What Node gives as stdin itself does let others wait.
    const child = spawn("/bin/sh", ["-c", 'exec "$0" Stop <&3', own.client], {
      cwd: own.home,
      env: own.env,
      stdio: ["ignore", "ignore", "ignore", fd],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    await ready;
    // When it has read all of this, it reads on.
    await expect.poll(() => writes(fd, "x"), { interval: 5 }).toBe(true);
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([143, null]);
  });

  it("starts a daemon only where that is wished", async () => {
    const own = fakePackage();
    const mark = join(own.home, "bin/hookline.cjs.daemon");
    await ask(own.client, own);
    await ask(own.client, own, "on stdin", { HOOKLINE_DAEMON: "no" });
    expect(existsSync(mark)).toBe(false);
    expect(await ask(own.client, own, "on stdin", { HOOKLINE_DAEMON: "auto" })).toEqual(plainAnswer);
    await expect.poll(() => existsSync(mark) && readFileSync(mark, "utf8")).toBe("daemon --detach --quiet\n");
  });

  it("connects to nothing but a socket", async () => {
    const own = fakePackage();
    const place = join(own.run, `${own.build}.sock`);
    writeFileSync(place, "");
    expect(await ask(own.client, own)).toEqual(plainAnswer);
    rmSync(place);
    let connections = 0;
    const elsewhere = createServer(() => connections++);
    await new Promise<void>((settle) => elsewhere.listen(join(own.home, "other.sock"), settle));
    onTestFinished(() => void elsewhere.close());
    symlinkSync(join(own.home, "other.sock"), place);
    expect(await ask(own.client, own)).toEqual(plainAnswer);
    expect(connections).toBe(0);
  });

  /** Pieces that answers are made of, right ones and wrong ones. */
  const pieces = fc.oneof(
    fc.constantFrom(
      "alive\n",
      "stdin\n",
      "plain\n",
      "answer ",
      "0 ",
      "256 ",
      "4294967296 ",
      "99999999999 ",
      "-1 ",
      "raw\n",
      "\n",
      "\0",
    ),
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.constant("x".repeat(70_000)),
  );
  const garbage = fc.array(pieces, { maxLength: 12 }).map((list) => list.join(""));

  const survives = async (own: FakePackage, program: readonly [string, ...string[]], runs: number) => {
    let answer = "";
    await fakeDaemon(own, (socket) => {
      socket.resume();
      socket.end(answer, "latin1");
    });
    await fc.assert(
      fc.asyncProperty(garbage, async (given) => {
        answer = given;
        const [first, ...rest] = program;
        const { status, stderr } = await start(first, [...rest, ...words], {
          cwd: own.home,
          env: own.env,
          input: "on stdin",
        }).ended;
        // A right answer may be among them.
        const right = /^(?:alive\n|stdin\n)*answer (\d+) \d+ \d+ raw\n/.exec(given);
        expect(right ? [7, Number(right[1])] : [7]).toContain(status);
        if (!right) expect(stderr).toBe("");
      }),
      { numRuns: runs },
    );
  };

  it.skipIf(!canSanitize)(
    "keeps to its memory, whatever it is told (needs sanitizers)",
    async () => {
      const own = fakePackage("-fsanitize=address,undefined", "-fno-sanitize-recover=all");
      await survives(own, [own.client], 40);
    },
    60_000,
  );

  it.skipIf(!isThere("valgrind"))(
    "keeps to its memory under valgrind (needs it)",
    async () => {
      const own = fakePackage();
      await survives(own, ["valgrind", "-q", "--error-exitcode=99", own.client], 3);
    },
    60_000,
  );
});

describe.skipIf(!hasBash)("the client in bash (needs bash 4.4 and /proc)", () => {
  it("tells nothing to whoever has taken the port and does not know the daemon's secret", async () => {
    const own = fakePackage();
    let heard = "";
    await fakePort(own, (socket) => {
      socket.on("data", (chunk) => (heard += chunk));
      // Whoever listens there knows what it was just told.
      socket.write(`hello ${portSecrets.client}\n`);
    });
    expect(await ask(own.bash, own, "on stdin", { PASSWORD: "mine" })).toEqual(plainAnswer);
    expect(heard).toBe(`hookline 1 ${own.build} ${portSecrets.client} call\n`);
  });

  it("gives everything, prints what is answered, and unescapes zero bytes", async () => {
    const own = fakePackage();
    const said: string[] = [];
    await fakePort(own, async (socket) => {
      await until(socket, "call\n");
      socket.write(`hello ${portSecrets.daemon}\n`);
      said.push(await until(socket, "FIRST=of\ntwo lines\0"));
      socket.write(`${portLine("alive")}${portLine("stdin")}`);
      said.push(await until(socket, "stdin\n"));
      socket.end(`${portLine("answer 3 13 6 escaped")}a\\0000\\\\b✓\n\\0000!`);
    });
    const ended = await ask(own.bash, own, "ä\non stdin\n", { FIRST: "of\ntwo lines" });
    expect(ended).toEqual({ status: 3, stdout: "a\0\\b✓\n", stderr: "\0!" });
    expect(said[0]).toContain(`\0${words.join("\0")}\0`);
    expect(said[1]).toBe("12\0ä\non stdin\n");
  });

  it("runs the plain command with everything when the answer is not whole", async () => {
    const own = fakePackage();
    for (const answer of [
      portLine("plain"),
      `${portLine("answer 0 9 0 raw")}short`,
      portLine("answer 0 0 0"),
      portLine("answer 256 0 0 raw"),
      "nonsense\n",
      "",
      portLine("answer a b c raw"),
    ]) {
      await fakePort(own, async (socket) => {
        await until(socket, "call\n");
        socket.write(`hello ${portSecrets.daemon}\n${portLine("stdin")}`);
        await until(socket, "on stdin");
        socket.end(answer);
      });
      expect(await ask(own.bash, own)).toEqual(plainAnswer);
    }
  });

  it("does not let its environment tell bash what to do", async () => {
    const own = fakePackage();
    await fakePort(own, async (socket) => {
      await until(socket, "call\n");
      socket.resume();
      socket.end(`hello ${portSecrets.daemon}\n${portLine("answer 2 3 0 raw")}yes`);
    });
    const script = join(own.home, "early.sh");
    writeFileSync(script, "echo early; exit 0\n");
    const answered = { status: 2, stdout: "yes", stderr: "" };
    for (const given of [
      { BASH_ENV: script, ENV: script },
      { SHELLOPTS: "xtrace:verbose:errexit:nounset:posix" },
      { SHELLOPTS: "noexec" },
      { BASHOPTS: "failglob:extdebug" },
      { "BASH_FUNC_read%%": "() { exit 0; }", "BASH_FUNC_printf%%": "() { exit 0; }" },
      { IFS: "0123456789", PS4: "$(echo traced)", CDPATH: "/", GLOBIGNORE: "*", POSIXLY_CORRECT: "1" },
    ])
      expect(await ask(own.bash, own, "on stdin", { ...given })).toEqual(answered);
  });

  it("starts a daemon only where that is wished, and no port needs to be open", async () => {
    const own = fakePackage();
    const mark = join(own.home, "bin/hookline.cjs.daemon");
    expect(await ask(own.bash, own)).toEqual(plainAnswer);
    expect(existsSync(mark)).toBe(false);
    expect(await ask(own.bash, own, "on stdin", { HOOKLINE_DAEMON: "auto" })).toEqual(plainAnswer);
    await expect
      .poll(() => existsSync(mark) && readFileSync(mark, "utf8"))
      .toBe("daemon --detach --loopback --quiet\n");
  });
});
