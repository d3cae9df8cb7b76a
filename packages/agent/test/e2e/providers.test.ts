import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type FakeServer, type ServerTurn, startOpenAiServer } from "../models/openai-server.ts";
import { startAnthropicServer, startOllamaServer } from "../models/other-servers.ts";
import { makePlace, runAgent } from "../run-agent.ts";

async function serving(
  start: (turns: readonly ServerTurn[]) => Promise<FakeServer>,
  turns: readonly ServerTurn[],
) {
  const server = await start(turns);
  onTestFinished(() => server.close());
  return server;
}

/** A coding session: write, run, let a sub-agent look, say that it is done; once more because a Stop hook wants it. */
const session: readonly ServerTurn[] = [
  { text: "I write it. ", tools: [{ name: "write_file", input: { file_path: "a.txt", content: "one\n" } }] },
  { tools: [{ name: "command_execute", input: { command: "cat a.txt && echo two >> a.txt" } }] },
  { tools: [{ name: "task", input: { description: "Look at a.txt", subagent_type: "general-purpose" } }] },
  { text: "I look. ", tools: [{ name: "read_file", input: { file_path: "a.txt" } }] },
  { text: "It holds one and two." },
  { text: "All done." },
  { text: "Now it is really done." },
];

const stopOnce = {
  hooks: {
    Stop: [
      {
        hooks: [
          {
            type: "command",
            command: "grep -q '\"stop_hook_active\":true' || { echo 'run the tests' >&2; exit 2; }",
          },
        ],
      },
    ],
    PostToolUse: [{ hooks: [{ type: "command", command: "cat >> $HOOKLINE_PROJECT_DIR/../events" }] }],
  },
};

const providers = [
  ["openai", startOpenAiServer, "OPENAI_BASE_URL", "/v1/chat/completions"],
  ["anthropic", startAnthropicServer, "ANTHROPIC_BASE_URL", "/v1/messages"],
  ["ollama", startOllamaServer, "OLLAMA_HOST", "/api/chat"],
] as const;

