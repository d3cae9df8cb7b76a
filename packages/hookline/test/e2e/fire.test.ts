import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands, scratch } from "../engine/scratch.ts";
import { bin, cli, startCli } from "./run-cli.ts";

const rm = ["--tool", "Bash", "--input", '{"command":"rm -rf /"}'];

function project(hooks?: object, rest?: object) {
  const place = scratch(hooks, rest);
  const run = (args: readonly string[], input?: string, env: object = {}) =>
    cli(args, { cwd: place.project, env: { ...place.env, ...env }, ...(input !== undefined && { input }) });
  return { ...place, run };
}

describe("hookline fire", () => {
  // shows: W-028 W-140
  it("shows a blocked call and exits with 2", async () => {
    const { run } = project({
      PreToolUse: [
        { matcher: "Bash", hooks: [{ id: "guard", type: "command", command: "echo not that >&2; exit 2" }] },
      ],
    });
    const ended = await run(["fire", "PreToolUse", ...rm, "--trust"]);
    expect(ended).toMatchObject({ status: 2, stderr: "" });
    expect(ended.stdout).toMatch(
      /^PreToolUse {2}deny {2}\d+ ms\n {2}not that\n {2}✗ guard {2}\.hookline\/hooks\.json:7:11 {2}exit 2 {2}\d+ ms\n$/,
    );
    expect(ended.stdout).not.toContain("\u001b");
  });

  it("prints the decision as one JSON object", async () => {
    const { run } = project(commands("exit 2"));
    const { stdout, status } = await run(["fire", "PreToolUse", ...rm, "--trust", "--json"]);
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      event: "PreToolUse",
      verdict: "deny",
      runs: [{ exitCode: 2 }],
    });
    expect(stdout.trim().split("\n")).toHaveLength(1);
  });

  it("refuses an event when it ends without an answer", async () => {
    const { run, write } = project({
      PreToolUse: [{ hooks: [{ id: "never", type: "module", module: "./hook.mjs" }] }],
    });
    // Nothing keeps this process alive: no deadline does, and the hook waits for what never comes.
    const timers = "for (const name of ['setTimeout', 'setInterval']) { const make = globalThis[name];";
    const unref = "globalThis[name] = (...given) => make(...given).unref(); }";
    write("hook.mjs", "export default () => new Promise(() => {});");
    const preload = write("preload.cjs", timers + unref);
    const env = { NODE_OPTIONS: `--require ${preload}` };
    const ended = await run(["fire", "PreToolUse", ...rm, "--trust"], "", env);
    expect(ended).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining("ended before it had an answer"),
    });
  });

  it("leaves stdout to the answer: what a module prints goes to stderr", async () => {
    const { run, write } = project({
      PreToolUse: [{ hooks: [{ id: "chatty", type: "module", module: "./hook.mjs" }] }],
    });
    write("hook.mjs", 'console.log("heard"); process.stdout.write("seen\\n"); export default () => {};');
    const { stdout, stderr } = await run(["fire", "PreToolUse", ...rm, "--trust", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ runs: [{ hook: "chatty", status: "ok" }] });
    expect(stderr).toContain("heard\nseen\n");
  });

  it.each([
    ["pass", "true", 0],
    ["deny", "exit 2", 2],
    ["halt", `echo '{"continue":false}'`, 2],
    ["ask", `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}'`, 3],
    ["defer", `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"defer"}}'`, 3],
    ["a fault that goes on", "exit 7", 0],
  ])("exit status of %s", async (_what, command, status) => {
    expect(
      (await project(commands(command)).run(["fire", "PreToolUse", ...rm, "--trust", "--json"])).status,
    ).toBe(status);
  });

  // Ours for the uuid package is our own UUIDv7, and for zod the words of the fields; processes are node:child_process.
  // shows: W-129
  it("reads the payload from stdin, from - and from a file, and fills in what is missing", async () => {
    const {
      run,
      write,
      project: folder,
    } = project({ Stop: [{ hooks: [{ type: "command", command: "cat > in.json" }] }] });
    const payload = JSON.stringify({ hook_event_name: "Stop", stop_hook_active: false, extra: 1 });
    const seen = () => JSON.parse(readFileSync(join(folder, "in.json"), "utf8"));
    expect((await run(["fire", "--trust"], payload)).status).toBe(0);
    expect(seen()).toMatchObject({
      hook_event_name: "Stop",
      extra: 1,
      cwd: folder,
      session_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      permission_mode: "default",
    });
    expect((await run(["fire", "Stop", "--payload", "-", "--trust"], payload.replace("1", "2"))).status).toBe(
      0,
    );
    expect(seen().extra).toBe(2);
    write("payload.json", payload.replace("1", "3"));
    expect((await run(["fire", "--payload", "payload.json", "--trust"])).status).toBe(0);
    expect(seen().extra).toBe(3);
  });

  // shows: W-102 W-108 F-088
  it.each([
    ["no event", ["fire"], "", "which event?"],
    ["an unknown event", ["fire", "PreTolUse"], "", "did you mean PreToolUse?"],
    ["events that disagree", ["fire", "Stop"], '{"hook_event_name":"PreToolUse"}', "must agree"],
    ["a missing field", ["fire", "PreToolUse", "--tool", "Bash"], "", '"tool_input"'],
    ["an ill-typed field", ["fire", "PreToolUse"], '{"tool_name":5,"tool_input":{}}', '"tool_name"'],
    [
      "input that is not JSON",
      ["fire", "PreToolUse", "--tool", "Bash", "--input", "rm -rf /"],
      "",
      "--input is not JSON",
    ],
    [
      "input that is no object",
      ["fire", "PreToolUse", "--tool", "Bash", "--input", "[1]"],
      "",
      "must be a JSON object",
    ],
    ["input without a tool", ["fire", "PreToolUse", "--input", "{}"], "", "--input needs --tool"],
    ["two payloads", ["fire", "--payload", "x", "--tool", "Bash"], "", "not both"],
    ["a missing payload file", ["fire", "--payload", "nothing.json"], "", "nothing.json"],
    ["broken stdin", ["fire", "Stop"], "{half", "stdin is not JSON"],
    ["a missing folder", ["fire", "Stop", "--cwd", "nowhere"], '{"stop_hook_active":true}', "no such folder"],
    ["an unknown dialect", ["fire", "Stop", "--dialect", "x"], '{"stop_hook_active":true}', 'no dialect "x"'],
    ["an unknown option", ["fire", "--colour"], "", "unknown option"],
    ["an unknown verb", ["fier"], "", "unknown command"],
  ])("a wrong call (%s) is exit 1, one sentence, nothing on stdout", async (_what, args, input, text) => {
    const ended = await project(commands("exit 2")).run(args, input);
    expect(ended).toMatchObject({ status: 1, stdout: "" });
    expect(ended.stderr).toContain(text);
    expect(ended.stderr).not.toMatch(/\n\s+at /);
  });

  it("exits with 1 for a file that cannot be read as a whole, and runs the hooks of the others", async () => {
    const { run, write, project: folder } = project(commands("touch ran"));
    write(".hookline/hooks.local.json", "{ oops");
    const ended = await run(["fire", "PreToolUse", ...rm, "--trust", "--json"]);
    expect(ended.status).toBe(1);
    expect(ended.stderr).toMatch(/^\.hookline\/hooks\.local\.json:\d+:\d+: .+; .+\n/);
    expect(JSON.parse(ended.stdout).runs).toHaveLength(1);
    expect(existsSync(join(folder, "ran"))).toBe(true);
  });

  // shows: F-122
  it("exits with 1 for an invalid entry only if it must hold, or with --strict", async () => {
    const bad = { type: "command" };
    const ok = { type: "command", command: "true" };
    const status = async (entry: object, ...more: string[]) =>
      (
        await project({ PreToolUse: [{ hooks: [entry, ok] }] }).run([
          "fire",
          "PreToolUse",
          ...rm,
          "--trust",
          "--quiet",
          ...more,
        ])
      ).status;
    expect(
      await Promise.all([status(bad), status({ ...bad, onFailure: "block" }), status(bad, "--strict")]),
    ).toEqual([0, 1, 1]);
  });

  it("does not run an unapproved hook, and says how to approve it; trust does", async () => {
    const { run } = project(commands({ command: "echo no >&2; exit 2", id: "guard" }));
    const before = await run(["fire", "PreToolUse", ...rm]);
    expect(before.status).toBe(0);
    expect(before.stdout).toContain('run "hookline trust guard"');
    expect((await run(["trust"])).stdout).toContain("not approved  guard");
    const approved = (await run(["trust", "guard"])).stdout;
    expect(approved).toMatch(/^approved {2}guard /);
    expect(approved).toMatch(/\n {4}covers \/.*echo/);
    expect((await run(["fire", "PreToolUse", ...rm])).status).toBe(2);
    expect((await run(["trust"])).stdout).toContain("nothing here waits for approval");
    expect(await run(["trust", "nothing"])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('no hook "nothing"'),
    });
  });

  it("lists the hooks whose matcher does not fit with --all", async () => {
    const { run } = project({
      PreToolUse: [{ matcher: "Write", hooks: [{ type: "command", command: "true" }] }],
    });
    const decision = JSON.parse((await run(["fire", "PreToolUse", ...rm, "--all", "--json"])).stdout);
    expect(decision.skipped).toMatchObject([{ why: expect.stringMatching(/^matcher: .*Write/) }]);
  });

  it("waits for background hooks, and leaves them to themselves with --no-wait", async () => {
    const { run, project: folder } = project(commands({ command: "sleep 0.3; touch done", async: true }));
    await run(["fire", "PreToolUse", ...rm, "--trust"]);
    expect(existsSync(join(folder, "done"))).toBe(true);
    const slow = project(
      commands({ command: "while [ ! -e go ]; do sleep 0.02; done; touch done", async: true }),
    );
    const ended = await slow.run(["fire", "PreToolUse", ...rm, "--trust", "--no-wait", "--json"]);
    expect(JSON.parse(ended.stdout).runs).toMatchObject([{ status: "background" }]);
    expect(existsSync(join(slow.project, "done"))).toBe(false);
    slow.write("go", "");
    const until = Date.now() + 15_000;
    while (!existsSync(join(slow.project, "done")) && Date.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(existsSync(join(slow.project, "done"))).toBe(true);
  });

  it("shows a hook that is left to itself the same event", async () => {
    const note = (name: string) =>
      `{ cat; echo "$HOOKLINE_EVENT_ID"; } > ${name}.part; mv ${name}.part ${name}`;
    const { run, project: folder } = project(
      commands(note("waited"), { command: note("unwaited"), async: true }),
    );
    const { stdout } = await run(["fire", "PreToolUse", ...rm, "--trust", "--no-wait", "--json"]);
    const until = Date.now() + 15_000;
    while (!existsSync(join(folder, "unwaited")) && Date.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(readFileSync(join(folder, "unwaited"), "utf8")).toBe(readFileSync(join(folder, "waited"), "utf8"));
    expect(readFileSync(join(folder, "waited"), "utf8")).toContain(JSON.parse(stdout).eventId);
  });

  it("says that its output could not be written", async () => {
    const { project: folder, env } = scratch(commands("true"));
    const script = `node ${process.cwd()}/packages/hookline/bin/hookline.cjs fire PreToolUse --tool Bash --input '{}' --json > /dev/full`;
    const ended = spawnSync("sh", ["-c", script], { cwd: folder, env, encoding: "utf8" });
    expect(ended.status).toBe(1);
    expect(ended.stderr).toContain("ENOSPC");
  });

  it.runIf(existsSync("/dev/full"))(
    "denies and runs what is in the background where its output cannot be written",
    () => {
      const { project: folder, env } = scratch(
        commands("exit 2", { command: "sleep 0.2; touch ran", async: true }),
      );
      const script = `"$0" "$1" fire PreToolUse --tool Bash --input '{}' --trust > /dev/full`;
      const ended = spawnSync("sh", ["-c", script, process.execPath, bin], {
        cwd: folder,
        env,
        encoding: "utf8",
      });
      expect(ended.stderr).toMatch(/^hookline: stdout cannot be written: ENOSPC.*\n/);
      expect(ended.status).toBe(2);
      expect(existsSync(join(folder, "ran"))).toBe(true);
    },
  );

  it("approves every hook of an id, and does not call a broken file approved", async () => {
    const { run, write } = project(commands({ command: "true", id: "x" }, { command: "true 2", id: "x" }));
    await run(["trust", "x"]);
    expect(JSON.parse((await run(["list", "--json"])).stdout)).toMatchObject([
      { state: "active" },
      { state: "active" },
    ]);
    write(".hookline/hooks.json", "{");
    const broken = await run(["trust"]);
    expect(broken).toMatchObject({ status: 1, stdout: "" });
    expect(broken.stderr).toContain(".hookline/hooks.json:1:");
  });

  it("names a payload file that cannot be read", async () => {
    expect((await project().run(["fire", "--payload", "/"])).stderr).toMatch(
      /--payload \/: .*folder|directory/,
    );
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("ends all hooks on %s and exits with %i", async (signal, status) => {
    const { project: folder, env } = scratch(commands("echo $$ > pid; sleep 30; true"));
    const { child, ended } = startCli(["fire", "PreToolUse", ...rm, "--trust"], { cwd: folder, env });
    const pidFile = join(folder, "pid");
    while (!existsSync(pidFile) || readFileSync(pidFile, "utf8") === "")
      await new Promise((resolve) => setTimeout(resolve, 10));
    child.kill(signal);
    expect((await ended).status).toBe(status);
    expect(() => process.kill(Number(readFileSync(pidFile, "utf8")), 0)).toThrow();
  });

  // shows: F-045
  it("says more with -v, nothing with --quiet, and where it broke with HOOKLINE_DEBUG", async () => {
    const { run } = project(commands("echo printed; exit 0"));
    expect((await run(["fire", "PreToolUse", ...rm, "--trust", "-v"])).stdout).toContain("printed");
    expect((await run(["fire", "PreToolUse", ...rm, "--trust", "--quiet"])).stdout).toBe("");
    expect((await run(["fire", "nothing"], "", { HOOKLINE_DEBUG: "1" })).stderr).toMatch(/\n\s+at /);
  });

  it("has help with examples for every verb, and a version", async () => {
    const { run } = project();
    expect((await run(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    for (const verb of ["fire", "list", "trust", "completion"]) {
      const { stdout, status } = await run([verb, "--help"]);
      expect(status).toBe(0);
      expect(stdout).toContain(`Examples:\n  hookline ${verb}`);
      expect(stdout).toContain("--cwd");
    }
  });
});

describe("hookline completion", () => {
  it("teaches bash the verbs, their options and the events", async () => {
    const { run, write, env, project: folder } = project();
    const { stdout, status } = await run(["completion", "bash"]);
    expect(status).toBe(0);
    const file = write("completion.bash", stdout);
    const complete = (...words: string[]) => {
      const script = `. ${file}; COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _hookline; echo "\${COMPREPLY[@]}"`;
      return spawnSync("bash", ["-c", script], { env, cwd: folder, encoding: "utf8" }).stdout.trim();
    };
    expect(complete("hookline", "f")).toBe("fire");
    expect(complete("hookline", "fire", "PreT")).toBe("PreToolUse");
    expect(complete("hookline", "fire", "--pay")).toBe("--payload");
    expect(complete("hookline", "fire", "--background")).toBe("");
    expect((await run(["completion", "fish"])).stdout).toContain("complete -c hookline");
    expect((await run(["completion", "zsh"])).stdout).toContain("bashcompinit");
    expect(await run(["completion", "tcsh"])).toMatchObject({ status: 1, stdout: "" });
  });
});

describe("hookline list", () => {
  it("shows every hook, what its matcher means and whether it would run", async () => {
    const { run } = project({
      PreToolUse: [
        {
          matcher: "Write|Edit",
          hooks: [
            { id: "a", type: "command", command: "true", onFailure: "block" },
            { id: "b", type: "http", url: "http://127.0.0.1:1/", enabled: false },
          ],
        },
      ],
    });
    const { stdout, status } = await run(["list", "--json"]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual([
      {
        id: "a",
        event: "PreToolUse",
        matcher: "Write|Edit",
        meaning: expect.stringContaining("Write"),
        type: "command",
        source: ".hookline/hooks.json:7:11",
        dialect: "native",
        state: "untrusted",
        onFailure: "block",
        mode: "enforce",
        trust: "untrusted",
        health: null,
      },
      {
        id: "b",
        event: "PreToolUse",
        matcher: "Write|Edit",
        meaning: expect.stringContaining("Edit"),
        type: "http",
        source: ".hookline/hooks.json:13:11",
        dialect: "native",
        state: "disabled",
        onFailure: "continue",
        mode: "enforce",
        trust: "untrusted",
        health: null,
      },
    ]);
    const text = (await run(["list"])).stdout;
    expect(text).toContain("PreToolUse\n  a  command  untrusted");
    expect(text).toContain("blocks when it fails");
    expect((await run(["list", "--cwd", "/"])).stdout).toContain("no hooks are configured");
  });

  // shows: W-108 W-150
  it("reports what is wrong in the files", async () => {
    const { run } = project({ PreTolUse: [{ hooks: [{ type: "command", command: "true" }] }] });
    const ended = await run(["list"]);
    expect(ended.stderr).toBe(
      `.hookline/hooks.json:3:5: there is no event "PreTolUse"; its hooks never run; did you mean "PreToolUse"?\n`,
    );
  });
});
