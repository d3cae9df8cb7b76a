import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { headless, runAgent, startAgent } from "../run-agent.ts";
import { asked, command, grouped, notes, placeWith, says, tells } from "./hook-file.ts";

const refuses = (why: string, matcher?: string) => command(`echo '${why}' >&2; exit 2`, matcher);
const write = (file: string) => ({ name: "write_file", input: { file_path: file, content: "x" } });

describe("a deny", () => {
  it("of ToolSelection offers no tools, of ModelRequest asks no model, of PostToolBatch ends the turn", async () => {
    const [offered, requested, batched] = await Promise.all([
      asked(placeWith({ ToolSelection: refuses("words only") }), [{ text: "Hi." }]),
      asked(placeWith({ ModelRequest: refuses("no money left") }), [{ text: "never" }]),
      asked(placeWith({ PostToolBatch: refuses("that will do") }), [
        { tools: [write("a.txt")] },
        { text: "never" },
      ]),
    ]);
    expect(offered.tools.map(({ body }) => body.tools ?? [])).toEqual([[]]);
    expect(requested.requests).toEqual([]);
    expect(requested.end.status).toBe(0);
    expect(requested.end.stdout + requested.end.stderr).toContain("no money left");
    expect(batched.requests).toHaveLength(1);
    expect(batched.end.stdout + batched.end.stderr).toContain("that will do");
  }, 60_000);

  it("of PermissionCheck refuses the tool, after a tool it is feedback, of SubagentStop the sub-agent goes on", async () => {
    const place = placeWith({
      PermissionCheck: refuses("not this file", "Write"),
      PostToolUse: refuses("look again", "LS"),
      PostToolUseFailure: refuses("try the docs", "Read"),
      SubagentStop: command(`grep -q '"stop_hook_active":true' || { echo 'and the tests?' >&2; exit 2; }`),
    });
    const { requests } = await asked(place, [
      { tools: [write("a.txt")] },
      { tools: [{ name: "ls", input: {} }] },
      { tools: [{ name: "read_file", input: { file_path: "nope" } }] },
      { tools: [{ name: "task", input: { description: "look", subagent_type: "general-purpose" } }] },
      { text: "looked" },
      { text: "tested" },
      { text: "Done." },
    ]);
    expect(existsSync(join(place.project, "a.txt"))).toBe(false);
    const last = (index: number) => requests[index]?.at(-1)?.text ?? "";
    expect(last(1)).toContain("not this file");
    expect(last(2)).toContain("PostToolUse:ls hook blocking error: look again");
    expect(last(3)).toMatch(
      /^File does not exist(?:.|\n)*PostToolUseFailure:read_file hook blocking error: try the docs/,
    );
    expect(last(5)).toBe("SubagentStop hook feedback:\nand the tests?");
    expect(last(6)).toBe("tested");
  }, 40_000);

  it("of UserPromptExpansion expands nothing, of PermissionRequest asks nobody", async () => {
    const decision = { behavior: "deny", message: "ask the owner" };
    const place = placeWith({
      UserPromptExpansion: refuses("no such command today", "mycmd"),
      PermissionRequest: tells("PermissionRequest", { decision }),
    });
    place.write(".hookline/commands/mycmd.md", "Do it.");
    const [, , , script = ""] = headless(place, [{ tools: [write("a.txt")] }, { text: "Then not." }]);
    const agent = startAgent(place, ["--script", script, "--trust"]);
    agent.child.stdin.end("/mycmd\ngo\n");
    const { status, stdout } = await agent.ended;
    expect(status).toBe(0);
    expect(stdout).toContain("/mycmd is not expanded: no such command today");
    expect(stdout).toContain("ask the owner");
    expect(stdout).not.toContain("May it use");
    expect(existsSync(join(place.project, "a.txt"))).toBe(false);
  }, 40_000);

  it("of WorktreeCreate starts no session, of WorktreeRemove keeps the folder", async () => {
    const refused = placeWith({ WorktreeCreate: refuses("no room") });
    const kept = placeWith({ WorktreeRemove: refuses("still needed") });
    execFileSync("git", ["init", "-q", kept.project], { env: kept.env });
    const commit = ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "a"];
    execFileSync("git", ["-C", kept.project, ...commit], { env: kept.env });
    const run = (place: typeof kept) =>
      runAgent(place, [...headless(place, [{ text: "Hi." }]), "--worktree", "one"]);
    const [first, second] = await Promise.all([run(refused), run(kept)]);
    expect(first.status).toBe(1);
    expect(first.stderr).toContain('The worktree "one" is not made: no room');
    expect(second.status).toBe(0);
    expect(second.stderr).toContain("is kept: still needed");
    expect(existsSync(join(kept.project, ".hookline/worktrees/one"))).toBe(true);
  }, 40_000);
});

