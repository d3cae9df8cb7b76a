import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { daemonPlace, lasting, start, startDaemon, usable } from "./daemon-place.ts";
import { bin, cli } from "./run-cli.ts";

const hook = (command: string) => ({ type: "command", command });
const hooks = {
  PreToolUse: [
    { matcher: "Deny", hooks: [hook("echo 'not now' >&2; exit 2")] },
    { matcher: "Long", hooks: [hook('cat "$LONG" >&2; exit 2')] },
  ],
};

const deny = ["PreToolUse", "--tool", "Deny", "--input", "{}"];

it("the clients tell what was decided where stdout is closed, full, limited or read by nobody, and where stdin is closed", async () => {
  const place = daemonPlace(hooks);
  const long = place.write("long.txt", "x".repeat(200_000));
  await startDaemon(place);
  const given: { cwd: string; env: Record<string, string> } = {
    cwd: place.project,
    env: { ...place.bare, LONG: long },
  };
  /** Runs a line of a shell in which "$@" is a client's call; its PATH has no Node. */
  const shell = (line: string, client: string, tool: string) =>
    start(
      "/bin/sh",
      ["-c", line, "sh", client, "PreToolUse", "--json", "--tool", tool, "--input", "{}"],
      given,
    ).ended;
  for (const [name, client] of usable) {
    const full = /^hookline-fire: stdout cannot be written: .*\n$/;
    expect(await shell('"$@" > /dev/full', client, "Deny"), name).toMatchObject({ status: 2 });
    const lost = await shell('"$@" > /dev/full', client, "Read");
    expect({ name, ...lost }).toEqual({ name, status: 1, stdout: "", stderr: expect.stringMatching(full) });
    const cut = await shell('ulimit -f 8; "$@" > cut.json', client, "Long");
    expect({ name, ...cut }).toEqual({ name, status: 2, stdout: "", stderr: expect.stringMatching(full) });
    expect(statSync(join(place.project, "cut.json")).size).toBeLessThan(100_000);
    const unread = await shell('{ "$@"; echo $? > status; } | :', client, "Long");
    expect({ name, ...unread }).toEqual({ name, status: 0, stdout: "", stderr: "" });
    expect(readFileSync(join(place.project, "status"), "utf8")).toBe("2\n");
    // Where somebody has translated what the system says, too.
    given.env = { ...given.env, LANG: "C.UTF-8", LANGUAGE: "de" };
    const foreign = await shell('{ "$@"; echo $? > status; } | :', client, "Long");
    expect({ name, ...foreign }).toEqual({ name, status: 0, stdout: "", stderr: "" });
  }
}, 60_000);

it("in a folder that is gone, and with stdin closed, the clients say what the plain command says", async () => {
  const place = daemonPlace(hooks);
  mkdirSync(join(place.project, "gone"));
  await startDaemon(place);
  const run = (line: string, ...program: readonly string[]) =>
    start("/bin/sh", ["-c", line, "sh", ...program], { cwd: place.project, env: place.env }).ended;
  const gone = 'mkdir -p gone && cd gone && rmdir ../gone && "$@"';
  const plain = {
    gone: await run(gone, process.execPath, bin, "fire", ...deny),
    closed: await run('"$@" <&-', process.execPath, bin, "fire", "PreToolUse"),
    silent: await run('"$@" >&-', process.execPath, bin, "fire", ...deny),
  };
  expect(plain.gone.status).toBe(1);
  for (const [name, client] of usable) {
    const quiet = ({ stderr, ...rest }: Awaited<ReturnType<typeof run>>) => {
      // Whatever runs there, bash says first that it cannot tell where it is.
      return {
        name,
        ...lasting({ ...rest, stderr: stderr.replaceAll(/^(?:shell-init|chdir): .*\n/gm, "") }),
      };
    };
    expect(quiet(await run(gone, client, ...deny))).toEqual(quiet(plain.gone));
    expect(quiet(await run('"$@" <&-', client, "PreToolUse"))).toEqual(quiet(plain.closed));
    expect(quiet(await run('"$@" >&-', client, ...deny))).toEqual(quiet(plain.silent));
  }
}, 60_000);

