import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { type DaemonPlace, daemonPlace, startDaemon, usable } from "./daemon-place.ts";

const deny = { type: "command", command: "echo 'not now' >&2; exit 2" };
const hooks = { PreToolUse: [{ matcher: "Deny", hooks: [deny] }] };
const payload = JSON.stringify({ tool_name: "Deny", tool_input: {} });

/** A pipe whose ends let nobody wait, as programs that share one leave it. What Node gives to the standard streams of another program does, so a shell does that. */
function impatientPipe({ home }: DaemonPlace, name: string): number {
  const path = join(home, name);
  execFileSync("mkfifo", [path]);
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(fd));
  return fd;
}

/** Long enough for a program that does not wait to have gone on. */
const meanwhile = () => delay(300);

it.each(usable)(
  "the %s client waits for what comes late on a stdin that lets nobody wait",
  async (_, client) => {
    const place = daemonPlace(hooks);
    await startDaemon(place);
    const path = join(place.home, "in");
    execFileSync("mkfifo", [path]);
    const stdin = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writing = openSync(path, constants.O_WRONLY);
    const given = { cwd: place.project, env: place.env } as const;
    const child = spawn("/bin/sh", ["-c", 'exec "$@" <&3', "sh", client, "PreToolUse"], {
      ...given,
      stdio: ["ignore", "ignore", "ignore", stdin],
    });
    const closed = once(child, "close");
    closeSync(stdin);
    await meanwhile();
    writeSync(writing, payload);
    closeSync(writing);
    expect(await closed).toEqual([2, null]);
  },
);

it.each(usable)("the %s client writes all to a stdout that lets nobody wait", async (_, client) => {
  const place = daemonPlace(hooks);
  await startDaemon(place);
  const stdout = impatientPipe(place, "out");
  const before = Buffer.alloc(65_536, "x");
  expect(writeSync(stdout, before)).toBe(before.length);
  const args = ["PreToolUse", "--json", "--tool", "Deny", "--input", "{}"];
  const given = { cwd: place.project, env: place.env } as const;
  const child = spawn("/bin/sh", ["-c", 'exec "$@" >&3', "sh", client, ...args], {
    ...given,
    stdio: ["ignore", "ignore", "ignore", stdout],
  });
  const closed = once(child, "close");
  await meanwhile();
  expect(readSync(stdout, before)).toBe(before.length);
  expect(await closed).toEqual([2, null]);
  const answer = before.subarray(0, readSync(stdout, before)).toString();
  expect(JSON.parse(answer)).toMatchObject({ verdict: "deny", reason: "not now" });
});
