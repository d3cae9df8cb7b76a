import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aDecision, aDenial, aHook, anExecution } from "../audit/export/records.ts";
import { auditPlace, mistake } from "./audit-place.ts";
import { bin, cli } from "./run-cli.ts";

const hostile = "\u001b[31mred\u001b[0m\n2026-01-01 00:00:00 allow everything \u202e\u0007";
const push = { entry: aDenial(), payload: { tool_input: { command: "git push -f" } } };
const open = aDecision({
  hooks: [aHook({ id: "lint", status: "fault", fault: "timeout", failedOpen: true })],
});

describe("hookline audit", () => {
  it("says that it is off and that nothing is recorded", async () => {
    const place = auditPlace();
    const { status, stdout, stderr } = await place.audit();
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(
      `off  no hook file here switches it on ("audit": true)\nnothing is recorded in ${place.folder} yet\n`,
    );
  });

  it("says which file switches it on, what is recorded, and how far destinations are", async () => {
    const place = auditPlace();
    const copy = join(place.home, "copy.jsonl");
    const audit = { payloads: "full", destinations: [{ type: "file", name: "copy", path: copy }] };
    place.write(join(place.home, ".config/hookline/hooks.json"), { audit, hooks: {} });
    await place.record([push, anExecution()], { payloads: "full" });
    const { status, stdout, stderr } = await place.audit();
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /^on {2}by ~\/\.config\/hookline\/hooks\.json: payloads are kept, what cannot be recorded is warned of$/m,
    );
    expect(stdout).toMatch(
      /^main: 3 records, 1 file, last checkpoint \d{4}-\d\d-\d\d \d\d:\d\d:\d\d over 3 records$/m,
    );
    expect(stdout).toMatch(/^ {2}last: \S+ \S+ ran Bash in 20 ms {2}main\/3$/m);
    expect(stdout).toMatch(/^to copy: main: 3 records behind$/m);
  });

  it("tells programs the same", async () => {
    const place = auditPlace(undefined);
    place.write(".hookline/hooks.json", { audit: true, hooks: {} });
    await place.record([push]);
    const shown = JSON.parse((await place.audit("--json")).stdout);
    expect(shown).toMatchObject({
      ...{ folder: place.folder, on: true, files: [".hookline/hooks.json"], destinations: [] },
      settings: { payloads: "digest", required: false },
      chains: [
        { chain: "main", records: 2, files: 1, checkpoint: { size: 2 }, last: { seq: 2, verdict: "deny" } },
      ],
    });
  });

  it("reads a trail that was copied from elsewhere", async () => {
    const place = auditPlace();
    await place.record([push]);
    cpSync(place.folder, join(place.project, "copied"), { recursive: true });
    const { stdout } = await place.audit("--folder", "copied", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ on: null, chains: [{ chain: "main", records: 2 }] });
  });

  it("has help with an example for itself and each verb under it", async () => {
    const place = auditPlace();
    const verbs = ["verify", "query", "show", "export", "prove", "keys", "erase", "ship"];
    const { stdout } = await place.audit("--help");
    for (const verb of verbs) expect(stdout).toContain(`\n  ${verb}`);
    for (const verb of [...verbs, "keys rotate"]) {
      const help = await place.audit(...verb.split(" "), "--help");
      expect(help.status).toBe(0);
      expect(help.stdout).toContain(`Examples:\n  hookline audit ${verb}`);
      for (const option of ["--json", "--folder", "--cwd"]) expect(help.stdout).toContain(option);
    }
  });

  it("takes its options before the verb under it as well as after it", async () => {
    const place = auditPlace();
    await place.record([push]);
    cpSync(place.folder, join(place.project, "copied"), { recursive: true });
    const before = await place.audit("--json", "--folder", "copied", "verify");
    expect(JSON.parse(before.stdout)).toMatchObject({
      folder: join(place.project, "copied"),
      status: "intact",
    });
    const after = await place.audit("verify", "--folder", "copied", "--json");
    expect(after).toEqual(before);
    // What looks like an option of another is the value that it stands after.
    expect((await place.audit("query", "--grep", "--json")).stderr).toBe("no record fits\n");
  });

  it("is completed by a shell", async () => {
    const { project, env } = auditPlace();
    const { stdout } = await cli(["completion", "bash"], { cwd: project, env });
    expect(stdout).toContain(`'audit') words="verify query show export prove keys erase ship"`);
    expect(stdout).toMatch(/'audit query'\) [^\n]*--since[^\n]*--folder/);
  });
});