describe("the context of an event beside the conversation", () => {
  it("is read with the first prompt (Setup), or before the next answer (PermissionGranted)", async () => {
    const place = placeWith({
      Setup: tells("Setup", { additionalContext: "from the set-up" }),
      PermissionGranted: tells("PermissionGranted", { additionalContext: "from the grant" }),
    });
    const { requests } = await asked(place, [{ tools: [write("a.txt")] }, { text: "Done." }], ["--init"]);
    expect(requests[0]?.at(-1)?.text).toContain("Setup hook additional context: from the set-up");
    expect(requests[1]?.at(-1)?.text).toContain("PermissionGranted hook additional context: from the grant");
  }, 40_000);

  it("is not lost after an interruption or a call for attention", async () => {
    const place = placeWith({
      UserInterrupt: tells("UserInterrupt", { additionalContext: "from the interrupt" }),
      Notification: tells("Notification", { additionalContext: "from the call" }, "permission_prompt"),
    });
    place.write(".hookline/hooks.local.json", { hooks: grouped({ ModelRequest: notes(place, "requests") }) });
    const long = { name: "command_execute", input: { command: "touch started; sleep 100" } };
    const turns = [{ tools: [long] }, { tools: [write("a.txt")] }, { text: "Done." }];
    const [, , , script = ""] = headless(place, turns);
    const agent = startAgent(place, ["--script", script, "--trust", "--allow", "Bash"]);
    agent.type("first");
    await vi.waitFor(() => expect(existsSync(join(place.project, "started"))).toBe(true), 30_000);
    agent.child.kill("SIGINT");
    await agent.until("interrupted; Ctrl-C again quits");
    agent.child.stdin.end("second\ny\n");
    expect((await agent.ended).status).toBe(0);
    const requests = readFileSync(join(place.root, "requests"), "utf8").trim().split("\n");
    const last = (line = "{}") => JSON.parse(line).messages.at(-1).content;
    expect(requests).toHaveLength(3);
    expect(last(requests[1])).toContain("UserInterrupt hook additional context: from the interrupt");
    expect(last(requests[2])).toContain("Notification hook additional context: from the call");
  }, 60_000);

  it("and a message about a new directory reach the model with the next prompt", async () => {
    const place = placeWith({ DirectoryAdded: says({ systemMessage: "mind the licence there" }) });
    place.write(".hookline/hooks.local.json", { hooks: grouped({ ModelRequest: notes(place, "requests") }) });
    const other = join(place.root, "other");
    mkdirSync(other);
    const [, , , script = ""] = headless(place, [{ text: "Hi." }]);
    const agent = startAgent(place, ["--script", script, "--trust"]);
    agent.child.stdin.end(`/add-dir ${other}\ngo\n`);
    expect((await agent.ended).status).toBe(0);
    const { messages } = JSON.parse(readFileSync(join(place.root, "requests"), "utf8"));
    expect(messages.at(-1).content).toContain("mind the licence there");
  }, 40_000);
});
