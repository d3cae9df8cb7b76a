import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createEngine } from "../../src/index.ts";
import { planCopy } from "../../src/testing/place.ts";
import { aCommand, before, shell, summary, tested } from "./tested-project.ts";

const policy = (...rules: object[]) => ({ type: "policy", id: "rules", rules });
const noRm = {
  id: "no-rm",
  verdict: "deny",
  when: 'commands.exists(c, c.program == "rm")',
  reason: "keep it",
};
const scratchFolder = (home: string) => join(home, ".local/state/hookline/cache/tests");

describe("a case", () => {
  it("passes if everything that it expects has come, and fails with what came instead", async () => {
    const says = (answer: object) => `echo '${JSON.stringify(answer)}'`;
    const rewrite = {
      systemMessage: "rewritten",
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "ask",
        permissionDecisionReason: "sure?",
        updatedInput: { command: "ls -l" },
        additionalContext: "be careful",
      },
    };
    const right = {
      verdict: "ask",
      reason: { matches: "^su.e" },
      updatedInput: { command: "ls -l" },
      context: [{ contains: "careful" }],
      messages: [{ text: "rewritten", level: "info", hook: "a" }],
      halt: false,
      hooks: { a: { verdict: "ask", reason: "sure?" }, off: "none" },
    };
    const wrong = {
      verdict: "deny",
      reason: "no",
      updatedInput: null,
      context: [],
      messages: ["other"],
      halt: "stop",
      hooks: { a: "deny", off: "skipped" },
    };
    const hooks = { ...before(shell("a", says(rewrite))), Stop: [{ hooks: [shell("off", "true")] }] };
    const { test } = tested(hooks, [
      aCommand("ls", right, { name: "right" }),
      aCommand("ls", wrong, { name: "wrong" }),
    ]);
    expect(summary(await test())).toEqual([
      ["right", "passed"],
      [
        "wrong",
        "failed",
        "verdict: deny / ask (sure?)",
        "reason: no / sure?",
        `updatedInput: null / {\n  "command": "ls -l"\n}`,
        "context: none / be careful",
        "message 1: other / rewritten",
        "halt: stop / the turn goes on",
        "hook a: deny / ask (sure?)",
        "hook off: skipped / none",
      ],
    ]);
  });

  it("fills in what a payload must have and the case leaves out; the copy's path has a mark", async () => {
    const { test } = tested(
      {
        PostToolUse: [{ hooks: [shell("post", "cat > payload.json")] }],
        SessionStart: [{ matcher: "startup", hooks: [shell("start", "pwd")] }],
      },
      [
        {
          name: "post",
          event: "PostToolUse",
          tool: "Write",
          input: { file_path: "${HOOKLINE_PROJECT_DIR}/a.txt", content: "x" },
          expect: {
            files: {
              "payload.json": { matches: '"session_id":"test".*"tool_response":\\{\\}.*/project/a\\.txt"' },
            },
          },
        },
        { name: "start", event: "SessionStart", expect: { context: ["${HOOKLINE_PROJECT_DIR}"] } },
      ],
    );
    expect(summary(await test())).toEqual([
      ["post", "passed"],
      ["start", "passed"],
    ]);
  });

  it("compares files afterwards: also those that a hook made in the background", async () => {
    const { test, project, write } = tested(
      before(
        shell("now", "printf changed > a.txt; rm gone.txt"),
        shell("later", "sleep 0.1; echo done > b.txt", { async: true }),
      ),
      [
        aCommand(
          "ls",
          {
            hooks: { later: "background" },
            files: {
              "a.txt": "changed",
              "b.txt": { content: "done\n" },
              "gone.txt": { absent: true },
              "c/d.txt": { contains: "as" },
            },
          },
          { files: { "a.txt": "before", "gone.txt": "", "c/d.txt": "as it was" } },
        ),
        aCommand("pwd", { files: { "a.txt": "same", "b.txt": { absent: true }, "no.txt": "x" } }),
      ],
    );
    write("a.txt", "of the project");
    write("gone.txt", "");
    expect(summary(await test())).toEqual([
      ["ls", "passed"],
      [
        "pwd",
        "failed",
        "file a.txt: same / changed",
        "file b.txt: that it is not there / it is there",
        "file no.txt: x / it is not there",
      ],
    ]);
    expect(readFileSync(join(project, "a.txt"), "utf8")).toBe("of the project");
    expect(existsSync(join(project, "b.txt"))).toBe(false);
  });

  it("has stand-ins for programs, which note how they were called", async () => {
    const odd = 'it\'s "quoted"\n$HOME\\0';
    const { test } = tested(
      before(shell("a", `git add -A && git commit -m '' "$(cat msg)" | tee out.txt; gh; exit 0`)),
      [
        aCommand(
          "ls",
          {
            verdict: "pass",
            calls: {
              git: [
                ["add", "-A"],
                ["commit", "-m", "", { contains: "quoted" }],
              ],
              gh: 1,
              never: [],
            },
            files: { "out.txt": odd },
          },
          {
            files: { msg: odd },
            stubs: { programs: { git: { stdout: odd }, gh: { exit: 3, stderr: "no" }, never: {} } },
          },
        ),
        aCommand(
          "pwd",
          { calls: { git: [["push"]], gh: 0 } },
          { files: { msg: "m" }, stubs: { programs: { git: { exit: 1 }, gh: {} } } },
        ),
      ],
    );
    expect(summary(await test())).toEqual([
      ["ls", "passed"],
      ["pwd", "failed", "calls of git: git push / git add -A", "calls of gh: 0 / 1: gh"],
    ]);
  });

  it("has stand-ins for hooks, each of which ends as a hook of its type would", async () => {
    const hooks = {
      PreToolUse: [
        {
          hooks: [
            shell("cmd", "exit 2"),
            { type: "http", id: "web", url: "https://example.org/hook" },
            { type: "prompt", id: "ask", prompt: "ok? $ARGUMENTS" },
            { type: "mcp_tool", id: "mcp", server: "s", tool: "t" },
          ],
        },
      ],
    };
    const quiet = {
      cmd: { exit: 0 },
      web: { answer: {} },
      ask: { answer: { ok: true } },
      mcp: { stdout: "" },
    };
    const deny = {
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: "no",
      },
    };
    const only = (id: keyof typeof quiet, stub: object, expected: object) =>
      aCommand(`${id} ${JSON.stringify(stub)}`, expected, { stubs: { hooks: { ...quiet, [id]: stub } } });
    const { test } = tested(hooks, [
      only("cmd", { exit: 2, stderr: "stop" }, { verdict: "deny", reason: "stop" }),
      only("cmd", { answer: deny }, { verdict: "deny", reason: "no" }),
      only(
        "cmd",
        { fault: "timeout" },
        { verdict: "pass", hooks: { cmd: "timeout", web: "pass", ask: "pass", mcp: "pass" } },
      ),
      only("web", { answer: deny }, { verdict: "deny", hooks: { web: "deny" } }),
      only("web", { stdout: "no json" }, { hooks: { web: { verdict: "malformed" } } }),
      only(
        "ask",
        { answer: { ok: false, reason: "red" } },
        { hooks: { ask: { reason: "red", verdict: "deny" } } },
      ),
      only("ask", { answer: { yes: true } }, { hooks: { ask: "malformed" } }),
      only("mcp", { answer: deny }, { verdict: "deny", hooks: { mcp: "deny" } }),
      aCommand("unstubbed", { verdict: "pass" }, { stubs: { hooks: { ...quiet, ask: undefined } } }),
    ]);
    const report = await test();
    const passed = report.cases.filter(({ status }) => status === "passed");
    expect(summary(report).slice(0, -1)).toEqual(passed.map((run) => [run.case.name, "passed"]));
    expect(report.cases.at(-1)).toMatchObject({
      status: "error",
      problem: expect.stringMatching(
        /^hook ask asks somebody outside \(prompt\): say what it answers .* or write "real": true$/,
      ),
    });
  });

  it("asks for real if it says so", async () => {
    const { test } = tested({ Stop: [{ hooks: [{ type: "prompt", id: "ask", prompt: "done?" }] }] }, [
      { name: "real", event: "Stop", real: true, expect: { verdict: "deny", reason: "not yet" } },
    ]);
    const model = async () => ({ ok: false, reason: "not yet" });
    expect(summary(await test({ services: { model } }))).toEqual([["real", "passed"]]);
  });

  it("ends when its time is over, with all its processes", async () => {
    const { test } = tested(before(shell("slow", "sleep 60")), [
      aCommand("ls", { verdict: "pass" }, { timeout: 0.2 }),
    ]);
    expect(summary(await test())).toEqual([
      ["ls", "error", 'it did not end within 0.2 s ("timeout" sets another limit)'],
    ]);
  });
});

