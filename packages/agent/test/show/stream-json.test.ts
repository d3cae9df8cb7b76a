import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createJsonShow, createStreamJsonShow } from "../../src/show/stream-json.ts";
import { createTextShow } from "../../src/show/text-show.ts";
import { aWrite, command, ended, engineWith, heard, Page, started } from "./stage.ts";

const objects = (page: Page): Record<string, unknown>[] =>
  page.text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
const aCall = { id: "c1", name: "write_file", input: aWrite.tool_input, agent: null };
const done = { subtype: "success", text: "Done.", sessionId: "s-1", durationMs: 12.4, turns: 2 } as const;

describe("stream-json", () => {
  it("says what happened in the words of Claude Code", () => {
    const page = new Page();
    const show = createStreamJsonShow(page);
    const facts = { sessionId: "s-1", model: "scripted", cwd: "/p", tools: ["write_file"], mode: "plan" };
    show.begin({ ...facts, source: "startup" });
    show.text("He", "m1");
    show.message({ id: "m1", text: "Hello", calls: [aCall], agent: null });
    show.toolEnd(aCall, { text: "written", failed: false });
    show.message({ id: "m2", text: "", calls: [], agent: { id: "c9", type: "explorer" } });
    show.notice("warn", "careful");
    show.page("help");
    show.result(done);
    const told = objects(page);
    expect(told).toMatchObject([
      { type: "system", subtype: "init", session_id: "s-1", tools: ["write_file"], permissionMode: "plan" },
      {
        type: "assistant",
        message: {
          id: "m1",
          role: "assistant",
          content: [
            { type: "text", text: "Hello" },
            { type: "tool_use", id: "c1", name: "write_file", input: aWrite.tool_input },
          ],
        },
        parent_tool_use_id: null,
      },
      {
        type: "user",
        message: {
          content: [{ type: "tool_result", tool_use_id: "c1", content: "written", is_error: false }],
        },
      },
      { type: "assistant", message: { content: [] }, parent_tool_use_id: "c9" },
      { type: "system", subtype: "informational", level: "warn", content: "careful" },
      { type: "system", subtype: "local_command_output", content: "help" },
      {
        type: "result",
        subtype: "success",
        is_error: false,
        result: "Done.",
        num_turns: 2,
        duration_ms: 12,
        stop_reason: "end_turn",
      },
    ]);
    for (const object of told) expect(object).toMatchObject({ session_id: "s-1", uuid: expect.any(String) });
    expect(new Set(told.map(({ uuid }) => uuid)).size).toBe(told.length);
  });

  // shows: S-008 S-017 S-069
  it("follows a hook from its start over what it prints to its end", async () => {
    const engine = await engineWith({
      PreToolUse: [
        { hooks: [command("echo out; echo err >&2; exit 2", { id: "guard", statusMessage: "look" })] },
      ],
      SessionStart: [{ hooks: [command("true", { id: "hello" })] }],
    });
    const page = new Page();
    const show = createStreamJsonShow(page);
    engine.listen(show.hook);
    await engine.fire("SessionStart", { session_id: "s-1", source: "startup" });
    await engine.fire("PreToolUse", aWrite);
    await heard();
    const told = objects(page);
    expect(told.slice(0, 2)).toMatchObject([
      { subtype: "hook_started", hook_name: "SessionStart:startup", session_id: "s-1" },
      { subtype: "hook_response", hook_name: "SessionStart:startup", outcome: "success", exit_code: 0 },
    ]);
    const guard = told.filter(({ hook }) => hook === "guard");
    expect(guard[0]).toMatchObject({
      type: "system",
      subtype: "hook_started",
      hook_name: "PreToolUse:write_file",
      hook_event: "PreToolUse",
      status_message: "look",
    });
    expect(guard[1]).toMatchObject({ subtype: "hook_progress", session_id: "s-1" });
    expect(guard.at(-1)).toMatchObject({
      subtype: "hook_response",
      stdout: "out\n",
      stderr: "err\n",
      output: "out\nerr\n",
      exit_code: 2,
      outcome: "error",
      verdict: "deny",
      reason: "err",
      duration_ms: expect.any(Number),
    });
    expect(new Set(guard.map(({ hook_id }) => hook_id)).size).toBe(1);
  });

  it("tells of a hook that never began, and of one that was cancelled", () => {
    const page = new Page();
    const show = createStreamJsonShow(page);
    show.hook(ended({ fault: "untrusted", status: "fault", exitCode: null, reason: "not approved" }));
    show.hook(ended({ fault: "cancelled", status: "fault", exitCode: null }));
    const [first = {}, second] = objects(page);
    expect(first).toMatchObject({ hook_name: "PreToolUse", outcome: "error", fault: "untrusted" });
    expect(first).not.toHaveProperty("exit_code");
    expect(second).toMatchObject({ outcome: "cancelled" });
  });

  it("does not repeat a flood: little of it, and not with every piece", () => {
    const page = new Page();
    const show = createStreamJsonShow(page);
    show.hook(started("flood"));
    const piece = {
      type: "progress",
      runId: "e/1",
      eventId: "e",
      event: "PreToolUse",
      hook: "flood",
    } as const;
    for (let n = 0; n < 500; n++) show.hook({ ...piece, stream: "stdout", text: "x".repeat(10_000) });
    show.hook(ended({ hook: "flood" }));
    expect(page.text.length).toBeLessThan(200_000);
    expect(objects(page).at(-1)).toMatchObject({ subtype: "hook_response" });
  });

  it("has one object on a line, with nothing that a terminal obeys, whatever is said", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const page = new Page();
        const show = createStreamJsonShow(page);
        show.notice("info", `${text}\u001b\u009b\u202e\u2028\u{e0041}`);
        expect(page.text.slice(0, -1)).not.toMatch(
          /[\u0000-\u001f\u007f-\u009f\u2028-\u202e]|[\u{e0000}-\u{e007f}]/u,
        );
        expect(objects(page)).toMatchObject([{ content: `${text}\u001b\u009b\u202e\u2028\u{e0041}` }]);
      }),
    );
  });

  it.each([
    ["error", { subtype: "error_during_execution", is_error: true, errors: ["Done."] }],
    ["interrupted", { subtype: "error_during_execution", is_error: true }],
    ["stopped", { subtype: "success", is_error: false, terminal_reason: "hook_stopped" }],
    [
      "deferred",
      {
        subtype: "success",
        stop_reason: "tool_deferred",
        deferred_tool_use: { id: "c1", name: "write_file", input: { file_path: "a" } },
      },
    ],
  ] as const)("ends with a result object that says %s", (subtype, expected) => {
    const page = new Page();
    const deferred = { id: "c1", name: "write_file", input: { file_path: "a" } };
    const warnings = new Page();
    const show = createJsonShow(page, warnings);
    show.notice("info", "not for a program that wants one object");
    show.notice("warn", "careful");
    expect(warnings.text).toBe("! careful\n");
    show.result({ ...done, text: "a turn before" });
    show.result({ ...done, subtype, ...(subtype === "deferred" && { deferred }) });
    expect(page.text).toBe("");
    show.close();
    expect(objects(page)).toMatchObject([{ type: "result", session_id: "s-1", num_turns: 4, ...expected }]);
  });
});

describe("text", () => {
  it("puts the final text alone on stdout, hooks and notices on stderr", () => {
    const [out, err] = [new Page(), new Page()];
    const show = createTextShow(out, err);
    show.text("Do", "m");
    show.message({ id: "m", text: "Done.", calls: [aCall], agent: null });
    show.hook(ended({ verdict: "deny", reason: "no" }));
    show.notice("warn", "careful");
    show.result(done);
    expect([out.text, err.text]).toEqual([
      "Done.\n",
      "Running hooks...\n  ✗ PreToolUse: guard: no · blocked · 12 ms\n! careful\n",
    ]);
    show.result({ ...done, subtype: "error", text: "no key" });
    expect([out.text, err.text.split("\n").at(-2)]).toEqual(["Done.\n", "! no key"]);
  });
});
