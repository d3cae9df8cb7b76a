import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { daemonPlace, lasting, start, startDaemon, usable } from "./daemon-place.ts";
import { bin, cli } from "./run-cli.ts";

const hook = (command: string, more: object = {}) => ({ type: "command", command, ...more });
const group = (matcher: string, ...hooks: object[]) => ({ matcher, hooks });

const hooks = {
  PreToolUse: [
    group("Deny", hook("echo 'not now' >&2; exit 2")),
    group(
      "Ask",
      hook(`echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}'`),
    ),
    group("Crash", hook("echo broken >&2; exit 1")),
    group("Guard", hook("exit 1", { onFailure: "block" })),
    group("Later", hook("exit 1", { async: true })),
    group("Echo", hook('cat >&2; echo " in $PWD with $MARK$ONLY_DAEMON" >&2; exit 2')),
  ],
  UserPromptSubmit: [{ hooks: [hook("echo 'remember the tests'")] }],
};

const tool = (name: string) =>
  JSON.stringify({ tool_name: name, tool_input: { file_path: "ä ✓ \u007f" }, session_id: "s" });
const calls: readonly { readonly args: readonly string[]; readonly input?: string }[] = [
  { args: ["PreToolUse", "--tool", "Read", "--input", '{"file_path":"a"}'] },
  { args: ["PreToolUse"], input: tool("Deny") },
  { args: ["PreToolUse", "--json"], input: `${tool("Deny")}\n` },
  { args: ["PreToolUse", "--payload", "-", "-v"], input: tool("Ask") },
  { args: ["--payload", "event.json", "--json"] },
  { args: ["PreToolUse"], input: tool("Crash") },
  { args: ["PreToolUse", "--quiet"], input: tool("Guard") },
  { args: ["PreToolUse"], input: tool("Later") },
  {
    args: ["--wire", "claude-code"],
    input: `{"hook_event_name":"UserPromptSubmit","prompt":"x","session_id":"s"}`,
  },
  { args: ["PreToolUse", "--wire", "claude-code"], input: tool("Deny") },
  { args: ["PreToolUse", "--tool", "Echo", "--input", "{}", "--cwd", "below"] },
  // Mistakes of the caller.
  { args: [] },
  { args: ["PreToolUse"], input: "{" },
  { args: ["NoSuchEvent"], input: "{}" },
  { args: ["PreToolUse", "--tool", "x", "--payload", "y"] },
  { args: ["PreToolUse", "--wire", "nobody"], input: "{}" },
  { args: ["--payload", "missing.json"] },
];

it("the clients say what the plain command says", async () => {
  const place = daemonPlace(hooks);
  place.write("event.json", { ...JSON.parse(tool("Deny")), hook_event_name: "PreToolUse" });
  place.write("below/a.txt", "");
  await startDaemon({ ...place, env: { ...place.env, ONLY_DAEMON: "leaked", MARK: "the daemon's" } });
  const env = { ...place.bare, MARK: "mine", LANG: "C.UTF-8" };
  for (const { args, input = "" } of calls) {
    const isAbove = args.includes("below") || args.includes("event.json");
    const given = { cwd: isAbove ? place.project : join(place.project, "below"), env, input };
    const plain = await start(process.execPath, [bin, "fire", ...args], given).ended;
    for (const [name, client] of usable) {
      const mine = await start(client, args, given).ended;
      expect({ name, args, ...lasting(mine) }).toEqual({ name, args, ...lasting(plain) });
    }
  }
}, 60_000);