describe("a copy", () => {
  it("holds what git knows or would add, links node_modules, and follows no link out", async () => {
    const look =
      "find . -path ./.hookline -prune -o -type f -print -o -type l -print | sort > .hookline/found; cat node_modules/a/b >> .hookline/found";
    const expected = "./.gitignore\n./inside\n./node_modules\n./src/a.ts\nlinked\n";
    const { test, project, write, home } = tested(before(shell("look", look)), [
      aCommand("ls", { files: { ".hookline/found": expected, inside: "x" } }),
    ]);
    write("src/a.ts", "x");
    write("built/big.js", "x");
    write("node_modules/a/b", "linked\n");
    write(".gitignore", "built\nnode_modules\n");
    symlinkSync("/etc/passwd", join(project, "outside"));
    symlinkSync(join(project, "src/a.ts"), join(project, "inside"));
    execFileSync("git", ["init", "-q", project]);
    const report = await test();
    expect(summary(report)).toEqual([["ls", "passed"]]);
    expect(report.copied).toMatchObject({ outside: ["outside"], files: 4 });
    expect(readdirSync(scratchFolder(home))).toEqual([]);
  });

  it("holds no more than its file says: always the hooks and what they name", async () => {
    const cases = [
      aCommand("ls", { files: { "b/c": "x", a: { absent: true }, "tools/guard.sh": { contains: "exit" } } }),
    ];
    const { test, write } = tested(before(shell("g", "tools/guard.sh")), cases, { copy: ["b"] });
    const guard = write("tools/guard.sh", "#!/bin/sh\nexit 0\n");
    chmodSync(guard, 0o755);
    write("a", "x");
    write("b/c", "x");
    write(".hookline/tests/none.json", {
      copy: false,
      cases: [
        aCommand("pwd", { files: { "b/c": { absent: true }, "tools/guard.sh": { contains: "exit" } } }),
      ],
    });
    expect(summary(await test())).toEqual([
      ["ls", "passed"],
      ["pwd", "passed"],
    ]);
  });

  it("has a home and a state folder of its own; the user's and the managed files count only with allFiles", async () => {
    const { test, write, home, env } = tested(
      before(shell("mine", "echo $HOME > where; echo x > $HOME/left")),
      [aCommand("ls", { verdict: "pass", files: { where: { matches: "/cache/tests/[^/]+/home\n$" } } })],
    );
    write(join(home, ".config/hookline/hooks.json"), {
      hooks: before(shell("user", "echo user >&2; exit 2")),
    });
    expect(summary(await test())).toEqual([["ls", "passed"]]);
    expect(existsSync(join(home, "left"))).toBe(false);
    const all = await test({ allFiles: true, env: { ...env, HOOKLINE_DISABLED: undefined } });
    expect(summary(all)).toEqual([
      ["ls", "failed", "verdict: pass / deny (user)", expect.stringContaining(`where: something that fits`)],
    ]);
    expect(existsSync(join(home, "left"))).toBe(true);
  });

  it("does not lie where rules expect temporary things; what a killed run left is removed", async () => {
    const { test, home } = tested(before(policy(noRm)), [aCommand("rm a", { verdict: "deny" })]);
    const left = join(scratchFolder(home), "99999999-abc");
    mkdirSync(left, { recursive: true });
    utimesSync(left, new Date(0), new Date(0));
    expect((await test()).temporary).toBe(false);
    expect(readdirSync(scratchFolder(home))).toEqual([]);
  });
});

