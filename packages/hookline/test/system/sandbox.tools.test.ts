import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Decision } from "../../src/index.ts";
import { startCli } from "../e2e/run-cli.ts";
import { aWrite, commands, type Scratch, scratch } from "../engine/scratch.ts";
import { isAlive, until } from "./command.ts";

/** A project with such hooks; it lies in /tmp, of which a sandbox shows nothing but the project. */
function place(...hooks: object[]): Scratch {
  return scratch(commands(...hooks));
}

async function fire(given: Scratch): Promise<Decision> {
  const engine = await given.engine({ systemRoot: "/" });
  return engine.fire("PreToolUse", aWrite);
}

const out = (decision: Decision) => decision.runs[0]?.stdout.trim();
const boxed = (command: string, sandbox: object | true = true, rest: object = {}) => ({
  command,
  sandbox,
  ...rest,
});

describe("a hook in a sandbox", () => {
  it("reads the payload, the project and the machine, and answers", async () => {
    const given = place(
      boxed('read -r payload; cat a.txt; test -r /etc/passwd && echo "$payload" >&2; exit 2'),
    );
    given.write("a.txt", "of the project\n");
    const decision = await fire(given);
    expect(decision.verdict).toBe("deny");
    expect(out(decision)).toBe("of the project");
    expect(decision.reason).toContain('"tool_name":"Write"');
  });

  it("starts in its folder with its variables, alone in its process table", async () => {
    const hook = boxed('pwd; echo "$MINE $HOOKLINE_EVENT"; ls -d /proc/[0-9]* | wc -l', true, {
      env: { MINE: "x y" },
    });
    const given = place(hook);
    const [cwd, words, processes] = out(await fire(given))?.split("\n") ?? [];
    expect(cwd).toBe(given.project);
    expect(words).toBe("x y PreToolUse");
    expect(Number(processes)).toBeLessThan(8);
  });

  it("changes nothing that it was not given to write", async () => {
    const tries = ["b.txt", "/etc/hookline-test", "/usr/x", "/var/lib/x", "sub/../b.txt"];
    const script = tries.map((path) => `(echo x > "${path}") 2>/dev/null && echo "wrote ${path}"`).join("; ");
    const given = place(boxed(`${script}; rm -rf . 2>/dev/null; echo x > /tmp/x && cat /tmp/x; true`));
    given.write("keep.txt", "kept");
    expect(out(await fire(given))).toBe("x");
    expect(existsSync(join(given.project, "b.txt"))).toBe(false);
    expect(readFileSync(join(given.project, "keep.txt"), "utf8")).toBe("kept");
    expect(existsSync("/etc/hookline-test")).toBe(false);
  });

  it("writes where it may, and the folder is made", async () => {
    const given = place(
      boxed("echo 1 > out/deep/a; echo 2 > one.txt; echo 3 > b || echo no", {
        write: ["out/deep", "one.txt/"],
      }),
    );
    given.write("one.txt", "");
    const decision = await fire(given);
    expect(decision.runs[0]).toMatchObject({ status: "ok", exitCode: 0, stdout: "no\n" });
    expect(readFileSync(join(given.project, "out/deep/a"), "utf8")).toBe("1\n");
    expect(readFileSync(join(given.project, "one.txt"), "utf8")).toBe("2\n");
    expect(existsSync(join(given.project, "b"))).toBe(false);
  });

  it("may write the project and still not its hook files", async () => {
    const script =
      "echo 1 > new.txt; (echo '{}' > .hookline/hooks.json) 2>/dev/null && echo wrote; (mv .hookline x) 2>/dev/null && echo moved; (rm -f .hookline/hooks.json) 2>/dev/null && echo removed; true";
    const given = place(boxed(script, { write: ["."] }));
    const before = readFileSync(join(given.project, ".hookline/hooks.json"), "utf8");
    expect(out(await fire(given))).toBe("");
    expect(readFileSync(join(given.project, "new.txt"), "utf8")).toBe("1\n");
    expect(readFileSync(join(given.project, ".hookline/hooks.json"), "utf8")).toBe(before);
  });

  it("sees nothing of trust, keys and audit, and can put nothing in their place", async () => {
    const state = '"$XDG_STATE_HOME/hookline';
    const script = `ls -A ${state}"; (echo x > ${state}/trust.json") 2>/dev/null || echo no; rm -rf ${state}" 2>/dev/null; mv state x 2>/dev/null && echo moved; true`;
    const given = place(boxed(script, { write: ["."] }));
    const trust = given.write("state/hookline/trust.json", "{}");
    const engine = await given.engine({
      systemRoot: "/",
      env: { ...given.env, XDG_STATE_HOME: join(given.project, "state") },
    });
    expect(out(await engine.fire("PreToolUse", aWrite))).toBe("no");
    expect(readFileSync(trust, "utf8")).toBe("{}");
  });

  it("cannot make a hook file of its user that is not there yet", async () => {
    const given = place(boxed("true", { write: ["~"] }, { onFailure: "block" }));
    expect((await fire(given)).reason).toMatch(/could make .*hooks\.json: name a folder further inside/);
  });

  it("has no way to services that listen on sockets of the machine", async () => {
    expect(out(await fire(place(boxed("ls -A /run | grep -v -e systemd -e resolvconf; true"))))).toBe("");
  });

  it("reaches the network only if it may", async () => {
    const server = createServer((_request, response) => response.end("hello"));
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const script = `exec 3<>/dev/tcp/127.0.0.1/${port} && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3 && tail -n 1 <&3`;
    const bash = { shell: "bash" };
    const closed = await fire(place(boxed(script, { network: false }, bash)));
    expect(closed.runs[0]?.exitCode).not.toBe(0);
    const open = await fire(place(boxed(script, { network: true }, bash)));
    expect(out(open)).toBe("hello");
  });

  it("is not root over the machine, even where it is started by root", async () => {
    const given = place(
      boxed("mount -o remount,rw / 2>/dev/null && echo mounted; grep CapEff /proc/self/status"),
    );
    expect(out(await fire(given))).toBe("CapEff:\t0000000000000000");
  });

  it("changes nothing of the kernel, even where it is started by root", async () => {
    const files = [
      "sys/kernel/core_pattern",
      "sys/kernel/hostname",
      "sysrq-trigger",
      "irq/default_smp_affinity",
    ];
    const tries = files.map((name) => `(: >> /proc/${name}) 2>/dev/null && echo ${name}`).join("; ");
    const rest =
      "find /proc /sys -not -path '/proc/[0-9]*' -not -path '/proc/pressure/*' -type f -writable 2>/dev/null";
    expect(out(await fire(place(boxed(`${tries}; ${rest}; cat /proc/sys/kernel/ostype`))))).toBe("Linux");
  });

  it("sees nothing of keys and sockets in the home, also where the home is writable, unless they are named", async () => {
    const script =
      'cd "$HOME"; cat .ssh/id .gnupg/s .docker/run/s 2>/dev/null; ls -A .ssh; mv .docker x; true';
    const opened = async (write: string[]) => {
      const given = place(boxed(script, { write }, { onFailure: "block" }));
      for (const name of [".ssh/id", ".gnupg/s", ".docker/run/s", ".config/hookline/x"])
        given.write(join(given.home, name), `${name}\n`);
      const engine = await given.engine({ systemRoot: "/", dialects: ["native"] });
      const decision = await engine.fire("PreToolUse", aWrite);
      expect(decision.reason).toBe("");
      const said = out(decision);
      expect(existsSync(join(given.home, ".docker/run/s"))).toBe(true);
      return said;
    };
    expect(await opened([])).toBe("");
    expect(await opened(["~"])).toBe("");
    expect(await opened(["~", "~/.ssh"])).toBe(".ssh/id\nid");
    expect(await opened(["~/.ssh/id"])).toBe(".ssh/id\nid");
  });

  it("is told from a sandbox that was not made: a program that is not there, a hook that fails, a signal", async () => {
    const [absent] = (await fire(place(boxed("no-such-program", true, { args: [] })))).runs;
    expect(absent).toMatchObject({
      fault: "spawn",
      reason: "no-such-program: cannot be started in the sandbox: No such file or directory",
    });
    const [failed] = (await fire(place(boxed("echo 'bwrap: no'; echo 'bwrap: no' >&2; exit 1")))).runs;
    expect(failed).toMatchObject({ fault: "crash", exitCode: 1 });
    const [killed] = (await fire(place(boxed("kill -9 $$")))).runs;
    expect(killed).toMatchObject({ fault: "crash", exitCode: 137 });
  });

  it("does not follow a link that leads out of the project", async () => {
    const given = place(boxed("echo x > out/a", { write: ["out"] }, { onFailure: "block" }));
    symlinkSync(given.home, join(given.project, "out"));
    const decision = await fire(given);
    expect(decision).toMatchObject({ verdict: "deny", runs: [{ fault: "spawn" }] });
    expect(decision.reason).toContain("leads out of the project");
    expect(existsSync(join(given.home, "a"))).toBe(false);
  });
});

