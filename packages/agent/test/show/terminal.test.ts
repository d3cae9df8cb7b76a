import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { bundlePlayer } from "./bundle.ts";
import { atDesk, hasTmux } from "./tmux.ts";

let player = "";
let remove = () => {};
beforeAll(async () => {
  ({ file: player, remove } = await bundlePlayer());
}, 60_000);
afterAll(() => remove());

const hasScript = spawnSync("script", ["--version"]).status === 0;

/** Runs the player with pipes. */
async function piped(args: readonly string[], input: string, readAll = true) {
  const child = spawn(process.execPath, [player, ...args]);
  const text = { stdout: "", stderr: "" };
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (text.stderr += chunk));
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text.stdout += chunk;
    if (!readAll) child.stdout.destroy();
  });
  child.stdin.end(input);
  const status = await new Promise((resolve) => child.on("close", resolve));
  return { status, ...text };
}

describe("a reader that goes away", () => {
  it.each(["json", "plain"])("does not end the agent (%s)", async (how) => {
    const { status, stderr } = await piped(["flood", how], "", false);
    expect([status, stderr]).toEqual([0, "still here\n"]);
  });
});

describe("a person behind a pipe", () => {
  it("answers line by line, what comes early is kept, and a wrong answer is asked for again", async () => {
    const { stderr, stdout } = await piped(["piped"], "Ada\nmaybe\nY\nlast\n");
    expect(JSON.parse(stderr)).toEqual(["Ada", "y", "last", null, true]);
    expect(stdout).toBe(
      "name> Ada\nSure?\n  │ rm \\u001b[2J\n  [y] yes\n  [n] no\ny/n> maybe\ny/n> Y\nmore> last\nend> \n",
    );
  });

  it("is nobody any more when the input has ended", async () => {
    expect(JSON.parse((await piped(["piped"], "Ada")).stderr)).toEqual(["Ada", null, null, null, true]);
  });
});

