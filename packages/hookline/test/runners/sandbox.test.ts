import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { silence } from "../../src/contract/run.ts";
import { checkSandbox, sandboxArgv, sandboxProblem, sandboxWish } from "../../src/runners/sandbox.ts";
import { sandboxPlace } from "../../src/system/sandbox-place.ts";
import { aWrite, commands, type Scratch, scratch } from "../engine/scratch.ts";

const boxed = {
  command: 'read -r payload; echo "$payload" > seen; echo out; exit 2',
  sandbox: { write: ["made"] },
  onFailure: "block",
};

/** A machine whose bubblewrap is this script; without one, a machine that has none. */
function machine(hook: object, script?: string): Scratch {
  const given = scratch(commands(hook));
  if (script !== undefined) chmodSync(given.write(join(given.system, "usr/bin/bwrap"), script), 0o755);
  return given;
}

/** It says that it is none, notes how it was called, and runs the command without any sandbox. */
const standIn = `#!/bin/sh
echo "a stand-in for bwrap" >&2
for word in "$@"; do printf '%s\\n' "$word"; done > called
while [ "$1" != "--" ]; do shift; done
shift
exec "$@"
`;

describe("an entry's sandbox", () => {
  it.each([
    true,
    false,
    {},
    { network: true },
    { write: [] },
    { write: ["a", "b/c", "/opt/x", "~/y", "a..b"] },
  ])("%j can be read", (sandbox) => {
    expect(checkSandbox(sandbox)).toBeNull();
  });

  it.each([
    ["yes", /must be an object/],
    [null, /must be an object/],
    [["a"], /must be an object/],
    [7, /must be an object/],
    [{ writes: ["a"] }, /no "writes"; did you mean "write"\?/],
    [{ net: true }, /no "net"/],
    [{ write: "a" }, /must be a list/],
    [{ write: [7] }, /names of folders/],
    [{ write: [" "] }, /names of folders/],
    [{ write: ["a\0b"] }, /names of folders/],
    [{ write: ["../x"] }, /without "\.\."/],
    [{ write: ["/a/../etc"] }, /without "\.\."/],
    [{ write: ["/"] }, /whole machine/],
    [{ network: "no" }, /must be true or false/],
  ])("%j is refused, and the hook with it", async (sandbox, problem) => {
    expect(checkSandbox(sandbox)).toMatch(problem);
    const given = machine({ ...boxed, sandbox }, standIn);
    const engine = await given.engine();
    expect(engine.hooks).toEqual([]);
    expect(engine.diagnostics[0]?.message).toMatch(problem);
    expect(engine.mustFail).toBe(true);
  });

  it("means nothing on another type", async () => {
    const given = scratch({ Stop: [{ hooks: [{ type: "http", url: "http://127.0.0.1:1/", sandbox: {} }] }] });
    const { diagnostics } = await given.engine();
    expect(diagnostics[0]?.message).toContain('the key "sandbox" means nothing here');
  });

  it("makes two hooks of two entries that differ in it alone", async () => {
    const given = scratch(commands({ command: "echo a" }, { command: "echo a", sandbox: false }));
    expect((await (await given.engine()).fire("PreToolUse", aWrite)).runs).toHaveLength(2);
  });
});