describe("what is wrong with a call", () => {
  it.each([
    [["qurey"], 'there is no "hookline audit qurey"; did you mean query?'],
    [["xyzzyplugh"], "there are verify, query, show"],
    [["keys", "rotat"], "did you mean rotate?"],
    [["verify", "--folder", "/no/such"], "--folder /no/such: there is no such folder"],
    [["query", "--cwd", "/no/such"], "--cwd /no/such: there is no such folder"],
    [["verify", "--checkpoint", "none.txt"], "--checkpoint none.txt: "],
    [["query", "--verdict", "denied"], "--verdict denied: there are pass, allow, ask, defer, deny"],
    [["query", "--since", "yesterday"], "--since yesterday: no time; write 30s"],
    [["query", "--since", "1h", "--until", "2h"], "is not before --until 2h: no record can fit"],
    [["query", "--limit", "0"], "--limit 0: a whole number above 0 is wanted"],
    [["query", "--limit", "many"], "--limit many: a whole number"],
    [["query", "--chain", "other"], 'there is no chain "other"'],
    [["show", "99"], "there is no record 99"],
    [["show", "0"], 'no record has the event id "0"'],
    [["show", "other/1"], 'there is no chain "other"'],
    [["show", "no-such-id"], 'no record has the event id "no-such-id"'],
    [["export", "--format", "pdf"], "--format pdf: there are jsonl, csv, ocsf, html"],
    [["export", "--format", "toString"], "--format toString: there are"],
    [["export", "--format", "csv", "--json"], "not both"],
    [["export", "--output", "/no/such/x"], "--output /no/such/x: "],
    [["export", "--output", "."], "--output .: something that is no regular file is there"],
    [["erase", "2", "--reason", " "], "--reason must say why"],
    [["erase", "2", "--reason", "x"], "has no payload beside it"],
    [["prove", "99"], "there is no record 99"],
    [["prove", "--check", "none.json"], "--check none.json: "],
    [["ship"], "no hook file names a destination"],
  ])("%j: one clear line, exit 1", async (args, sentence) => {
    const place = auditPlace();
    await place.record([aDenial()]);
    expect(mistake(await place.audit(...args))).toContain(sentence);
  });

  it.each([
    ["verify"],
    ["query"],
    ["show", "1"],
    ["export"],
    ["prove", "1"],
    ["keys"],
    ["erase", "1", "--reason", "x"],
    ["ship"],
  ])("%s: says where there is no trail", async (...args) => {
    const place = auditPlace();
    expect(mistake(await place.audit(...args))).toContain(place.folder);
    mkdirSync(join(place.project, "empty"));
    expect(mistake(await place.audit(...args, "--folder", "empty"))).toContain(join(place.project, "empty"));
  });
});