describe.skipIf(!hasScript)("the moving line (under script)", () => {
  const spin = (env: Record<string, string>) => {
    const run = `stty cols 60; exec ${process.execPath} ${player} spin`;
    const { stdout } = spawnSync("script", ["-qec", run, "/dev/null"], {
      encoding: "utf8",
      env: { PATH: process.env.PATH ?? "", TERM: "xterm-256color", SHELL: "/bin/sh", ...env },
      input: "",
    });
    return stdout;
  };

  it("moves while the agent thinks, in one row, and is gone before anything else is written", () => {
    const raw = spin({});
    const drawn = raw.split(/\r\u001b\[2K|\r\n/).filter((piece) => /^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/.test(piece));
    expect(drawn.length).toBeGreaterThan(2);
    expect(drawn.length).toBeLessThanOrEqual(14);
    for (const piece of drawn) {
      expect(piece).toContain("thinking");
      // 59 columns at most: each of these takes two.
      expect((piece.match(/[漢字]/g) ?? []).length).toBeLessThanOrEqual(29);
    }
    expect(raw).toContain("\r\u001b[2K\u001b[33m!\u001b[0m in between\r\n");
    expect(raw).toContain("\r\u001b[2K\u001b[1mAgent:\u001b[0m All done.\r\n");
    expect(raw.endsWith("All done.\r\n")).toBe(true);
  });

  it("has no colours where NO_COLOR is set", () => {
    const raw = spin({ NO_COLOR: "1" });
    expect(raw).toContain("\r\u001b[2K! in between\r\n");
    expect(raw).not.toMatch(/\u001b\[\d+m/);
  });
});

describe.skipIf(!hasTmux)("a person at a terminal (under tmux)", () => {
  const session = (hooks: object = {}) => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "hookline-desk-")));
    onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));
    mkdirSync(join(root, ".hookline"));
    writeFileSync(join(root, ".hookline/hooks.json"), JSON.stringify({ hooks }));
    const env = {
      PATH: process.env.PATH ?? "",
      HOME: root,
      TERM: "xterm-256color",
      LANG: "C.UTF-8",
      TMUX_TMPDIR: root,
    };
    const desk = atDesk(`${process.execPath} ${player} session`, root, env);
    return { ...desk, go: () => writeFileSync(join(root, "go"), "") };
  };

  it("types a line, and finds older ones again", async () => {
    const desk = session();
    await desk.until(/^> *$/m);
    desk.keys("Up", "Enter");
    await desk.until(/got "typed long ago"/);
    desk.type("grüße 漢字");
    desk.keys("BSpace", "Enter");
    await desk.until(/got "grüße 漢"/);
  });

  it("sees a hook while it runs and when it has ended, with nothing left of the moving line", async () => {
    const entry = {
      type: "command",
      command: "until [ -e go ]; do sleep 0.05; done; echo '12 tests passed'",
      statusMessage: "run the tests",
    };
    const desk = session({ Stop: [{ hooks: [entry] }] });
    await desk.until(/^> *$/m);
    desk.type("hook");
    desk.keys("Enter");
    await desk.until(/▶ Stop: run the tests\n[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] Stop: run the tests/);
    desk.go();
    const screen = await desk.until(/12 tests passed/);
    expect(screen.replace(/\d+(\.\d)? m?s/, "<time>")).toMatch(
      /^> hook\nRunning hooks\.\.\.\n {2}▶ Stop: run the tests\n {2}✓ 12 tests passed · <time>\n>?$/,
    );
  });

  it("loses nothing that is typed while the agent works", async () => {
    const desk = session();
    await desk.until(/^> *$/m);
    desk.type("work");
    desk.keys("Enter");
    await desk.until(/thinking/);
    desk.type("next thing");
    desk.keys("Enter");
    desk.type("half of");
    await desk.until(/kept for later: next thing/);
    desk.go();
    await desk.until(/worked\n> next thing\n· got "next thing"\n> half of$/);
    desk.type(" it");
    desk.keys("Enter");
    await desk.until(/got "half of it"/);
  });

  it("is asked one thing after the other; what is said meanwhile goes above the question", async () => {
    const desk = session();
    await desk.until(/^> *$/m);
    desk.type("ask");
    desk.keys("Enter");
    await desk.until(/First\?\n {2}│ a detail\n {2}\[y\] yes\n {2}\[n\] no\n· meanwhile\ny\/n>$/);
    expect(desk.seen()).not.toContain("Second?");
    desk.type("what");
    desk.keys("Enter");
    await desk.until(/y\/n> what\ny\/n>$/);
    desk.type("y");
    desk.keys("Enter");
    await desk.until(/Second\?/);
    desk.type("N");
    desk.keys("Enter");
    await desk.until(/answers: y n/);
    // Answers are not among the lines that come back.
    desk.keys("Up");
    await desk.until(/> ask$/);
  });

  it("keeps a line of several rows whole when something is said above it", async () => {
    const desk = session();
    await desk.until(/^> *$/m);
    desk.type("later");
    desk.keys("Enter");
    await desk.until(/> later\n>$/);
    desk.type(`${"a".repeat(90)}${"b".repeat(90)}`);
    await desk.until(/> later\n> a{78}\na{12}b{68}\nb{22}$/);
    desk.go();
    await desk.until(/something else\n> a{78}\na{12}b{68}\nb{22}$/);
    expect(desk.seen()).toMatch(/^> later\n· something else\n> a/);
    desk.keys("Enter");
    await desk.until(/got "a/);
  });

  it("interrupts a question, clears a line, and leaves with Ctrl-D", async () => {
    const desk = session();
    await desk.until(/^> *$/m);
    desk.type("ask");
    desk.keys("Enter");
    await desk.until(/y\/n>$/);
    desk.keys("C-c");
    await desk.until(/interrupt![\s\S]*Second\?[\s\S]*y\/n>$/);
    desk.keys("C-c");
    await desk.until(/answers: null null/);
    desk.type("never mind");
    await desk.until(/> never mind$/);
    desk.keys("C-c");
    await desk.until(/answers: null null\n>$/);
    desk.keys("C-c");
    await desk.until(/got null/);
    desk.type("work");
    desk.keys("Enter");
    await desk.until(/thinking/);
    desk.keys("C-c");
    await desk.until(/> work\n! interrupt!/);
    desk.go();
    await desk.until(/! interrupt!\n· worked\n>$/);
    desk.keys("C-d");
    await desk.until(/bye\nended with 0/);
  });
});
