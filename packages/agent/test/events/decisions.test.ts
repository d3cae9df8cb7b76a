import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { headless, runAgent, startAgent } from "../run-agent.ts";
import { command, grouped, notes, placeWith, tells } from "./hook-file.ts";

const refuses = (why: string, matcher?: string) => command(`echo '${why}' >&2; exit 2`, matcher);
const server = resolve(import.meta.dirname, "../mcp/servers/everything.mjs");
const linesOf = (file: string) => (existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : []);

describe("what a decision does in the running agent", () => {
  it("Stop: goes on with the reason, eight times in a row, and says that this was the last", async () => {
    const place = placeWith({ Stop: refuses("not yet") });
    place.write(".hookline/hooks.local.json", {
      hooks: grouped({ Stop: notes(place, "stops"), MessageAdded: notes(place, "messages") }),
    });
    const turns = Array.from({ length: 12 }, (_, index) => ({ text: `answer ${index + 1}` }));
    const { status, stdout, stderr } = await runAgent(place, headless(place, turns));
    expect(status).toBe(0);
    expect(stdout).toBe("answer 9\n");
    expect(stderr).toContain("Stop hooks made the agent go on 8 times in a row: this time it stops");
    const stops = linesOf(join(place.root, "stops")).map((line) => JSON.parse(line).stop_hook_active);
    expect(stops).toEqual([false, ...Array.from({ length: 8 }, () => true)]);
    const prompts = linesOf(join(place.root, "messages"))
      .map((line) => JSON.parse(line))
      .filter(({ role }) => role === "user");
    expect(prompts.map(({ content }) => content)).toEqual([
      "go",
      ...Array.from({ length: 8 }, () => "Stop hook feedback:\nnot yet"),
    ]);
  }, 40_000);

  it("PreCompact, PreModelSwitch, ConfigChange, TaskCreated, TaskCompleted: it does not happen, and the person or the model reads why", async () => {
    const place = placeWith({
      PreCompact: refuses("all of it matters"),
      PreModelSwitch: refuses("this model stays"),
      ConfigChange: refuses("not while it runs"),
      TaskCreated: command(`grep -q forbidden && { echo 'no such task' >&2; exit 2; }; exit 0`),
      TaskCompleted: refuses("the tests are red"),
    });
    place.write(".hookline/hooks.local.json", { hooks: grouped({ MessageAdded: notes(place, "messages") }) });
    const todo = (content: string, status: string) => ({
      tools: [{ name: "todo", input: { todos: [{ content, status }] } }],
    });
    const turns = [
      todo("forbidden", "pending"),
      todo("allowed", "completed"),
      { text: "First is over." },
      { text: "Second is over." },
    ];
    const [, , , script = ""] = headless(place, turns);
    const agent = startAgent(place, ["--script", script, "--trust"]);
    agent.type("begin");
    await agent.until("First is over.");
    agent.type("/compact");
    await agent.until("The conversation stays as it is: all of it matters");
    agent.type("/model ollama:another");
    await agent.until("the model stays scripted: this model stays");
    place.write(".hookline/hooks.json", { hooks: grouped({ UserPromptSubmit: notes(place, "new-hooks") }) });
    agent.type("go on");
    await agent.until("Second is over.");
    agent.child.stdin.end("/hooks\n");
    const { status, stdout } = await agent.ended;
    expect(status).toBe(0);
    expect(stdout).toContain("is not applied until the file changes again: not while it runs");
    expect(existsSync(join(place.root, "new-hooks"))).toBe(false);
    const results = linesOf(join(place.root, "messages"))
      .map((line) => JSON.parse(line))
      .filter(({ role }) => role === "tool");
    expect(results.map(({ content }) => content.split("\n")[0])).toEqual([
      '"forbidden" was not added to the list: no such task',
      '"allowed" may not be completed yet: the tests are red',
    ]);
  }, 40_000);

  it("MessageDisplay: changes what is seen, and nothing else", async () => {
    const place = placeWith({ MessageDisplay: tells("MessageDisplay", { displayContent: "[hidden]" }) });
    place.write(".hookline/hooks.local.json", { hooks: grouped({ Stop: notes(place, "stops") }) });
    const agent = startAgent(place, [...headless(place, [{ text: "the secret" }]).slice(2), "tell me"]);
    agent.child.stdin.end();
    const { status, stdout } = await agent.ended;
    expect(status).toBe(0);
    expect(stdout).toContain("[hidden]");
    expect(stdout).not.toContain("the secret");
    const [stop = "{}"] = linesOf(join(place.root, "stops"));
    const { last_assistant_message: said, transcript_path: transcript } = JSON.parse(stop);
    expect(said).toBe("the secret");
    expect(readFileSync(transcript, "utf8")).toContain("the secret");
  }, 40_000);

  it("Elicitation: a hook answers in the person's place, and the server gets its answer", async () => {
    const answer = { action: "accept", content: { name: "Ada", age: 36 } };
    const place = placeWith({ Elicitation: tells("Elicitation", answer, "everything") });
    place.write(".hookline/hooks.local.json", { hooks: grouped({ PostToolUse: notes(place, "after") }) });
    const config = place.write("servers.json", {
      mcpServers: { everything: { command: process.execPath, args: [server] } },
    });
    const turns = [{ tools: [{ name: "mcp__everything__form", input: {} }] }];
    const { status } = await runAgent(place, [...headless(place, turns), "--mcp-config", config]);
    expect(status).toBe(0);
    const [after = "{}"] = linesOf(join(place.root, "after"));
    expect(JSON.parse(JSON.parse(after).tool_response.content[0].text)).toEqual(answer);
  }, 40_000);
});