describe("a hook that demands a sandbox", () => {
  it("does not run where there is no bubblewrap, and says which package is missing", async () => {
    const given = machine(boxed);
    const decision = await (await given.engine()).fire("PreToolUse", aWrite);
    expect(decision).toMatchObject({
      verdict: "deny",
      runs: [{ fault: "spawn", exitCode: null, stdout: "" }],
    });
    expect(decision.reason).toContain("install the package bubblewrap");
    expect(existsSync(join(given.project, "seen"))).toBe(false);
  });

  it("goes on without having run if its failure is to be passed over, and that is told", async () => {
    const given = machine({ ...boxed, onFailure: "continue" });
    const decision = await (await given.engine()).fire("PreToolUse", aWrite);
    expect(decision.verdict).toBe("pass");
    expect(decision.messages).toMatchObject([{ level: "warn", text: expect.stringContaining("bubblewrap") }]);
    expect(existsSync(join(given.project, "seen"))).toBe(false);
  });

  it("is not fooled by a bwrap that PATH finds, be it the hook's own PATH or the agent's", async () => {
    const given = machine(boxed);
    const bin = join(given.project, "node_modules/.bin");
    chmodSync(given.write(join(bin, "bwrap"), standIn), 0o755);
    const PATH = `${bin}:${given.env.PATH}`;
    const engine = await given.engine({ env: { ...given.env, PATH } });
    expect((await engine.fire("PreToolUse", aWrite)).runs[0]).toMatchObject({ fault: "spawn" });
    given.write(".hookline/hooks.json", { hooks: commands({ ...boxed, env: { PATH } }) });
    expect((await (await given.engine()).fire("PreToolUse", aWrite)).runs[0]).toMatchObject({
      fault: "spawn",
    });
    expect(existsSync(join(given.project, "called"))).toBe(false);
  });

  it("takes no bubblewrap that others can change, and says what mends it", async () => {
    const given = machine(boxed, standIn);
    const [bin, path] = [join(given.system, "usr/bin"), join(given.system, "usr/bin/bwrap")];
    for (const [open, mode] of [
      [path, 0o777],
      [bin, 0o777],
    ] as const) {
      chmodSync(open, mode);
      const { runs, reason } = await (await given.engine()).fire("PreToolUse", aWrite);
      expect(runs[0]).toMatchObject({ fault: "spawn" });
      expect(reason).toContain(`${path} `);
      expect(reason).toContain(`chmod go-w ${open}`);
      chmodSync(open, 0o755);
    }
    // A link may stand for it, as long as nobody else can put another there.
    renameSync(path, join(given.system, "bwrap"));
    symlinkSync("../../bwrap", path);
    chmodSync(bin, 0o777);
    const linked = await (await given.engine()).fire("PreToolUse", aWrite);
    expect(linked.reason).toContain(`chmod go-w ${bin}`);
    expect(existsSync(join(given.project, "called"))).toBe(false);
    chmodSync(bin, 0o755);
    expect((await (await given.engine()).fire("PreToolUse", aWrite)).runs[0]).toMatchObject({ exitCode: 2 });
  });

  it.each(["LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT"])(
    "does not run with a %s of its own, which bubblewrap would obey outside of the sandbox",
    async (name) => {
      const given = machine({ ...boxed, env: { [name]: "./x.so" } }, standIn);
      const { runs, reason } = await (await given.engine()).fire("PreToolUse", aWrite);
      expect([runs[0]?.fault, existsSync(join(given.project, "called"))]).toEqual(["spawn", false]);
      expect(reason).toContain(name);
    },
  );

  it("is handed to bubblewrap whole: flags, folders, payload, answer", async () => {
    const given = machine(boxed, standIn);
    const decision = await (await given.engine()).fire("PreToolUse", aWrite);
    expect(decision).toMatchObject({
      verdict: "deny",
      reason: "a stand-in for bwrap",
      runs: [{ exitCode: 2, stdout: "out\n" }],
    });
    expect(readFileSync(join(given.project, "seen"), "utf8")).toContain('"tool_name":"Write"');
    const called = readFileSync(join(given.project, "called"), "utf8").split("\n");
    const flags = [
      "--unshare-pid",
      "--unshare-net",
      "--die-with-parent",
      "--new-session",
      "--cap-drop",
      "--chdir",
    ];
    for (const flag of flags) expect(called).toContain(flag);
    const made = join(given.project, "made");
    expect(called.join(" ")).toContain(`--bind ${made} ${made}`);
    expect(existsSync(made)).toBe(true);
  });

  it.each([
    ["setting up uid map: Permission denied", /AppArmor profile for bwrap/],
    ["loopback: Failed RTM_NEWADDR: Operation not permitted", /apparmor_restrict_unprivileged_userns/],
    ["No permissions to create new namespace, likely because", /AppArmor/],
    ["Creating new namespace failed: Operation not permitted", /container .* must allow user namespaces/],
    ["execvp nothing: No such file or directory", /^nothing: cannot be started in the sandbox: No such file/],
  ])("does not run where bubblewrap says: %s", async (said, advice) => {
    const given = machine(boxed, `#!/bin/sh\necho "bwrap: ${said}" >&2\nexit 1\n`);
    const decision = await (await given.engine()).fire("PreToolUse", aWrite);
    expect(decision.runs[0]).toMatchObject({ fault: "spawn", reason: expect.stringMatching(advice) });
    expect(decision.verdict).toBe("deny");
  });
});

