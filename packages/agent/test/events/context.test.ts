import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { asked, command, notes, placeWith, says, tells } from "./hook-file.ts";

const context = (event: string, text: string, matcher?: string) =>
  tells(event, { additionalContext: text }, matcher);

describe("what the model reads of the hooks", () => {
  // shows: S-060 S-061 S-065
  it("stands where Claude Code puts it", async () => {
    const place = placeWith({
      SessionStart: context("SessionStart", "from the start"),
      UserPromptSubmit: context("UserPromptSubmit", "from the prompt"),
      PreToolUse: context("PreToolUse", "from before", "Write"),
      PostToolUse: context("PostToolUse", "from after", "Write"),
      PostToolBatch: command(
        `grep -q write_file && printf '%s' '{"hookSpecificOutput":{"hookEventName":"PostToolBatch","additionalContext":"from the batch"}}'; true`,
      ),
      SubagentStart: context("SubagentStart", "from the sub-agent"),
      Stop: command(`grep -q '"stop_hook_active":true' || { echo 'one thing more' >&2; exit 2; }`),
    });
    const { requests, end } = await asked(place, [
      { tools: [{ name: "write_file", input: { file_path: "a.txt", content: "x" } }] },
      { tools: [{ name: "task", input: { description: "look", subagent_type: "general-purpose" } }] },
      { text: "looked" },
      { text: "Done." },
      { text: "Really done." },
    ]);
    expect(end).toMatchObject({ status: 0, stdout: "Really done.\n" });
    const [first = [], second = [], sub = [], , last = []] = requests;
    expect(first.slice(1)).toEqual([
      { role: "user", text: "go", calls: '""' },
      {
        role: "user",
        text: "<system-reminder>\nSessionStart hook additional context: from the start\nUserPromptSubmit hook additional context: from the prompt\n</system-reminder>",
        calls: '""',
      },
    ]);
    const result = second.at(-2);
    expect(result?.role).toBe("tool");
    expect(result?.text).toMatch(
      /^The file was created: .*\n\n<system-reminder>\nPreToolUse:write_file hook additional context: from before\nPostToolUse:write_file hook additional context: from after\n<\/system-reminder>$/,
    );
    expect(second.at(-1)).toMatchObject({
      role: "user",
      text: "<system-reminder>\nPostToolBatch hook additional context: from the batch\n</system-reminder>",
    });
    expect(sub.slice(1).map(({ text }) => text)).toEqual([
      "look",
      "<system-reminder>\nSubagentStart hook additional context: from the sub-agent\n</system-reminder>",
    ]);
    expect(last.slice(-2).map(({ role, text }) => [role, text])).toEqual([
      ["assistant", "Done."],
      ["user", "Stop hook feedback:\none thing more"],
    ]);
    // Each is told once.
    const all = last.map(({ text }) => text).join("\n");
    for (const text of ["from the start", "from the prompt", "from before", "from after", "from the batch"])
      expect(all.split(text)).toHaveLength(2);
  }, 40_000);

  it("is its own call after a rewrite: the tool and PostToolUse have the new input, the history keeps the old", async () => {
    const place = placeWith({
      PreToolUse: tells("PreToolUse", {
        permissionDecision: "allow",
        updatedInput: { file_path: "b.txt", content: "theirs" },
      }),
    });
    place.write(".hookline/hooks.local.json", { hooks: { PostToolUse: [notes(place, "after")] } });
    const { requests } = await asked(place, [
      { tools: [{ name: "write_file", input: { file_path: "a.txt", content: "mine" } }] },
      { text: "Done." },
    ]);
    expect(readFileSync(join(place.project, "b.txt"), "utf8")).toBe("theirs");
    expect(JSON.parse(readFileSync(join(place.root, "after"), "utf8"))).toMatchObject({
      tool_input: { file_path: "b.txt", content: "theirs" },
    });
    const [, second = []] = requests;
    const own = second.find(({ role }) => role === "assistant")?.calls ?? "";
    expect(own).toContain("mine");
    expect(own).not.toContain("theirs");
  }, 40_000);
});

describe("a hook that ends the turn", () => {
  it("has the last word after a tool, before it and after the batch: no further request", async () => {
    const events = ["PreToolUse", "PostToolUse", "PostToolBatch"];
    const runs = events.map((event) =>
      asked(placeWith({ [event]: says({ continue: false, stopReason: `enough ${event}` }) }), [
        { text: "I try.", tools: [{ name: "write_file", input: { file_path: "a.txt", content: "x" } }] },
      ]),
    );
    for (const [index, { requests, end }] of (await Promise.all(runs)).entries()) {
      expect(requests).toHaveLength(1);
      expect(end.status).toBe(0);
      expect(end.stdout + end.stderr).toContain(`enough ${events[index]}`);
    }
  }, 60_000);

  it("before the prompt lets the model be asked nothing at all", async () => {
    const place = placeWith({ UserPromptSubmit: command("echo 'not today' >&2; exit 2") });
    const { requests, end } = await asked(place, [{ text: "never" }]);
    expect(requests).toEqual([]);
    expect(end.status).toBe(0);
    expect(end.stdout + end.stderr).toContain("UserPromptSubmit operation blocked by hook:\nnot today");
  }, 40_000);
});
