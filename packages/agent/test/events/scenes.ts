import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type AgentEnd, type Place, runAgent, startAgent } from "../run-agent.ts";
import { catchAll, caughtIn, makeStage, type Scene, untilCaught } from "./scene.ts";

const everythingServer = resolve(import.meta.dirname, "../mcp/servers/everything.mjs");

/** One call of a tool in a script. */
const call = (name: string, input: object) => ({ name, input });

function script(place: Place, turns: readonly object[], rest: object = {}): readonly string[] {
  const file = join(place.root, `script-${crypto.randomUUID()}.json`);
  writeFileSync(file, JSON.stringify({ turns, ...rest }));
  return ["--script", file, "--trust"];
}

function scene(place: Place, ...ends: AgentEnd[]): Scene {
  return { place, ends, caught: caughtIn(place) };
}

/** Headless: every kind of tool, a failure, a batch of two, a sub-agent, a list of tasks, another folder; then resumed, then forked. */
export async function work(): Promise<{ readonly first: Scene; readonly later: Scene }> {
  const place = makeStage();
  place.write("CLAUDE.md", "Be kind.\n");
  place.write("sub/.keep", "");
  const a = join(place.project, "a.txt");
  const todo = (status: string) =>
    call("todo", { todos: [{ content: "write it down", description: "all of it", status }] });
  const turns = [
    { text: "I begin.", tools: [call("write_file", { file_path: a, content: "hello\n" })] },
    { tools: [call("read_file", { file_path: a })] },
    {
      tools: [
        call("edit_file", { file_path: a, old_string: "hello", new_string: "world", replace_all: false }),
      ],
    },
    { tools: [call("command_execute", { command: "echo hi; echo err >&2", description: "say hi" })] },
    { tools: [call("command_execute", { command: "cd /tmp && false", description: "fail" })] },
    {
      tools: [
        call("read_file", { file_path: join(place.project, "nope.txt") }),
        call("write_file", { file_path: "watched.txt", content: "new" }),
      ],
    },
    { tools: [call("task", { description: "look at it", subagent_type: "general-purpose" })] },
    { tools: [call("todo", { todos: [{ content: "look", status: "pending" }] })] },
    { text: "sub agent text" },
    { tools: [todo("pending")] },
    { tools: [todo("completed")] },
    { tools: [call("command_execute", { command: "cd sub" })] },
    { text: "All done." },
  ];
  const allow = ["Write", "Edit", "Bash"].flatMap((rule) => ["--allow", rule]);
  const end = await runAgent(place, ["-p", "go", ...allow, ...script(place, turns)]);
  const first = scene(place, end);
  const resumed = await runAgent(place, [
    "-p",
    "again",
    "--resume",
    ...script(place, [{ text: "ok again" }]),
  ]);
  place.write(".hookline/agent.json", { compactAtTokens: 40 });
  const failing = script(place, [{ error: "rate_limit" }], { summary: "what was done" });
  const forked = await runAgent(place, ["-p", "more", "--continue", "--fork-session", ...failing]);
  const all = scene(place, resumed, forked);
  return { first, later: { ...all, caught: all.caught.slice(first.caught.length) } };
}

/** With somebody who types and answers: permission asked for, given and refused, slash commands, and a hook file that changes. */
export async function talk(): Promise<Scene> {
  const place = makeStage();
  place.write(".claude/commands/mycmd.md", "Do $ARGUMENTS.\n");
  mkdirSync(join(place.root, "other"));
  const write = (content: string) => call("write_file", { file_path: join(place.project, "a.txt"), content });
  const turns = [
    { tools: [write("x")] },
    { text: "All done." },
    { tools: [write("y")] },
    { text: "Then not." },
    { text: "Done with arg1." },
  ];
  const agent = startAgent(place, script(place, turns, { summary: "summary text" }));
  agent.type("go");
  agent.type("y");
  agent.type("and once more");
  agent.type("n");
  await agent.until("Then not.");
  place.write(".hookline/hooks.json", `${JSON.stringify(catchAll(place))}\n`);
  agent.type("/mycmd arg1");
  agent.type("/compact keep it short");
  agent.type(`/add-dir ${join(place.root, "other")}`);
  agent.type("/model ollama:another");
  agent.type("/clear");
  agent.child.stdin.end("/quit\n");
  return scene(place, await agent.ended);
}

/** An MCP server asks for input, in a form and on a page; another tool of it is denied by a rule. */
export async function asking(): Promise<Scene> {
  const place = makeStage();
  const servers = { mcpServers: { everything: { command: process.execPath, args: [everythingServer] } } };
  const config = place.write("servers.json", servers);
  const tools = ["form", "page", "echo"].map((tool) => call(`mcp__everything__${tool}`, { text: "hi" }));
  const turns = [...tools.map((one) => ({ tools: [one] })), { text: "Asked." }];
  const options = ["--permission-mode", "bypassPermissions", "--mcp-config", config];
  options.push("--deny", "mcp__everything__echo");
  return scene(place, await runAgent(place, ["-p", "ask", ...options, ...script(place, turns)]));
}

/** In a worktree of its own, after the set-up. */
export async function apart(): Promise<Scene> {
  const place = makeStage();
  execFileSync("git", ["init", "-q", place.project], { env: place.env });
  const tree = await runAgent(place, ["-p", "go", "--worktree", "one", ...script(place, [{ text: "Hi." }])]);
  const setup = await runAgent(place, ["-p", "--init-only", ...script(place, [])]);
  return scene(place, tree, setup);
}

/** Somebody presses Ctrl-C while the model thinks. */
export async function interrupted(): Promise<Scene> {
  const place = makeStage();
  const agent = startAgent(place, ["-p", "go", ...script(place, [{ text: "late", delayMs: 60_000 }])]);
  agent.child.stdin.end();
  await untilCaught(place, "ModelRequest", agent);
  agent.child.kill("SIGINT");
  return scene(place, await agent.ended);
}