describe("what a sandbox shows", () => {
  const request = (given: Scratch, write: readonly string[] = [], rest: object = {}) => ({
    write,
    projectDir: given.project,
    cwd: given.project,
    home: given.home,
    stateFolder: join(given.home, "state"),
    ownPaths: [],
    env: {},
    runtimeFolder: "",
    ...rest,
  });
  const problem = (place: ReturnType<typeof sandboxPlace>) => ("problem" in place ? place.problem : "");
  const shown = (place: ReturnType<typeof sandboxPlace>) => {
    if ("problem" in place) throw new Error(place.problem);
    return place;
  };

  it("hides the state folder, which is made if need be, and empties what is temporary but for the project", () => {
    const given = scratch();
    const { hidden, emptied, readable, writable } = shown(sandboxPlace(request(given)));
    expect(hidden).toBe(join(given.home, "state"));
    expect(existsSync(hidden)).toBe(true);
    expect(emptied).toContain("/tmp");
    expect(readable).toContainEqual([given.project, given.project]);
    expect(writable).toEqual([]);
  });

  it("makes the folders that may be written, in the project, the home or anywhere", () => {
    const given = scratch();
    const { writable } = shown(sandboxPlace(request(given, ["a/b", "~/c", join(given.system, "d")])));
    const expected = [join(given.project, "a/b"), join(given.home, "c"), join(given.system, "d")];
    expect([...writable].sort()).toEqual(expected.sort());
    for (const path of expected) expect(existsSync(path)).toBe(true);
  });

  it("refuses a part of the project that leads out of it, and what is Hookline's own or the machine's", () => {
    const given = scratch();
    symlinkSync(given.home, join(given.project, "out"));
    for (const path of ["out", "out/deeper"])
      expect(problem(sandboxPlace(request(given, [path])))).toContain("leads out of the project");
    expect(existsSync(join(given.home, "deeper"))).toBe(false);
    for (const path of ["/proc/sys", "/dev", "/sys/x"])
      expect(problem(sandboxPlace(request(given, [path])))).toContain("cannot be made writable");
    expect(problem(sandboxPlace(request(given, ["~/state/audit"])))).toContain("keeps its own files");
    given.write("file", "");
    expect(problem(sandboxPlace(request(given, ["file/x"])))).toContain("cannot be made");
  });

  it("guards the hook files in what is writable, and pins the folders on the way to them", () => {
    const given = scratch();
    const file = given.write("deep/.hookline/hooks.json", "{}");
    const absent = join(given.project, "deep/.claude/settings.json");
    const own = given.write(join(given.home, ".config/hookline/hooks.json"), "{}");
    const ownPaths = [file, absent, own, join(given.home, "state")];
    const { guarded, pinned } = shown(sandboxPlace(request(given, [".", "~"], { ownPaths })));
    expect(guarded).toEqual([file, own]);
    const folders = ["deep", "deep/.hookline"].map((path) => join(given.project, path));
    const homes = [".config", ".config/hookline"].map((path) => join(given.home, path));
    expect([...pinned].sort()).toEqual([...folders, ...homes].sort());
  });

  it("lets nobody make a hook file that trust would not ask about", () => {
    const given = scratch();
    const ownPaths = [join(given.home, ".config/hookline/hooks.json")];
    expect(problem(sandboxPlace(request(given, ["~"], { ownPaths })))).toContain(
      "name a folder further inside",
    );
    mkdirSync(join(given.home, ".config"));
    expect(shown(sandboxPlace(request(given, ["~"], { ownPaths }))).guarded).toEqual([
      join(given.home, ".config"),
    ]);
  });

  it("empties the folders of keys and of the user's sockets, also in what is writable, unless they are named", () => {
    const given = scratch();
    const path = (name: string) => join(given.home, name);
    const folders = [".ssh", ".gnupg", ".docker/run", "runtime"].map(path);
    for (const folder of folders) mkdirSync(folder, { recursive: true });
    const runtimeFolder = path("runtime");
    const closed = shown(sandboxPlace(request(given, [], { runtimeFolder })));
    expect(closed.emptied).toEqual(expect.arrayContaining(folders));
    expect(closed.covered).toEqual([]);
    const open = shown(sandboxPlace(request(given, ["~", "~/.ssh"], { runtimeFolder })));
    expect(open.covered).toEqual([".gnupg", ".docker/run", "runtime"].map(path));
    expect(open.pinned).toContain(path(".docker"));
    // Not the home itself, and not what holds the project.
    for (const folder of [given.home, join(given.home, "..")]) {
      const { emptied } = shown(sandboxPlace(request(given, [], { runtimeFolder: folder })));
      expect(emptied).not.toContain(folder);
    }
  });

  it("leaves a hook the one file in which it leaves variables", () => {
    const given = scratch();
    const file = given.write(join(given.home, "state/sessions/abc.lasting.sh"), "");
    const trust = given.write(join(given.home, "state/trust.json"), "");
    const env = { CLAUDE_ENV_FILE: file, MINE: trust, TMPDIR: "/elsewhere" };
    expect(shown(sandboxPlace(request(given, [], { env })))).toMatchObject({
      offered: [file],
      movesTmp: true,
    });
  });
});

