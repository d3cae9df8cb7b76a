import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  watch,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it, onTestFinished, vi } from "vitest";
import { statusVerb } from "../../src/cli/daemon/status.ts";
import {
  clients,
  type DaemonPlace,
  daemonPlace,
  hasNative,
  start,
  startDaemon,
  usable,
} from "./daemon-place.ts";
import { onTerminal } from "./on-terminal.ts";
import { bin, cli } from "./run-cli.ts";

const hook = (command: string) => ({ PreToolUse: [{ hooks: [{ type: "command", command }] }] });
const call = ["PreToolUse", "--tool", "Bash", "--input", "{}"];
const runFolder = ({ home }: DaemonPlace) => join(home, ".local/state/hookline/run");
const own = (place: DaemonPlace, ...args: string[]) => cli(args, { cwd: place.project, env: place.env });

/** Settles when a file is there. */
async function made(path: string): Promise<void> {
  const folder = resolve(path, "..");
  await new Promise<void>((settle) => {
    const look = () => existsSync(path) && settle();
    const watcher = watch(folder, look);
    onTestFinished(() => watcher.close());
    look();
  });
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

it("starts in the background once, shows itself, and stops", async () => {
  const place = daemonPlace(hook("exit 2"));
  const before = await own(place, "daemon", "status", "--json");
  expect(before.status).toBe(1);
  const [one, other] = await Promise.all([
    own(place, "daemon", "--detach"),
    own(place, "daemon", "--detach", "--quiet"),
  ]);
  expect([one.status, other.status, one.stderr, other.stdout]).toEqual([0, 0, "", ""]);
  expect(one.stdout).toMatch(/^the daemon runs[^\n]*\ncall \/.* in the place of hookline fire\n$/);
  const status = JSON.parse((await own(place, "daemon", "status", "--json")).stdout);
  onTestFinished(() => void (isAlive(status.pid) && process.kill(status.pid, "SIGKILL")));
  const ajv = new Ajv2020();
  for (const told of [JSON.parse(before.stdout), status])
    expect(ajv.validate(statusVerb.answers ?? false, told), ajv.errorsText()).toBe(true);
  expect(status).toMatchObject({ running: true, port: null, idleMs: 1_800_000 });
  const names = readdirSync(runFolder(place)).sort();
  expect(names.flatMap((name) => (name === "daemon.log" ? [] : name.slice(33)))).toEqual(["lock", "sock"]);
  for (const name of names) expect(statSync(join(runFolder(place), name)).mode & 0o777).toBe(0o600);
  expect(statSync(runFolder(place)).mode & 0o777).toBe(0o700);
  const again = await own(place, "daemon");
  expect([again.status, again.stderr]).toEqual([1, expect.stringContaining("runs already")]);
  const shown = await onTerminal(["daemon", "status"], { cwd: place.project, env: place.env });
  expect(shown.stdout).toContain("\u001b[32mrunning\u001b[39m");
  expect(await own(place, "daemon", "stop")).toEqual({
    status: 0,
    stdout: "the daemon has ended\n",
    stderr: "",
  });
  expect(readdirSync(runFolder(place))).toEqual(["daemon.log"]);
  expect((await own(place, "daemon", "stop")).stdout).toBe("no daemon of this build runs\n");
}, 30_000);

it("is waited for where another one was started at the same time and does not answer yet", async () => {
  const place = daemonPlace();
  const { child } = await startDaemon(place);
  child.kill("SIGSTOP");
  const [socket = ""] = readdirSync(runFolder(place)).filter((name) => name.endsWith("sock"));
  const [there, away] = [join(runFolder(place), socket), join(place.home, "away")];
  renameSync(there, away);
  const detached = own(place, "daemon", "--detach");
  // The second one says so and ends: the first one has the lock.
  const log = join(runFolder(place), "daemon.log");
  await made(log);
  await vi.waitUntil(() => readFileSync(log, "utf8").includes("runs already"), { timeout: 10_000 });
  renameSync(away, there);
  child.kill("SIGCONT");
  expect(await detached).toMatchObject({
    status: 0,
    stderr: "",
    stdout: expect.stringMatching(/^the daemon runs/),
  });
}, 30_000);

it("refuses what it does not know", async () => {
  const place = daemonPlace();
  const odd = await own(place, "daemon", "--idle", "soon");
  expect(odd).toMatchObject({
    status: 1,
    stderr: "hookline: --idle soon: no time; write 30s, 10m, 2h, 7d or 4w\n",
  });
  const word = await own(place, "daemon", "stauts");
  expect(word).toMatchObject({ status: 1, stderr: expect.stringContaining("did you mean status?") });
});

it("ends when nobody calls, and leaves nothing behind", async () => {
  const place = daemonPlace();
  const { ended } = await startDaemon(place, "--idle", "1s");
  expect((await ended).status).toBe(0);
  expect(readdirSync(runFolder(place))).toEqual([]);
});

it("takes the place of one that was killed, and nobody waits for that one", async () => {
  const place = daemonPlace(hook("echo guarded >&2; exit 2"));
  const { child, ended } = await startDaemon(place);
  child.kill("SIGKILL");
  await ended;
  expect(readdirSync(runFolder(place)).length).toBe(3);
  for (const [, client] of usable)
    expect((await start(client, call, { cwd: place.project, env: place.env }).ended).status).toBe(2);
  await startDaemon(place);
  for (const [, client] of usable)
    expect((await start(client, call, { cwd: place.project, env: place.bare }).ended).status).toBe(2);
}, 20_000);

it.each(usable)(
  "when it is killed in the middle of a call, the %s client has the event judged all the same",
  async (_name, client) => {
    const command =
      "cat > seen.$$; if mkdir first 2> /dev/null; then : > started; sleep 3; else echo judged >&2; exit 2; fi";
    const place = daemonPlace(hook(command));
    const { child } = await startDaemon(place);
    const input = JSON.stringify({
      tool_name: "Bash",
      tool_input: { command: "x".repeat(200_000) },
      tool_use_id: "mine",
    });
    const { ended } = start(client, ["PreToolUse"], { cwd: place.project, env: place.env, input });
    await made(join(place.project, "started"));
    child.kill("SIGKILL");
    const { status, stdout } = await ended;
    expect({ status, stdout }).toEqual({ status: 2, stdout: expect.stringContaining("judged") });
    // What was on stdin came to both.
    const seen = readdirSync(place.project).filter((name) => name.startsWith("seen."));
    expect(seen.map((name) => statSync(join(place.project, name)).size > 200_000)).toEqual([true, true]);
  },
  20_000,
);

it.each(usable)(
  "ends the hooks of a %s client that goes away",
  async (name, client) => {
    const place = daemonPlace(hook("echo $$ > pid.new; mv pid.new pid; sleep 60"));
    await startDaemon(place);
    const given = { cwd: place.project, env: { ...place.env } };
    const { child, ended } = start(client, call, given);
    await made(join(place.project, "pid"));
    const pid = Number(readFileSync(join(place.project, "pid"), "utf8"));
    child.kill("SIGTERM");
    expect((await ended).status).toBe(143);
    // The native client waits for that; bash cannot.
    if (name === "native") expect(isAlive(pid)).toBe(false);
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
  },
  20_000,
);

it("answers those that it has taken before it stops", async () => {
  const place = daemonPlace(
    hook("mkdir started; while [ ! -e go ]; do sleep 0.05; done; echo done >&2; exit 2"),
  );
  const [[, client = ""] = []] = usable;
  const { ended: daemonEnded } = await startDaemon(place);
  const { ended } = start(client, call, { cwd: place.project, env: place.bare });
  await made(join(place.project, "started"));
  const stopped = own(place, "daemon", "stop");
  await expect.poll(() => readdirSync(runFolder(place)).some((name) => name.endsWith("sock"))).toBe(false);
  place.write("go", "");
  expect((await ended).status).toBe(2);
  expect((await stopped).status).toBe(0);
  expect((await daemonEnded).status).toBe(0);
}, 20_000);

it.skipIf(!hasNative)(
  "believes no folder that others can enter, no link, and nothing in the place of its socket",
  async () => {
    const place = daemonPlace(hook("exit 2"));
    await startDaemon(place);
    const folder = runFolder(place);
    // Without Node, only a daemon can answer.
    const status = async () =>
      (await start(clients.native, call, { cwd: place.project, env: place.bare }).ended).status;
    expect(await status()).toBe(2);
    chmodSync(folder, 0o755);
    expect(await status()).toBe(127);
    const open = await own(place, "daemon", "--detach");
    expect(open).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/others may enter .*run; chmod 700 /),
    });
    chmodSync(folder, 0o700);
    expect(await status()).toBe(2);
    const moved = `${folder}-moved`;
    renameSync(folder, moved);
    symlinkSync(moved, folder);
    expect(await status()).toBe(127);
    expect((await own(place, "daemon", "--detach")).stderr).toContain("is not a folder of its own");
  },
  20_000,
);

it("ends when another build has taken the place of its own", async () => {
  const place = daemonPlace();
  const home = join(place.home, "node_modules/hookline");
  for (const part of ["bin", "dist/bundle", "dist/build-id", "package.json"])
    cpSync(resolve(bin, "../..", part), join(home, part), { recursive: true });
  const other = start(process.execPath, [join(home, "bin/hookline.cjs"), "daemon"], {
    cwd: place.project,
    env: place.env,
  });
  onTestFinished(() => void other.child.kill("SIGKILL"));
  await new Promise((settle) => other.child.stdout?.once("data", settle));
  writeFileSync(join(home, "dist/build-id"), `${"0".repeat(32)}\n`);
  expect((await other.ended).status).toBe(0);
  expect(readdirSync(runFolder(place)).filter((name) => name.endsWith("sock"))).toEqual([]);
}, 20_000);