describe("a model behind a server", () => {
  it.each(providers)(
    "works through a whole session: %s",
    async (provider, start, address, path) => {
      const server = await serving(start, session);
      const place = makePlace();
      place.write(".hookline/hooks.json", stopOnce);
      const end = await runAgent(
        place,
        [
          "-p",
          "make a file",
          "--model",
          `${provider}:some-model`,
          "--trust",
          "--permission-mode",
          "bypassPermissions",
        ],
        { env: { [address]: server.url } },
      );
      expect(end).toMatchObject({ status: 0, stdout: "Now it is really done.\n" });
      expect(readFileSync(join(place.project, "a.txt"), "utf8")).toBe("one\ntwo\n");

      const { requests } = server;
      expect(requests.map((request) => request.path)).toEqual(Array(7).fill(path));
      expect(new Set(requests.map(({ body }) => body.model))).toEqual(new Set(["some-model"]));
      expect(requests.every(({ body }) => body.stream === true)).toBe(true);
      const said = requests.map(({ body }) => JSON.stringify(body.messages));
      expect(said[0]).toContain("make a file");
      expect(said[2]).toContain("one");
      // The sub-agent hears of its task and of nothing else; the agent hears its last answer.
      expect(said[3]).toContain("Look at a.txt");
      expect(said[3]).not.toContain("make a file");
      expect(said[5]).toContain("It holds one and two.");
      expect(said[6]).toContain("run the tests");
      const tools = readFileSync(join(place.root, "events"), "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(tools.map(({ tool_name, agent_type }) => [tool_name, agent_type])).toEqual([
        ["write_file", undefined],
        ["command_execute", undefined],
        ["read_file", "general-purpose"],
        ["task", undefined],
      ]);
    },
    30_000,
  );

  it("can be changed for another one in the middle of a session", async () => {
    const openai = await serving(startOpenAiServer, [{ text: "I am the first." }, { text: "First again." }]);
    const anthropic = await serving(startAnthropicServer, [{ text: "I am the second." }]);
    const place = makePlace();
    const input = [
      "hello",
      "/model anthropic:two",
      "who are you?",
      "/model zork:x",
      "/model openai:one",
      "and now?",
      "/model",
    ];
    const { status, stdout } = await runAgent(place, ["--model", "openai:one"], {
      input: `${input.join("\n")}\n`,
      env: { OPENAI_BASE_URL: openai.url, ANTHROPIC_BASE_URL: anthropic.url },
    });
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /I am the first\.[\s\S]*From now on anthropic:two answers\.[\s\S]*I am the second\.[\s\S]*there is no provider "zork"[\s\S]*From now on openai:one[\s\S]*First again\.[\s\S]*\nopenai:one\n/,
    );
    // Each one hears what was said before, by whomever.
    expect(JSON.stringify(anthropic.requests[0]?.body.messages)).toContain("I am the first.");
    expect(JSON.stringify(openai.requests[1]?.body.messages)).toContain("I am the second.");
  }, 30_000);

  it("judges for prompt and agent hooks, and MCP tools judge for mcp_tool hooks", async () => {
    const server = await serving(startOpenAiServer, [
      { tools: [{ name: "write_file", input: { file_path: "secret.env", content: "x" } }] },
      { text: '{"ok": false, "reason": "secrets stay out of the project"}' },
      { tools: [{ name: "command_execute", input: { command: "touch forbidden" } }] },
      { text: "I give up." },
      { tools: [{ name: "ls", input: {} }] },
      { text: '{"ok": false, "reason": "there is no README"}' },
      { text: "I will say why." },
      { text: '{"ok": true}' },
    ]);
    const place = makePlace();
    place.write(".mcp.json", {
      mcpServers: {
        gate: { command: process.execPath, args: [join(import.meta.dirname, "gate-server.mjs")] },
      },
    });
    const hook = (matcher: string, hook: object) => ({ matcher, hooks: [hook] });
    place.write(".hookline/hooks.json", {
      hooks: {
        PreToolUse: [
          hook("write_file", {
            type: "prompt",
            prompt: "Is this no secret? $ARGUMENTS",
            continueOnBlock: true,
          }),
          hook("command_execute", {
            type: "mcp_tool",
            server: "gate",
            tool: "judge",
            input: { text: "${tool_input.command}" },
          }),
        ],
        Stop: [{ hooks: [{ type: "agent", prompt: "Is there a README? $ARGUMENTS" }] }],
      },
    });
    const end = await runAgent(
      place,
      [
        "-p",
        "go",
        "--model",
        "openai:m",
        "--trust",
        "--permission-mode",
        "bypassPermissions",
        "--output-format",
        "stream-json",
      ],
      { env: { OPENAI_BASE_URL: server.url } },
    );
    expect(end.status).toBe(0);
    const lines = end.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.at(-1)).toMatchObject({ type: "result", subtype: "success", result: "I will say why." });
    const results = lines.filter(({ type }) => type === "user").map(({ message }) => message.content[0]);
    expect(results).toMatchObject([
      { is_error: true, content: expect.stringContaining("secrets stay out of the project") },
      { is_error: true, content: expect.stringContaining("the gate is closed for touch forbidden") },
    ]);
    const bodies = server.requests.map(({ body }) => JSON.stringify(body));
    expect(bodies).toHaveLength(8);
    expect(bodies[1]).toContain("Is this no secret?");
    // The agent hook has looked around with tools that only read.
    const names = server.requests[4]?.body.tools?.map((tool) => tool.function.name);
    expect(names?.sort()).toEqual(["glob", "grep", "ls", "read_file"]);
    expect(bodies[5]).toContain(".mcp.json");
    expect(bodies[6]).toContain("there is no README");
    expect(bodies[7]).toContain('\\"stop_hook_active\\":true');
  }, 30_000);
});