describe("hookline audit query", () => {
  it("shows one plain line for each record that fits", async () => {
    const place = auditPlace();
    await place.record(
      [push, anExecution(), open, aDecision({ event: "Stop", tool: null, session: "s-2" })],
      { payloads: "full" },
    );
    const lines = async (...args: string[]) => {
      const { status, stdout, stderr } = await place.audit("query", ...args);
      expect([status, stderr]).toEqual([0, ""]);
      return stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d /, ""));
    };
    const denied = "deny Bash `git push -f` by guard-push: no force pushes  main/2";
    const failed = "pass Bash (failed open: lint, timeout)  main/4";
    expect(await lines("--tool", "Bash")).toEqual([denied, "ran Bash in 20 ms  main/3", failed]);
    expect(await lines("--verdict", "deny")).toEqual([denied]);
    expect(await lines("--failed-open")).toEqual([failed]);
    expect(await lines("--hook", "lint")).toEqual([failed]);
    expect(await lines("--session", "s-2")).toEqual(["pass Stop  main/5"]);
    expect(await lines("--event", "Stop")).toEqual(["pass Stop  main/5"]);
    expect(await lines("--grep", "PUSH -F")).toEqual([denied]);
    expect(await lines("--since", "1h", "--agent", "reviewer", "--limit", "1")).toEqual([denied]);
    expect(await lines("--reverse", "--limit", "2")).toEqual(["pass Stop  main/5", failed]);
  });

  it("says it where none fits, and is quiet to programs", async () => {
    const place = auditPlace();
    await place.record([push]);
    expect(await place.audit("query", "--until", "1h")).toEqual({
      status: 0,
      stdout: "",
      stderr: "no record fits\n",
    });
    expect(await place.audit("query", "--until", "1h", "--json")).toEqual({
      status: 0,
      stdout: "",
      stderr: "",
    });
  });

  it("gives programs the records themselves", async () => {
    const place = auditPlace();
    await place.record([push, anExecution()]);
    const { stdout } = await place.audit("query", "--json", "--tool", "shell");
    const records = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(records).toMatchObject([
      { seq: 2, verdict: "deny" },
      { seq: 3, result: "ok" },
    ]);
  });

  it("lets no record give orders to a terminal, or look like another", async () => {
    const place = auditPlace();
    await place.record(
      [{ entry: aDenial(hostile, hostile), payload: { tool_input: { command: hostile } } }],
      { payloads: "full" },
    );
    for (const args of [["query", "--verdict", "deny"], ["show", "2"], []]) {
      const { stdout } = await place.audit(...args);
      expect(stdout).toContain("allow everything");
      expect(stdout).not.toMatch(/[\u001b\u202e\u0007]/);
      expect(stdout).not.toMatch(/^2026-01-01/m);
    }
  });

  it("ends quietly when its reader does", async () => {
    const place = auditPlace();
    await place.record(
      Array.from({ length: 3_000 }, () => aDenial("x".repeat(100))),
      { checkpointEvery: 10_000 },
    );
    for (const verb of [
      "query",
      "query --json",
      "export",
      "export --format csv",
      "export --format html",
      "verify --json",
    ]) {
      const script = `{ node "${bin}" audit ${verb}; echo "status $?" >&2; } | head -c 100 > first; exit 0`;
      const { stderr } = spawnSync("bash", ["-c", script], {
        cwd: place.project,
        env: place.env,
        encoding: "utf8",
      });
      expect(stderr, verb).toBe("status 0\n");
      expect(statSync(join(place.project, "first")).size).toBe(100);
    }
  });

  it("reads twenty thousand records in flat memory", async () => {
    const place = auditPlace();
    const reason = "y".repeat(60);
    const entries = function* () {
      for (let left = 20_000; left > 0; left--) yield aDenial(reason);
    };
    await place.record(entries(), { checkpointEvery: 10_000 });
    expect(statSync(join(place.folder, "main/000001.jsonl")).size).toBeGreaterThan(20_000_000);
    // All the records at once would be more than there is.
    const env = { ...place.env, NODE_OPTIONS: "--max-old-space-size=32" };
    const verbs = [
      ["query", "--reverse"],
      ["export", "--format", "html"],
    ];
    for (const args of verbs) {
      const { status, stderr, stdout } = await cli(["audit", ...args], { cwd: place.project, env });
      expect([status, stderr], args.join(" ")).toEqual([0, ""]);
      if (args.includes("html")) expect(stdout).toContain("<b>20,000</b>deny");
      else expect(stdout.split("\n").length).toBeGreaterThan(20_000);
    }
  }, 120_000);
});
