import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { scratch } from "../engine/scratch.ts";
import { bin, cli } from "./run-cli.ts";

describe("a home folder that is none", () => {
  it.each(["", ".", "sub/.."])("%j does not make the files of a project those of the user", async (HOME) => {
    const place = scratch();
    const command = `touch ${join(place.project, "ran")}`;
    const hooks = { Stop: [{ hooks: [{ id: "planted", type: "command", command }] }] };
    place.write(".config/hookline/hooks.json", { hooks });
    place.write(".claude/settings.json", { hooks });
    const env = { ...place.env, HOME, XDG_STATE_HOME: join(place.system, "state") };
    const given = { cwd: place.project, env, input: '{"stop_hook_active":false}' };
    for (const args of [["fire", "Stop"], ["doctor"]]) await cli(args, given);
    expect(existsSync(join(place.project, "ran"))).toBe(false);
    expect(existsSync(join(place.project, ".local"))).toBe(false);
  });
});

describe.runIf(process.getuid?.() === 0)("where another user owns what is to be written to", () => {
  const stranger = 54_321;
  const run = (env: Record<string, string>, ...args: readonly string[]) => {
    const { project } = scratch();
    chmodSync(dirname(project), 0o755);
    const given = { cwd: project, env: { PATH: process.env.PATH ?? "", ...env } };
    const who = { uid: stranger, gid: stranger };
    const { status, stderr } = spawnSync(process.execPath, [bin, ...args], { ...given, ...who });
    return [status, String(stderr)];
  };
  const elsewhere = "let XDG_STATE_HOME name a folder of yours";

  it("nobody is told to take over a folder above the own one", () => {
    const made = "/no-such-home cannot be made, since you may not write to /";
    const mend = `sudo install -d -o ${stranger} /no-such-home, or ${elsewhere}`;
    expect(run({ HOME: "/no-such-home" }, "record", "start")).toEqual([1, `hookline: ${made}; ${mend}\n`]);
    const { home } = scratch(); // the folder that it lies in is closed
    const shut = `you may not look into ${dirname(home)}`;
    expect(run({ HOME: home }, "record", "start")).toEqual([1, `hookline: ${shut}; ${elsewhere}\n`]);
  });

  it.each([
    ["record", "start"],
    ["record", "stop"],
    ["pause", "--for", "1m", "--reason", "a test"],
    ["pause", "--end"],
    ["trust", "--revoke", "--all"],
  ])("%s %s says how the own one comes back", (...args) => {
    const { home } = scratch();
    chmodSync(dirname(home), 0o755);
    const state = join(home, ".local/state/hookline");
    mkdirSync(state, { recursive: true, mode: 0o755 });
    const mend = `sudo chown -R ${stranger} ${state}, or ${elsewhere}`;
    expect(run({ HOME: home }, ...args)).toEqual([1, `hookline: you may not write to ${state}; ${mend}\n`]);
  });

  it.each([["tail"], ["stats"], ["explain", "--last"]])(
    "%s says that the trace may not be read, and not that there is none",
    (...args) => {
      const { home } = scratch();
      chmodSync(dirname(home), 0o755);
      const trace = join(home, ".local/state/hookline/trace");
      mkdirSync(dirname(trace), { recursive: true, mode: 0o755 });
      mkdirSync(trace, { mode: 0o700 });
      const mend = `sudo chown -R ${stranger} ${trace}, or ${elsewhere}`;
      const why = `${trace} cannot be read (EACCES), so the trace cannot be told`;
      expect(run({ HOME: home }, ...args)).toEqual([1, `hookline: ${why}; ${mend}\n`]);
    },
  );

  it.each([
    ["record", "start"],
    ["pause", "--for", "1m", "--reason", "a test"],
  ])("%s %s does not say that it is done where nothing would believe it", async (...args) => {
    const { project, home, env } = scratch();
    const state = join(home, ".local/state/hookline");
    mkdirSync(state, { recursive: true, mode: 0o755 });
    chownSync(state, stranger, stranger);
    const { status, stdout, stderr } = await cli(args, { cwd: project, env });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^hookline: .* belongs to user 54321, not to root; chown 0 .*\n$/);
  });
});