it.each(usable)("for the %s client, whatever changes counts at the next call", async (_name, client) => {
  const place = daemonPlace();
  const script = place.write("guard.sh", "echo 'the first' >&2; exit 2\n");
  place.write(".hookline/hooks.json", {
    hooks: { PreToolUse: [group("Bash", { ...hook("sh ./guard.sh"), id: "guard" })] },
  });
  await startDaemon(place);
  const given = { cwd: place.project, env: place.bare };
  const args = ["PreToolUse", "--tool", "Bash", "--input", '{"command":"ls"}'];
  const asked = async () => {
    const { status, stdout, stderr } = await start(client, args, given).ended;
    return { status, said: stdout + stderr };
  };
  const own = (...words: string[]) => cli(words, { cwd: place.project, env: place.env });
  const untrusted = { status: 0, said: expect.stringContaining("not approved") };
  expect(await asked()).toEqual(untrusted);
  expect((await own("trust", "guard")).status).toBe(0);
  expect(await asked()).toEqual({ status: 2, said: expect.stringContaining("the first") });
  expect(await asked()).toEqual({ status: 2, said: expect.stringContaining("the first") });
  writeFileSync(script, "echo 'another' >&2; exit 2\n");
  expect(await asked()).toEqual({ status: 0, said: expect.stringContaining("guard: untrusted") });
  expect((await own("trust", "guard")).status).toBe(0);
  expect(await asked()).toEqual({ status: 2, said: expect.stringContaining("another") });
  expect((await own("pause", "--for", "1m", "--reason", "a test")).status).toBe(0);
  expect(await asked()).toEqual({ status: 0, said: expect.stringContaining("paused") });
  expect((await own("pause", "--end")).status).toBe(0);
  expect(await asked()).toEqual({ status: 2, said: expect.stringContaining("another") });
  expect((await own("trust", "revoke", "guard")).status).toBe(0);
  expect(await asked()).toEqual(untrusted);
  place.write(".hookline/hooks.json", { hooks: {} });
  expect(await asked()).toEqual({ status: 0, said: expect.stringContaining("no hook is for this") });
  place.write(".hookline/hooks.json", {
    hooks: {
      PreToolUse: [group("Bash", { type: "policy", rules: [{ id: "r", verdict: "deny", when: "true" }] })],
    },
  });
  expect((await asked()).status).toBe(2);
  rmSync(join(place.project, ".hookline"), { recursive: true });
  expect(await asked()).toEqual({ status: 0, said: expect.stringContaining("no hook is for this") });
});

it.each(usable)(
  "what only a process of its own can do, the %s client has done by the plain command",
  async (_name, client) => {
    const place = daemonPlace();
    place.write(
      "hook.mjs",
      "export default () => ({ verdict: 'deny', reason: `module in ${process.cwd()} ${process.env.MARK}` });",
    );
    place.write(".hookline/hooks.json", {
      hooks: { PreToolUse: [group("Bash", { type: "module", module: "./hook.mjs" })] },
    });
    await startDaemon({ ...place, env: { ...place.env, MARK: "the daemon's" } });
    const env = { ...place.env, MARK: "mine", TZ: "Asia/Tokyo" };
    const given = { cwd: place.project, env };
    const args = ["PreToolUse", "--trust", "--tool", "Bash", "--input", "{}"];
    const module = await start(client, args, given).ended;
    const elsewhere = await start(client, ["PreToolUse", "--tool", "Read", "--input", "{}"], given).ended;
    const help = await start(client, ["--help"], given).ended;
    const odd = await start(client, ["--no-such-option"], given).ended;
    expect(module.stdout).toContain(`module in ${place.project} mine`);
    expect(elsewhere).toMatchObject({ status: 0, stdout: expect.stringContaining("no hook is for this") });
    expect(help.stdout).toContain("Usage: hookline fire");
    expect(odd).toMatchObject({ status: 1, stderr: expect.stringContaining("unknown option") });
    // All of them needed Node, which is not found without PATH.
    const without = await start(client, args, { ...given, env: { ...env, PATH: place.bare.PATH ?? "" } })
      .ended;
    expect(without.status).toBe(127);
  },
);

it("nobody has to have a daemon", async () => {
  const place = daemonPlace(hooks);
  for (const [, client] of usable) {
    const ended = await start(client, ["PreToolUse"], {
      cwd: place.project,
      env: place.env,
      input: tool("Deny"),
    }).ended;
    expect(ended.status).toBe(2);
    expect(ended.stdout).toContain("not now");
  }
  expect(existsSync(join(place.home, ".local/state/hookline/run"))).toBe(false);
});