describe("what a sandbox holds ends with it:", () => {
  /** Processes that start processes, each out of its session: a bomb of six generations. */
  const bomb =
    "bomb() { [ $1 -gt 0 ] || return 0; (setsid sleep 77.77 </dev/null >/dev/null 2>&1 &); bomb $(($1-1)) & bomb $(($1-1)) & }; bomb 6; ";
  const sleepers = () => readdirSync("/proc").map(Number).filter(isSleeper);
  const isSleeper = (pid: number) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "latin1").startsWith("sleep\0" + "77.77") && isAlive(pid);
    } catch {
      return false;
    }
  };

  it("at the deadline, whatever it does about signals, with all that it started", async () => {
    const given = place(
      boxed(`trap '' TERM HUP INT; ${bomb} while :; do sleep 77.77; done`, true, { timeout: 2 }),
    );
    const began = performance.now();
    const decision = await fire(given);
    expect(decision.runs[0]).toMatchObject({ fault: "timeout", left: [] });
    expect(performance.now() - began).toBeLessThan(12_000);
    expect(sleepers()).toEqual([]);
  });

  it("when it ends by itself", async () => {
    const decision = await fire(place(boxed(`${bomb} echo done`)));
    expect(decision.runs[0]).toMatchObject({ status: "ok", stdout: "done\n" });
    // Bubblewrap ends a moment before the kernel has ended the rest.
    await until(() => sleepers().length === 0);
  });

  it("when the call is cancelled", async () => {
    const engine = await place(boxed(`${bomb} sleep 77.77`)).engine({ systemRoot: "/" });
    const stop = new AbortController();
    const fired = engine.fire("PreToolUse", aWrite, { signal: stop.signal });
    await until(() => sleepers().length > 30);
    stop.abort();
    expect((await fired).runs[0]).toMatchObject({ fault: "cancelled", left: [] });
    expect(sleepers()).toEqual([]);
  });

  it("when whoever started it is killed", async () => {
    const given = place(boxed(`${bomb} sleep 77.77`));
    const env = { ...given.env, XDG_CONFIG_HOME: join(given.home, "config") };
    const args = ["fire", "PreToolUse", "--tool", "Write", "--input", "{}", "--trust"];
    const { child, ended } = startCli(args, { cwd: given.project, env });
    await until(() => sleepers().length > 30);
    child.kill("SIGKILL");
    await ended;
    await until(() => sleepers().length === 0);
  });
});
