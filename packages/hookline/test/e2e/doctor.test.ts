import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allChecks } from "../../src/cli/doctor/all.ts";
import type { Finding } from "../../src/cli/doctor/check.ts";
import { examine } from "../../src/cli/doctor/examine.ts";
import type { EngineOptions } from "../../src/index.ts";
import { aWrite, commands, type Scratch, scratch } from "../engine/scratch.ts";
import { cli } from "./run-cli.ts";

const run = (place: Scratch, ...args: string[]) =>
  cli(["doctor", ...args], { cwd: place.project, env: place.env });

async function found(place: Scratch, options: EngineOptions = {}, now = Date.now()) {
  const engine = await place.engine({ trust: "store", ...options });
  return examine({ engine, env: options.env ?? place.env, now });
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
    expect(lines.at(-2)).toBe("1 error, 1 warning; 1 more to know (-v shows them)");
    expect((await run(place, "-v")).stdout).toContain("guard lets PreToolUse through when it breaks");
  });

  it("prints the same as JSON, and warnings alone are no failure", async () => {
    const place = scratch(commands({ id: "guard", command: "true" }));
    const { status, stdout } = await run(place, "--json");
    const { checks, findings } = JSON.parse(stdout);
    expect([status, checks]).toEqual([0, allChecks.map(({ name }) => name)]);
    expect(findings).toMatchObject([
      { check: "trust", severity: "warning", mend: "look at it, then: hookline trust guard" },
      { check: "guards", severity: "info" },
    ]);
    expect((await run(place, "--quiet")).stdout).toBe("");
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

  it("finds a sandbox that is demanded where there is none", async () => {
    const place = scratch(commands({ id: "caged", command: "true", sandbox: { network: false } }));
    const bare = { ...place.env, PATH: join(place.home, "bin") };
    expect(of(await found(place, { env: bare }), "sandbox")).toMatchObject([
      { severity: "error", what: expect.stringMatching(/^caged demands a sandbox and does not run/) },
    ]);
    chmodSync(place.write(join(place.home, "bin/bwrap"), "#!/bin/sh\n"), 0o755);
    expect(of(await found(place, { env: bare }), "sandbox")).toEqual([]);
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
    expect(examine({ engine, env: {}, now: 0 }, [broken])).toMatchObject([
      { check: "b", severity: "error", what: "the check of something broke: no such thing" },
    ]);
    writeFileSync(
      place.write(".hookline/hooks.json", ""),
      JSON.stringify({ hooks: commands({ id: "a\u001b[2J", command: "x" }) }),
    );
    expect((await run(place)).stdout).not.toContain("\u001b[2J");
  });
});

function raise(message: string): never {
  throw new Error(message);
}
