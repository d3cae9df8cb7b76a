import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { allChecks } from "../../src/cli/doctor/all.ts";
import { doctorAnswers } from "../../src/cli/doctor/answers.ts";
import type { Finding } from "../../src/cli/doctor/check.ts";
import { examine, type Found } from "../../src/cli/doctor/examine.ts";
import type { EngineOptions } from "../../src/index.ts";
import { aWrite, commands, type Scratch, scratch } from "../engine/scratch.ts";
import { onTerminal } from "./on-terminal.ts";
import { cli } from "./run-cli.ts";

/** The PATH of whoever runs the tests may have anything in it. */
const path = `${dirname(process.execPath)}:/usr/bin:/bin`;
const run = (place: Scratch, ...args: string[]) =>
  cli(["doctor", ...args], { cwd: place.project, env: { ...place.env, PATH: path } });

async function found(place: Scratch, options: EngineOptions = {}, now = Date.now()) {
  const engine = await place.engine({ trust: "store", ...options });
  return examine({ engine, systemRoot: place.system, now, env: place.env });
}

const of = (findings: readonly (Finding & { check: string })[], check: string) =>
  findings.filter((one) => one.check === check);

describe("hookline doctor", () => {
  it("has nothing to say where all is well, with exit status 0", async () => {
    expect(await run(scratch())).toEqual({ status: 0, stdout: "nothing is wrong here\n", stderr: "" });
  });

  it("names what is wrong and what mends it, the worst first; an error is exit status 1", async () => {
    const place = scratch(commands({ id: "guard", command: "true" }));
    place.write(".hookline/hooks.local.json", "{half");
    const { status, stdout } = await run(place);
    expect(status).toBe(1);
    const lines = stdout.split("\n");
    expect(lines[0]).toMatch(/^error {2}\.hookline\/hooks\.local\.json:1:/);
    expect(stdout).toMatch(
      /^warning {2}\.hookline\/hooks\.json:\d+:\d+: guard does not run: it is not approved\n {4}look at it, then: hookline trust guard$/m,
    );
    expect(lines.at(-2)).toMatch(/^1 error, 1 warning; \d+ more to know \(-v shows them\)$/);
    expect(await run(place, "--quiet")).toMatchObject({
      status: 1,
      stdout: `${lines.slice(0, 2).join("\n")}\n`,
    });
    const { stdout: all } = await run(place, "-v");
    expect(all).toContain("guard lets PreToolUse through when it breaks");
    expect(all.split("\n").at(-2)).toBe(`looked at: ${allChecks.length} checks, 1 hook`);
  });

  it("prints the same as JSON, and warnings alone are no failure", async () => {
    const place = scratch(commands({ id: "guard", command: "true" }));
    const { status, stdout } = await run(place, "--json");
    const answer = JSON.parse(stdout);
    const { checks, findings, hooks, proven } = answer;
    const isAnswer = new Ajv2020().compile(doctorAnswers);
    expect(isAnswer(answer), JSON.stringify(isAnswer.errors)).toBe(true);
    expect([status, hooks, proven, checks]).toEqual([0, 1, 0, allChecks.map(({ name }) => name)]);
    expect(findings.filter((one: Found) => !["path", "spawn"].includes(one.check))).toMatchObject([
      { check: "trust", severity: "warning", mend: "look at it, then: hookline trust guard" },
      { check: "guards", severity: "info" },
      { check: "canaries", severity: "info", mend: "hookline test runs its cases" },
    ]);
    expect((await run(place, "--quiet")).stdout).toBe("");
  });

  it("looks at what it is asked to, says so in its help, and refuses what it does not know", async () => {
    const place = scratch(commands({ id: "guard", command: "./guard.sh" }));
    const [one, wrong, help, shown] = await Promise.all([
      run(place, "--check", "programs"),
      run(place, "--check", "nope"),
      run(place, "--help"),
      onTerminal(["doctor", "--check", "programs"], {
        cwd: place.project,
        env: { ...place.env, PATH: path },
      }),
    ]);
    expect(one).toMatchObject({ status: 1, stderr: "" });
    expect(one.stdout).toMatch(
      /^error {2}\.hookline\/hooks\.json:\d+:\d+: guard: guard\.sh does not exist\n {4}.*\n1 error\n$/,
    );
    expect([wrong.status, wrong.stdout]).toEqual([1, ""]);
    expect(wrong.stderr).toMatch(
      /^hookline: --check nope: there is no such check; write one of hook-files, .*\n$/,
    );
    expect(help.stdout).toContain("Checks: hook-files, trust, machine,");
    expect([shown.status, shown.stdout]).toEqual([1, expect.stringContaining("\u001b[31merror\u001b[39m")]);
  });

  it("fires canaries unless it is told not to", async () => {
    const hooks = { PreToolUse: [{ hooks: [{ type: "policy", id: "rules", packs: ["git"] }] }] };
    const place = scratch(hooks);
    const { status, stdout } = await run(place, "--check", "canaries", "-v");
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining('rules: the pack "git" denied 4 of 4 canaries\nnothing is wrong here\n'),
    ]);
    expect(stdout).toContain("1 proof by a denied canary");
    expect((await run(place, "--check", "canaries", "--no-canary", "-v")).stdout).not.toContain("denied");
  });

  it("finds a managed file that others can write", async () => {
    const place = scratch();
    const path = place.write(join(place.system, "etc/hookline/hooks.json"), { hooks: commands("true") });
    chmodSync(path, 0o666);
    expect(of(await found(place), "hook-files")).toMatchObject([
      { severity: "error", where: `${path}:1:1`, mend: `chmod go-w ${path}` },
    ]);
  });

  it("finds approvals that do not count, and hooks that changed", async () => {
    const place = scratch(commands({ id: "guard", command: "sh guard.sh" }));
    place.write("guard.sh", "exit 0");
    const engine = await place.engine({ trust: "store" });
    await engine.approve(engine.hooks);
    expect(of(await found(place), "trust")).toEqual([]);
    place.write("guard.sh", "exit 1");
    expect(of(await found(place), "trust")).toMatchObject([
      { severity: "warning", what: "guard does not run: modified since it was approved (guard.sh changed)" },
    ]);
    const key = join(engine.stateFolder, "keys/trust.key");
    chmodSync(key, 0o644);
    expect(of(await found(place), "trust")[0]).toMatchObject({ severity: "error", mend: `chmod go= ${key}` });
  });

  it("finds guards that failed open of late, and what mends them", async () => {
    const place = scratch(commands({ id: "guard", command: "no-such-guard", args: [] }));
    await (await place.engine()).fire("PreToolUse", aWrite);
    expect(of(await found(place), "failed-open")).toMatchObject([
      {
        severity: "warning",
        where: expect.stringMatching(/^\.hookline\/hooks\.json:\d/),
        what: expect.stringMatching(
          /^guard failed open on PreToolUse once, last just now: spawn: no-such-guard/,
        ),
        mend: expect.stringContaining("install what it runs"),
      },
    ]);
    expect(of(await found(place, {}, Date.now() + 8 * 86_400_000), "failed-open")).toEqual([]);
  });

  it("forgets a failing open that is mended: the hook is gone, is approved, or works again", async () => {
    const place = scratch(commands({ id: "guard", command: "grep -q hello" }));
    const engine = await place.engine({ trust: "store" });
    await engine.fire("PreToolUse", aWrite);
    expect(of(await found(place), "failed-open")).toMatchObject([
      { mend: expect.stringContaining("trust guard") },
    ]);
    await engine.approve(engine.hooks);
    expect(of(await found(place), "failed-open")).toEqual([]);
    await engine.fire("PreToolUse", { ...aWrite, tool_input: {} });
    const crashed = { severity: "warning", mend: expect.stringContaining('"onFailure": "block"') };
    expect(of(await found(place), "failed-open")).toMatchObject([crashed]);
    await engine.fire("PreToolUse", aWrite);
    expect(of(await found(place), "failed-open")).toMatchObject([
      { severity: "info", what: expect.stringContaining("it has worked since") },
    ]);
    place.write(".hookline/hooks.json", { hooks: commands({ id: "guar", command: "true" }) });
    expect(of(await found(place), "failed-open")).toEqual([]);
  });

  it("does not advise what cannot hold: no hook that breaks stops the end of a task", async () => {
    const hooks = { TaskCompleted: [{ hooks: [{ type: "command", id: "tests", command: "exit 1" }] }] };
    const place = scratch(hooks);
    await (await place.engine()).fire("TaskCompleted", { task_id: "1", task_subject: "x" });
    const findings = await found(place);
    expect(of(findings, "failed-open")).toMatchObject([{ mend: expect.not.stringContaining("onFailure") }]);
    expect(of(findings, "guards")).toEqual([]);
  });

  it.each<[string, (state: string) => void, (state: string) => string, RegExp]>([
    ["a file", (state) => put(state, "x"), (state) => `mv ${state} ${state}.old`, /is not a folder/],
    [
      "a link to nothing",
      (state) => link("/nowhere/x", state),
      (state) => `rm ${state}`,
      /is a link to nothing/,
    ],
    [
      "below a file",
      (state) => put(dirname(state), "x"),
      (state) => `mv ${dirname(state)} ${dirname(state)}.old`,
      /state is not a folder/,
    ],
  ])("finds a state folder that cannot be one: %s", async (_name, spoil, command, why) => {
    const place = scratch(commands({ id: "guard", command: "true" }));
    const state = join(place.home, ".local/state/hookline");
    spoil(state);
    const broken = (await found(place)).filter(({ severity }) => severity === "error");
    expect(broken).toMatchObject([
      { what: expect.stringMatching(why), mend: expect.stringContaining(command(state)) },
    ]);
    const engine = await place.engine({ trust: "store" });
    await expect(engine.approve(engine.hooks)).rejects.toThrow(why);
    expect((await engine.fire("PreToolUse", aWrite)).runs[0]).toMatchObject({
      fault: "untrusted",
      reason: expect.stringMatching(why),
    });
    // The command that is advised mends it.
    expect(spawnSync("sh", ["-c", command(state)]).status).toBe(0);
    expect((await found(place)).filter(({ severity }) => severity === "error")).toEqual([]);
    const mended = await place.engine({ trust: "store" });
    await mended.approve(mended.hooks);
    expect((await mended.fire("PreToolUse", aWrite)).runs[0]?.fault).toBeNull();
  });

  it("finds a state folder that others can enter or write", async () => {
    const place = scratch();
    const state = join(place.home, ".local/state/hookline");
    mkdirSync(state, { recursive: true });
    for (const [mode, severity] of [
      [0o755, "warning"],
      [0o777, "error"],
    ] as const) {
      chmodSync(state, mode);
      expect(of(await found(place), "state-folder")).toMatchObject([
        { severity, where: state, mend: `chmod 700 ${state}` },
      ]);
    }
    chmodSync(state, 0o700);
    expect(of(await found(place), "state-folder")).toEqual([]);
  });

  it("finds a sandbox that is demanded where there is none, or where it cannot be made", async () => {
    const place = scratch(commands({ id: "caged", command: "true", sandbox: { network: false } }));
    expect(of(await found(place), "sandbox")).toMatchObject([
      {
        severity: "error",
        what: expect.stringMatching(
          /^caged demands a sandbox and does not run: bubblewrap \(bwrap\) is not in/,
        ),
        mend: expect.stringContaining("apt install bubblewrap"),
      },
    ]);
    const bwrap = (script: string) =>
      chmodSync(place.write(join(place.system, "usr/bin/bwrap"), `#!/bin/sh\n${script}\n`), 0o755);
    bwrap("echo 'bwrap: Creating new namespace failed: Operation not permitted' >&2; exit 1");
    expect(of(await found(place), "sandbox")).toMatchObject([
      {
        severity: "error",
        what: expect.stringContaining("cannot be used here: Creating new namespace failed"),
        mend: expect.stringContaining("must allow user namespaces"),
      },
    ]);
    bwrap("exit 0");
    expect(of(await found(place), "sandbox")).toEqual([]);
  });

  it("tells of the audit trail where the files want one", async () => {
    const place = scratch({}, { audit: true });
    expect(of(await found(place), "audit")).toMatchObject([
      { severity: "info", what: "the audit trail is on, and nothing is recorded yet" },
    ]);
    mkdirSync(join(place.home, ".local/state/hookline/audit"), { recursive: true });
    expect(of(await found(place), "audit")).toMatchObject([
      { severity: "info", mend: "hookline audit verify" },
    ]);
    expect(of(await found(scratch()), "audit")).toEqual([]);
  });

  it("tells a broken check instead of breaking, and shows nothing that a terminal obeys", async () => {
    const place = scratch();
    const engine = await place.engine();
    const broken = { name: "b", summary: "something", run: () => raise("no such thing") };
    expect(await examine({ engine, systemRoot: "/", now: 0 }, [broken])).toMatchObject([
      { check: "b", severity: "error", what: "the check of something broke: no such thing" },
    ]);
    writeFileSync(
      place.write(".hookline/hooks.json", ""),
      JSON.stringify({ hooks: commands({ id: "a\u001b[2J", command: "x" }) }),
    );
    expect((await run(place)).stdout).not.toContain("\u001b[2J");
  });
});

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

function raise(message: string): never {
  throw new Error(message);
}
