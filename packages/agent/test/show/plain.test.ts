import { describe, expect, it } from "vitest";
import { createPlainShow } from "../../src/show/plain.ts";
import { aWrite, command, ended, engineWith, heard, Page, started, until, withoutTimes } from "./stage.ts";

const aCall = { id: "c1", name: "write_file", input: aWrite.tool_input, agent: null };
const facts = {
  sessionId: "s-1",
  model: "scripted",
  cwd: "/p",
  tools: [],
  mode: "default",
  source: "startup",
};
const aMessage = { id: "m1", text: "", calls: [aCall], agent: null };

describe("plain lines", () => {
  // shows: G-038
  it("show a hook as the GenCode document does: what runs, then how it ended", async () => {
    const engine = await engineWith({
      PostToolUse: [
        { hooks: [command("echo 'Lint completed (2 issues fixed)'", { statusMessage: "lint the file" })] },
      ],
    });
    const page = new Page();
    const show = createPlainShow(page, { hooks: () => engine.hooks });
    engine.listen(show.hook);
    show.begin(facts);
    show.message(aMessage);
    await engine.fire("PostToolUse", { ...aWrite, tool_response: {} });
    await heard();
    show.close();
    expect(withoutTimes(page.text)).toBe(
      [
        "scripted · default · /p · session s-1 (startup)",
        "Agent: [write_file] src/component.tsx",
        "Running hooks...",
        "  ▶ PostToolUse: lint the file",
        "  ✓ Lint completed (2 issues fixed) · <time>",
        "",
      ].join("\n"),
    );
  });

  // shows: G-038 G-039
  it("show a block with its reason, and say what follows from it on this event", async () => {
    const engine = await engineWith({
      PreToolUse: [{ hooks: [command("echo 'not in src' >&2; exit 2", { id: "guard" })] }],
      PostToolUse: [{ hooks: [command("echo 'Tests failed (2 failures)' >&2; exit 2", { id: "tests" })] }],
      PostToolBatch: [{ hooks: [command("echo enough >&2; exit 2", { id: "batch" })] }],
      Stop: [{ hooks: [command("echo 'tests are red' >&2; exit 2", { id: "green" })] }],
    });
    const page = new Page();
    const show = createPlainShow(page, { hooks: () => engine.hooks });
    engine.listen(show.hook);
    await engine.fire("PreToolUse", aWrite);
    await engine.fire("PostToolUse", { ...aWrite, tool_response: {} });
    await engine.fire("PostToolBatch", { session_id: "s-1", tool_calls: [] });
    await engine.fire("Stop", { session_id: "s-1", stop_hook_active: false });
    await heard();
    expect(withoutTimes(page.text)).toBe(
      [
        "Running hooks...",
        "  ✗ PreToolUse: guard: not in src · blocked · <time>",
        "  ✗ PostToolUse: tests: Tests failed (2 failures) · blocked, the model is told · <time>",
        "  ✗ PostToolBatch: batch: enough · blocked, the turn ends · <time>",
        "Hook blocked further execution.",
        "Running hooks...",
        "  ✗ Stop: green: tests are red · not done yet, the agent goes on · <time>",
        "",
      ].join("\n"),
    );
  });

  it("say of a fault whether the agent went on, once, though the decision says it too", async () => {
    const engine = await engineWith({
      PreToolUse: [
        {
          hooks: [
            command("exit 7", { id: "loose" }),
            command("exit 8", { id: "strict", onFailure: "block" }),
            command("echo no >&2; exit 2", { id: "soft", mode: "warn" }),
            command("echo no >&2; exit 2", { id: "silent", mode: "shadow" }),
          ],
        },
      ],
    });
    const page = new Page();
    const show = createPlainShow(page, { hooks: () => engine.hooks });
    engine.listen(show.hook);
    const decision = await engine.fire("PreToolUse", aWrite);
    for (const { level, text } of decision.messages) show.notice(level, text);
    await heard();
    show.close();
    const lines = withoutTimes(page.text).trimEnd().split("\n").slice(1).sort();
    expect(lines).toEqual([
      "  ! PreToolUse: soft: no · warn mode: would deny · <time>",
      expect.stringMatching(/^ {2}✗ PreToolUse: loose: crash: .*7.* · went on · <time>$/),
      expect.stringMatching(/^ {2}✗ PreToolUse: strict: crash: .*8.* · blocked · <time>$/),
    ]);
  });

  it("say that a hook ran in the background", async () => {
    const engine = await engineWith({
      PostToolUse: [
        { hooks: [command("echo sent", { id: "webhook", async: true, statusMessage: "tell the CI" })] },
      ],
    });
    const page = new Page();
    const show = createPlainShow(page, { hooks: () => engine.hooks });
    engine.listen(show.hook);
    await engine.fire("PostToolUse", { ...aWrite, tool_response: {} });
    await engine.drain();
    await heard();
    expect(withoutTimes(page.text)).toBe(
      "Running hooks...\n  ▶ PostToolUse: tell the CI · in the background\n  ✓ sent · in the background · <time>\n",
    );
  });

  it("name hooks that run side by side at their end, so that nobody takes one for the other", () => {
    const page = new Page();
    const show = createPlainShow(page);
    show.hook(started("one", { runId: "1", status: "check one" }));
    show.hook(started("two", { runId: "2", status: "check two" }));
    show.hook(ended({ hook: "one", stdout: "fine\n" }, { runId: "1" }));
    show.hook(ended({ hook: "two", stdout: "good\n" }, { runId: "2" }));
    expect(page.text.split("\n").slice(3, 5)).toEqual(["  ✓ one: fine · 12 ms", "  ✓ two: good · 12 ms"]);
  });

  it("name a hook again when something else was said since it began", () => {
    const page = new Page();
    const show = createPlainShow(page);
    show.hook(started("one", { status: "check one" }));
    show.page("help");
    show.hook(ended({ hook: "one", stdout: "fine\n" }));
    expect(page.text.split("\n").slice(2)).toEqual(["help", "Running hooks...", "  ✓ one: fine · 12 ms", ""]);
  });

  it("make one line of a crowd that passes, and none on events that come all the time", () => {
    const page = new Page();
    const show = createPlainShow(page);
    for (let n = 0; n < 20; n++) show.hook(ended({ hook: `h${n}`, durationMs: n }, { runId: `${n}` }));
    show.hook(ended({ hook: "delta" }, { event: "MessageDisplay" }));
    show.hook(
      ended(
        { hook: "spy", fault: "crash", status: "fault", reason: "exit code 3" },
        { event: "MessageDisplay" },
      ),
    );
    expect(page.text).toBe(
      "Running hooks...\n  ✓ PreToolUse: 20 hooks passed · at most 19 ms\n  ✗ MessageDisplay: spy: crash: exit code 3 · 12 ms\n",
    );
  });

  it("show every hook and what it prints when verbose", () => {
    const page = new Page();
    const show = createPlainShow(page, { verbose: true });
    show.hook(started("delta", { event: "MessageDisplay" }));
    const printed = { runId: "e/1", eventId: "e", event: "MessageDisplay", hook: "delta" };
    show.hook({ type: "progress", ...printed, stream: "stderr", text: "hm\n" });
    show.hook(ended({ hook: "delta" }, { event: "MessageDisplay" }));
    show.toolEnd(aCall, { text: "one\ntwo", failed: false });
    expect(page.text).toBe(
      "Running hooks...\n  ▶ MessageDisplay: delta\n    stderr: hm\n  ✓ delta · 12 ms\n  ✓ [write_file] one\n    two\n",
    );
  });

  it("show the lines of a reason, but not a whole report", () => {
    const page = new Page();
    const show = createPlainShow(page);
    const reason = Array.from({ length: 9 }, (_, n) => `line ${n}`).join("\n");
    show.hook(ended({ verdict: "deny", reason }));
    expect(page.text).toBe(
      [
        "Running hooks...",
        "  ✗ PreToolUse: guard: line 0 · blocked · 12 ms",
        ...[1, 2, 3, 4, 5].map((n) => `    line ${n}`),
        "    … (+3 lines)",
        "",
      ].join("\n"),
    );
  });

  it.each([
    [{ verdict: "allow" }, {}, "✓ PreToolUse: guard · allowed · 12 ms"],
    [{ verdict: "ask", reason: "sure?" }, {}, "? PreToolUse: guard: sure? · asks · 12 ms"],
    [{ verdict: "defer", reason: "CI" }, {}, "? PreToolUse: guard: CI · deferred · 12 ms"],
    [
      { verdict: "pass", reason: "late" },
      { event: "SessionEnd" },
      "! SessionEnd: guard: late · only a message here · 12 ms",
    ],
    [
      { verdict: "deny", reason: "no" },
      { background: true },
      "✗ PreToolUse: guard: no · deny in the background: blocks nothing · 12 ms",
    ],
    [
      { verdict: "deny", reason: "red", dialect: "gencode" },
      { event: "PostToolUse" },
      "✗ PostToolUse: guard: red · blocked, the turn ends · 12 ms\nHook blocked further execution.",
    ],
    [{ durationMs: 2140, stdout: "a\n12 passed\n" }, {}, "✓ PreToolUse: guard: 12 passed · 2.1 s"],
    [{ reason: "looked" }, {}, "✓ PreToolUse: guard: looked · 12 ms"],
    [{ durationMs: 185_000 }, {}, "✓ PreToolUse: guard · 3 min 5 s"],
    [{ stdout: '{"continue":true}' }, {}, "✓ PreToolUse: guard · 12 ms"],
  ] as const)("say what a hook with %j has done", (report, notice, expected) => {
    const page = new Page();
    const show = createPlainShow(page);
    show.hook(ended(report, notice));
    show.close();
    expect(page.text).toBe(`Running hooks...\n  ${expected}\n`);
  });

  it("name a hook that takes long while it still runs", async () => {
    const engine = await engineWith({ PreToolUse: [{ hooks: [command("sleep 1.3", { id: "slow" })] }] });
    const page = new Page();
    const show = createPlainShow(page);
    engine.listen(show.hook);
    const firing = engine.fire("PreToolUse", aWrite);
    await until(() => page.text !== "");
    expect(page.text).toBe("Running hooks...\n  ▶ PreToolUse: slow\n");
    await firing;
    await heard();
    expect(page.text.split("\n").at(-2)).toMatch(/^ {2}✓ slow · 1\.\d s$/);
  });

  it("say a notice again when it comes again, and a refusal of a tool only once", () => {
    const page = new Page();
    const show = createPlainShow(page);
    show.notice("info", "the model is now x");
    show.notice("info", "the model is now x");
    show.hook(ended({ verdict: "deny", reason: "no" }));
    show.toolEnd(aCall, { text: "no", failed: true });
    show.toolEnd(aCall, { text: "no such file", failed: true });
    expect(page.text).toBe(
      [
        "· the model is now x",
        "· the model is now x",
        "Running hooks...",
        "  ✗ PreToolUse: guard: no · blocked · 12 ms",
        "  ✗ [write_file] refused",
        "  ✗ [write_file] no such file",
        "",
      ].join("\n"),
    );
  });

  it("go on with the assistant's text after a hook has spoken in the middle of it", () => {
    const page = new Page();
    const show = createPlainShow(page);
    show.text("Hello ", "m1");
    show.hook(ended({ hook: "spy", fault: "crash", reason: "exit 3" }, { event: "MessageDisplay" }));
    show.text("world", "m1");
    show.close();
    expect(page.text.split("\n")).toEqual([
      "Agent: Hello ",
      "Running hooks...",
      "  ✗ MessageDisplay: spy: crash: exit 3 · 12 ms",
      "world",
      "",
    ]);
  });

  it("do not drown in what one hook prints", () => {
    const page = new Page();
    const show = createPlainShow(page, { verbose: true });
    show.hook(started("flood"));
    const piece = {
      type: "progress",
      runId: "e/1",
      eventId: "e",
      event: "PreToolUse",
      hook: "flood",
    } as const;
    for (let n = 0; n < 50; n++) show.hook({ ...piece, stream: "stdout", text: "y\n".repeat(1000) });
    show.hook(ended({ hook: "flood" }));
    const lines = page.text.trimEnd().split("\n");
    expect(lines).toHaveLength(2 + 100 + 1 + 1);
    expect(lines.slice(-2)).toEqual(["    … (it prints more)", "  ✓ flood · 12 ms"]);
  });

  it("tell once that a hook is not approved", () => {
    const page = new Page();
    const show = createPlainShow(page);
    const untrusted = ended({ fault: "untrusted", status: "fault", reason: "not approved" });
    for (let n = 0; n < 3; n++) {
      show.hook({ ...untrusted, runId: `${n}` });
      show.notice("warn", "guard: untrusted: not approved; went on without it");
    }
    expect(page.text.match(/not approved/g)).toHaveLength(1);
  });

  it("stream the assistant's text, and end its line before anything else is said", () => {
    const page = new Page();
    const show = createPlainShow(page);
    show.text("Hel", "m1");
    show.text("lo.", "m1");
    show.message({ ...aMessage, text: "Hello." });
    show.toolEnd(aCall, { text: "EACCES: src is read-only\nat …", failed: true });
    show.text("Sorry.\n", "m2");
    show.notice("warn", "two\nlines");
    show.result({ subtype: "interrupted", text: "", sessionId: "s", durationMs: 1, turns: 1 });
    expect(page.text).toBe(
      [
        "Agent: Hello.",
        "Agent: [write_file] /p/src/component.tsx",
        "  ✗ [write_file] EACCES: src is read-only (+1 lines)",
        "Agent: Sorry.",
        "! two",
        "  lines",
        "! interrupted",
        "",
      ].join("\n"),
    );
  });

  it("write nothing that a terminal obeys, wherever it comes from", () => {
    const evil = "a\u001b[2J\u202eb\u009b\u0007\u{e0041}\rc";
    const page = new Page();
    const show = createPlainShow(page, { verbose: true });
    show.begin({ ...facts, model: evil, cwd: evil, sessionId: evil });
    for (const piece of evil) show.text(piece, "m");
    show.message({
      ...aMessage,
      calls: [{ ...aCall, name: evil, input: { [evil]: evil } }],
      agent: { id: evil, type: evil },
    });
    show.toolEnd({ ...aCall, name: evil }, { text: evil, failed: true });
    show.hook(started(evil, { status: evil, event: "PreToolUse" }));
    show.hook(ended({ hook: evil, reason: evil, verdict: "deny" }));
    show.notice("error", evil);
    show.page(evil);
    show.result({ subtype: "error", text: `${evil}!`, sessionId: evil, durationMs: 1, turns: 1 });
    show.close();
    expect(page.text).toContain("a\\u001b[2J\\u202eb\\u009b\\u0007\\u{e0041}");
    expect(page.text).not.toMatch(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]|[\u{e0000}-\u{e007f}]/u,
    );
  });
});