it("whoever has no home folder does not get that of the daemon", async () => {
  const place = daemonPlace({ PreToolUse: [{ hooks: [hook('echo "the daemon\'s" >&2; exit 2')] }] });
  const env = { PATH: process.env.PATH ?? "", XDG_STATE_HOME: join(place.system, "state") };
  await startDaemon({ ...place, env: { ...env, HOME: place.home } });
  const args = ["PreToolUse", "--tool", "Read", "--input", "{}"];
  for (const more of [{}, { HOME: "" }, { HOME: "below" }]) {
    const given = { cwd: place.project, env: { ...env, ...more } };
    // The plain command last: what it finds out is kept for the next one.
    const told = [];
    for (const [, client] of usable) told.push(lasting(await start(client, args, given).ended));
    const plain = lasting(await start(process.execPath, [bin, "fire", ...args], given).ended);
    expect(told).toEqual(usable.map(() => plain));
  }
}, 60_000);

it("works where the path of the state folder is longer than that of a socket may be", async () => {
  const place = daemonPlace(hooks);
  const state = join(place.home, ...Array.from({ length: 6 }, () => "a-folder-with-a-long-name"));
  mkdirSync(state, { recursive: true });
  await startDaemon({ ...place, env: { ...place.env, XDG_STATE_HOME: state } });
  for (const [, client] of usable) {
    const env = { ...place.bare, XDG_STATE_HOME: state };
    expect((await start(client, deny, { cwd: place.project, env }).ended).status).toBe(2);
  }
  // Also for the verbs, or it could not be stopped.
  const given = { cwd: place.project, env: { ...place.env, XDG_STATE_HOME: state } };
  expect((await cli(["daemon", "--detach", "--quiet"], given)).status).toBe(0);
  expect((await cli(["daemon", "status"], given)).stdout).toMatch(/^running/);
  expect((await cli(["daemon", "stop"], given)).stdout).toBe("the daemon has ended\n");
});

it("a worker lives from call to call, and ends with the daemon, be it killed", async () => {
  const worker = { type: "worker", command: process.execPath, args: ["w.cjs"] };
  const place = daemonPlace({ PreToolUse: [{ matcher: "Worker", hooks: [worker] }, ...hooks.PreToolUse] });
  const answer = "{ id: JSON.parse(line).id, exit: 2, stderr: `worker ${process.pid} ${process.env.MARK}` }";
  place.write(
    "w.cjs",
    `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => console.log(JSON.stringify(${answer})));`,
  );
  const ask = async (client: string, mark: string) => {
    const args = ["PreToolUse", "--tool", "Worker", "--input", "{}"];
    const given = { cwd: place.project, env: { ...place.bare, MARK: mark } };
    const { stdout } = await start(client, args, given).ended;
    return /worker (\d+) (\w+)/.exec(stdout) ?? [];
  };
  const [[, client] = ["", ""]] = usable;
  const isGone = (pid: string | undefined) => () => {
    try {
      return process.kill(Number(pid), 0) && false;
    } catch {
      return true;
    }
  };
  for (const end of ["stop", "kill"] as const) {
    const { child, ended } = await startDaemon(place);
    // A file that was written only just now is read again.
    const asked = async () => (await ask(client, "a"))[1];
    await expect.poll(async () => new Set([await asked(), await asked()]).size).toBe(1);
    const [, pid, mark] = await ask(client, "a");
    expect(mark).toBe("a");
    expect((await ask(client, "b"))[2]).toBe("b");
    expect((await ask(client, "a"))[1]).toBe(pid);
    if (end === "stop") await cli(["daemon", "stop"], { cwd: place.project, env: place.env });
    else child.kill("SIGKILL");
    await ended;
    await expect.poll(isGone(pid), { timeout: 5_000 }).toBe(true);
  }
}, 60_000);