it("the command stands at the end, after everything that fences it in", () => {
  const place = {
    cwd: "/p",
    emptied: ["/tmp"],
    readable: [["/a", "/b"]] as const,
    writable: ["/p/w", "/p/w/h/k/o"],
    covered: ["/p/w/h/k"],
    pinned: ["/p/w/h"],
    guarded: ["/p/w/h/f"],
    hidden: "/s",
    offered: ["/s/o"],
    movesTmp: true,
  };
  const wish = sandboxWish({ write: ["w"], network: true });
  if (!wish) throw new Error("there is a wish");
  const text = sandboxArgv("/usr/bin/bwrap", wish, place, ["sh", "-c", "--unshare-net"]).join(" ");
  expect(text).toBe(
    "/usr/bin/bwrap --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try --die-with-parent --new-session --cap-drop ALL " +
      "--ro-bind / / --dev /dev --proc /proc --ro-bind /proc/sys /proc/sys " +
      "--ro-bind-try /proc/sysrq-trigger /proc/sysrq-trigger --ro-bind-try /proc/irq /proc/irq --ro-bind-try /proc/bus /proc/bus " +
      "--ro-bind-try /proc/fs /proc/fs --ro-bind-try /proc/mtrr /proc/mtrr " +
      "--tmpfs /tmp --ro-bind /a /b --bind /p/w /p/w --bind /p/w/h /p/w/h --tmpfs /p/w/h/k --bind /p/w/h/k/o /p/w/h/k/o " +
      "--ro-bind /p/w/h/f /p/w/h/f --tmpfs /s --bind /s/o /s/o --remount-ro /s --setenv TMPDIR /tmp --chdir /p -- sh -c --unshare-net",
  );
  expect(sandboxArgv("b", { ...wish, network: false }, place, ["x"])).toContain("--unshare-net");
});

it("only bubblewrap's own word counts as a sandbox that could not be made", () => {
  const run = (code: number, said: string, printed = "") => ({
    end: { kind: "exit" as const, code },
    stdout: { ...silence, text: printed, bytes: printed.length },
    stderr: { ...silence, text: said },
  });
  expect(sandboxProblem(run(2, "bwrap: x"))).toBeNull();
  expect(sandboxProblem(run(1, "x\nbwrap: x"))).toBeNull();
  expect(sandboxProblem(run(1, "bwrap: x\nand then more"))).toBeNull();
  expect(sandboxProblem(run(1, "bwrap: x", "an answer"))).toBeNull();
  expect(sandboxProblem(run(1, "bwrap: x\n"))).toContain("did not run: x");
  expect(sandboxProblem(run(1, "bwrap: execvp a: b: No such file\n"))).toBe(
    "a: b: cannot be started in the sandbox: No such file",
  );
});