describe("a copy is alone", () => {
  it("a hook that commits finds no repository: neither one around it nor the one that git's own hook is run by", async () => {
    const { test, home, env } = tested(before(shell("git", "git rev-parse --git-dir > out 2>&1; exit 0")), [
      aCommand("ls", { files: { out: { contains: "not a git repository" } } }),
    ]);
    execFileSync("git", ["init", "-q", home]);
    const report = await test({ env: { ...env, GIT_DIR: join(home, ".git"), GIT_WORK_TREE: home } });
    expect(summary(report)).toEqual([["ls", "passed"]]);
  });

  it("an audit trail is kept in the copy and sent to nobody", async () => {
    const { test, write, home } = tested(before(shell("a", "true")), [aCommand("ls", { verdict: "pass" })]);
    const sent = join(home, "sent.jsonl");
    const audit = { destinations: [{ type: "file", path: sent }] };
    write(join(home, ".config/hookline/hooks.json"), { audit, hooks: {} });
    expect(summary(await test({ allFiles: true }))).toEqual([["ls", "passed"]]);
    expect([existsSync(sent), existsSync(join(home, ".local/state/hookline/audit"))]).toEqual([false, false]);
  });
});

describe("trust", () => {
  const files = { "tools/guard.sh": "#!/bin/sh\ntouch ../../ran\n" };
  const project = (cases: readonly object[]) => {
    const made = tested(before(shell("guard", "tools/guard.sh"), policy(noRm)), cases);
    chmodSync(made.write("tools/guard.sh", "#!/bin/sh\nexit 0\n"), 0o755);
    return made;
  };
  const approve = async ({ project: cwd, env }: ReturnType<typeof project>) => {
    const engine = await createEngine({ cwd, env });
    await engine.approve(engine.hooks);
    await engine.close();
  };

  it("no hook runs that is not approved, unless a stand-in answers for it", async () => {
    const made = project([aCommand("ls", { verdict: "pass" })]);
    const report = await made.test({ trust: "store" });
    expect([report.unapproved, report.cases]).toEqual([["guard"], []]);
    made.write(".hookline/tests/all.json", {
      cases: [aCommand("ls", { hooks: { guard: "deny" } }, { stubs: { hooks: { guard: { exit: 2 } } } })],
    });
    expect(summary(await made.test({ trust: "store" }))).toEqual([["ls", "passed"]]);
  });

  it("no hook runs that is not approved, though its condition is true in the copy alone", async () => {
    const guard = shell("guard", "touch ../../ran; exit 2", { when: `cwd.contains("/cache/tests/")` });
    const made = tested(before(guard), [
      aCommand("ls", { verdict: "pass" }),
      aCommand("with files", { verdict: "pass" }, { files: { harmless: "x" } }),
    ]);
    const not = expect.stringMatching(/^hook guard is not (?:approved|the one that was approved)/);
    expect(summary(await made.test({ trust: "store" }))).toEqual([
      ["ls", "error", not],
      ["with files", "error", not],
    ]);
    await approve(made);
    expect(summary(await made.test({ trust: "store" })).flat()).toContain(
      "verdict: pass / deny (blocked by guard)",
    );
  });

  it("nothing is copied from outside the project, nor to anywhere outside the copy", async () => {
    const paths = ["../beside", "/etc/hostname", "gone", "tools/", "."];
    const made = tested(before(policy(noRm)), [aCommand("ls", { verdict: "pass" })], { copy: paths });
    made.write("tools/a", "x");
    made.write(join(made.project, "../beside/plant"), "x");
    const { diagnostics, cases } = await made.test({ trust: "store" });
    expect(cases).toEqual([]);
    expect(diagnostics.map(({ file, line, message }) => [file, line > 0, message])).toEqual([
      [".hookline/tests/all.json", true, '"../beside" leads out of the project'],
      [".hookline/tests/all.json", true, '"/etc/hostname" leads out of the project'],
      [".hookline/tests/all.json", true, '"gone" is not there'],
    ]);
    const plan = planCopy(made.project, paths, []);
    expect(plan.paths.filter((path) => path.includes("..") || path.startsWith("/"))).toEqual([]);
    expect(plan.paths).toContain("tools/a");
  });

  it("what was approved runs in the copy; what a case puts in its place does not", async () => {
    const other = {
      ".hookline/hooks.json": JSON.stringify({ hooks: before(shell("other", "touch ../../ran")) }),
    };
    const made = project([
      aCommand("ls", { verdict: "pass", hooks: { guard: "pass" } }, { files: { harmless: "x" } }),
      aCommand("script", { verdict: "pass" }, { files }),
      aCommand("entry", { verdict: "pass" }, { files: other }),
      aCommand(
        "elsewhere",
        { verdict: "pass" },
        { payload: { cwd: "sub" }, files: { "sub/tools/guard.sh": files["tools/guard.sh"] } },
      ),
    ]);
    await approve(made);
    const not = (id: string) =>
      expect.stringContaining(
        `hook ${id} is not the one that was approved: "files" of this case replaces it`,
      );
    expect(summary(await made.test({ trust: "store" }))).toEqual([
      ["ls", "passed"],
      ["script", "error", not("guard")],
      ["entry", "error", not("other")],
      ["elsewhere", "error", not("guard")],
    ]);
  });

  it("nothing is written through a link out of the copy, and not what git starts programs by", async () => {
    const made = project([aCommand("ls", { verdict: "pass" }, { files: { "node_modules/a": "bad" } })]);
    made.write("node_modules/a", "good");
    expect(summary(await made.test())).toEqual([
      ["ls", "error", expect.stringContaining("a link leads out of the copy")],
    ]);
    expect(readFileSync(join(made.project, "node_modules/a"), "utf8")).toBe("good");
    made.write(".hookline/tests/all.json", {
      cases: [aCommand("ls", { verdict: "pass" }, { files: { ".git/config": "", ".git/HEAD": "x" } })],
    });
    await approve(made);
    const { diagnostics } = await made.test({ trust: "store" });
    expect(diagnostics.map(({ message }) => message)).toEqual(["git may start programs by .git/config"]);
  });
});
