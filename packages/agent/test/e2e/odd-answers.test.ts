import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startServer } from "../models/openai-server.ts";
import { headless, makePlace, type Place, runAgent } from "../run-agent.ts";
import { several, stack } from "./several.ts";

/** A server that streams one tool call exactly as it is given here, and then says "after". */
async function answering(call: object, newId = (): string => crypto.randomUUID()): Promise<string> {
  let asked = 0;
  const server = await startServer([], (_turn, _request, response) => {
    const id = newId();
    const piece = (delta: object, finish_reason: string | null) =>
      response.write(
        `data: ${JSON.stringify({ id, object: "chat.completion.chunk", model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
      );
    response.writeHead(200, { "content-type": "text/event-stream" });
    const first = asked++ === 0;
    piece(
      { role: "assistant", ...(first ? { tool_calls: [{ index: 0, ...call }] } : { content: "after" }) },
      null,
    );
    piece({}, first ? "tool_calls" : "stop");
    response.end("data: [DONE]\n\n");
  });
  onTestFinished(() => server.close());
  return `${server.url}/v1`;
}

const run = async (call: object, place = makePlace()) => {
  const env = { OPENAI_BASE_URL: await answering(call) };
  const args = ["-p", "go", "--model", "openai:m", "--permission-mode", "bypassPermissions", "--verbose"];
  return { place, ...(await runAgent(place, args, { env })) };
};
const execute = (args: string, more: object = {}) => ({
  type: "function",
  function: { name: "command_execute", arguments: args },
  ...more,
});
const touch = JSON.stringify({ command: "touch made" });
const made = ({ project }: Place) => existsSync(join(project, "made"));

describe("a model's call", () => {
  it("without an id, or with an empty one, runs and is answered", async () => {
    for (const end of await several([{}, { id: "" }], (more) => run(execute(touch, more)))) {
      expect([end.status, end.stdout, made(end.place)], end.stderr).toEqual([0, "after\n", true]);
    }
  }, 60_000);

  it("and the answers around it may all have one id: none takes another's place", async () => {
    const place = makePlace();
    const env = { OPENAI_BASE_URL: await answering(execute(touch, { id: "call_1" }), () => "always") };
    const args = ["-p", "go", "--model", "openai:m", "--permission-mode", "bypassPermissions"];
    const first = await runAgent(place, args, { env });
    expect([first.status, first.stdout, made(place)], first.stderr).toEqual([0, "after\n", true]);
    const again = await runAgent(place, [...args, "--continue"], { env });
    expect([again.status, again.stdout], again.stderr).toEqual([0, "after\n"]);
  }, 60_000);

  it("that cannot be read ends the turn, and that is said", async () => {
    const { status, stdout, stderr } = await run(execute("[1]", { id: "call_1" }));
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^! the model's call of command_execute has no readable input, so nothing runs/m);
  }, 60_000);

  it("that is nested too deep is refused, the model goes on, and so does the session later", async () => {
    const ends = await several([600, 20_000], async (depth) => {
      const deep = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
      const first = await run(execute(`{"command":"touch made","more":${deep}}`, { id: "call_1" }));
      const args = ["-p", "more", "--resume", "--model", "openai:m"];
      const env = { OPENAI_BASE_URL: await answering(execute("{}", { id: "call_2" })) };
      return { first, again: await runAgent(first.place, args, { env }) };
    });
    for (const { first, again } of ends) {
      expect([first.status, first.stdout, made(first.place)], first.stderr).toEqual([0, "after\n", false]);
      expect(first.stderr).toContain("is nested too deep, so the call did not run");
      expect(first.stderr + again.stderr).not.toMatch(stack);
      expect([again.status, again.stdout], again.stderr).toEqual([0, "after\n"]);
    }
  }, 90_000);
});

describe("a turn", () => {
  it("with more calls than anybody means runs none of them", async () => {
    const place = makePlace();
    const tools = Array.from({ length: 10_000 }, (_, index) => ({
      name: "command_execute",
      input: { command: `touch made${index}` },
    }));
    const { status, stdout, stderr } = await runAgent(place, headless(place, [{ tools }, { text: "after" }]));
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^! the model asked for 10000 tool calls at once, so none of them runs/);
    expect(readdirSync(place.project)).toEqual([]);
  }, 60_000);

  it("ends after as many answers as --max-turns allows", async () => {
    const turns = Array(5).fill({ text: "again", tools: [{ name: "ls", input: { path: "." } }] });
    const ends = await several(["3", "6"], (most) => {
      const place = makePlace();
      return runAgent(place, [...headless(place, turns), "--max-turns", most, "--output-format", "json"]);
    });
    expect(ends.map(({ status }) => status)).toEqual([1, 0]);
    expect(JSON.parse(ends[0]?.stdout ?? "")).toMatchObject({
      subtype: "error_max_turns",
      is_error: true,
      terminal_reason: "max_turns",
      num_turns: 3,
      result: "the turn ends here: the model has answered 3 times, as often as --max-turns allows",
    });
    expect(JSON.parse(ends[1]?.stdout ?? "")).toMatchObject({ subtype: "success", num_turns: 6 });
  }, 60_000);

  it("whose prompt a hook blocked ends as stopped, with success", async () => {
    const place = makePlace();
    const hook = { type: "command", command: "echo not today >&2; exit 2" };
    place.write(".hookline/hooks.json", { hooks: { UserPromptSubmit: [{ hooks: [hook] }] } });
    const end = await runAgent(place, [...headless(place, [{ text: "no" }]), "--output-format", "json"]);
    expect(end.status).toBe(0);
    expect(JSON.parse(end.stdout)).toMatchObject({
      terminal_reason: "hook_stopped",
      result: expect.stringContaining("not today"),
    });
  }, 60_000);

  it.runIf(existsSync("/dev/full"))(
    "that cannot be saved says so, and not that the model failed",
    async () => {
      const place = makePlace();
      const program =
        "const{transcript_path:t}=JSON.parse(require('fs').readFileSync(0));require('fs').rmSync(t,{force:true});require('fs').symlinkSync('/dev/full',t)";
      const hook = { type: "command", command: `node -e "${program}"` };
      place.write(".hookline/hooks.json", { hooks: { ModelRequest: [{ hooks: [hook] }] } });
      const end = await runAgent(place, headless(place, [{ text: "hello" }]));
      expect([end.status, end.stdout], end.stderr).toEqual([1, ""]);
      expect(end.stderr).toMatch(/^! the session cannot be saved: the disk is full \(ENOSPC\): /m);
      expect(end.stderr).not.toMatch(/did not answer/);
      expect(end.stderr).not.toMatch(stack);
    },
    60_000,
  );
});
