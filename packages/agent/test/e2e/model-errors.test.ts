import { existsSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type ServerTurn, startOpenAiServer, startServer } from "../models/openai-server.ts";
import { makePlace, runAgent } from "../run-agent.ts";
import { several, stack } from "./several.ts";

/** The same refusal to every try. */
const refusing = (turn: ServerTurn) => startOpenAiServer(Array(20).fill(turn));

/** A server that streams this and then does something else than ending well. */
const breaking = async (act: (response: ServerResponse) => void) => {
  const server = await startServer([], (_turn, _request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    act(response);
  });
  return { ...server, url: `${server.url}/v1` };
};
const chunk = (delta: object) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", model: "m", choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`;

const nobody = async () => {
  const server = await startOpenAiServer([]);
  await server.close();
  return server;
};

const cases = [
  [
    "nobody listens",
    nobody,
    /cannot be reached: 127\.0\.0\.1:\d+: nothing listens there; is the server running\? \(ECONNREFUSED\)/,
    "server_error",
  ],
  [
    "401",
    () => refusing({ status: 401, text: "bad key" }),
    /\(HTTP 401\): the key was refused.*bad key/,
    "authentication_failed",
  ],
  [
    "404",
    () => refusing({ status: 404, text: "no such model" }),
    /\(HTTP 404\): there is no such model/,
    "model_not_found",
  ],
  [
    "429",
    () => refusing({ status: 429, text: "slow down" }),
    /\(HTTP 429\): too many requests/,
    "rate_limit",
  ],
  ["500", () => refusing({ status: 500, text: "oops" }), /\(HTTP 500\): the service failed/, "server_error"],
  [
    "a broken stream",
    () =>
      breaking((response) =>
        response.end(`${chunk({ role: "assistant", content: "Hel" })}data: {"id": oops\n\n`),
      ),
    /did not answer/,
    "unknown",
  ],
  [
    "a page instead of an answer",
    () => breaking((response) => response.end("<html>Sign in</html>")),
    /did not answer/,
    "unknown",
  ],
  [
    "a connection that is cut",
    () =>
      breaking((response) => {
        response.write(chunk({ role: "assistant", content: "Hel" }));
        setTimeout(() => response.destroy(), 50);
      }),
    /the connection was cut|did not answer/,
    "server_error",
  ],
] as const;

describe("a model that does not answer", () => {
  it("is one clear line, exit 1, and a StopFailure for hooks", async () => {
    const ends = await several(cases, async ([, start]) => {
      const server = await start();
      onTestFinished(() => server.close());
      const place = makePlace();
      const hook = { type: "command", command: "cat >> ../failures" };
      place.write(".hookline/hooks.json", { hooks: { StopFailure: [{ hooks: [hook] }] } });
      const args = ["-p", "go", "--trust", "--model", "openai:m"];
      const end = await runAgent(place, args, { env: { OPENAI_BASE_URL: server.url } });
      return { end, failures: readFileSync(join(place.root, "failures"), "utf8") };
    });
    for (const [index, { end, failures }] of ends.entries()) {
      const [what, , line, word] = cases[index] ?? ["", null, /^$/, ""];
      expect(end, what).toMatchObject({ status: 1, stdout: "" });
      // The StopFailure hook is told of too; nothing else is.
      const told = end.stderr
        .split("\n")
        .filter((text) => text !== "" && !/^(Running hooks| {2})/.test(text));
      expect(told, what).toEqual([expect.stringMatching(line)]);
      expect(end.stderr, what).not.toMatch(stack);
      expect(JSON.parse(failures), what).toMatchObject({ error: word });
    }
  }, 90_000);

  it("in the middle of a call: half of it does not run", async () => {
    const half = '{"command": "touch made; echo an';
    const call = {
      index: 0,
      id: "call_1",
      type: "function",
      function: { name: "command_execute", arguments: half },
    };
    const ends = await several(["length", "tool_calls"], async (finish) => {
      const server = await breaking((response) => {
        const last = { id: "c", object: "chat.completion.chunk", model: "m" };
        const choices = [{ index: 0, delta: {}, finish_reason: finish }];
        response.write(chunk({ role: "assistant", tool_calls: [call] }));
        response.end(`data: ${JSON.stringify({ ...last, choices })}\n\ndata: [DONE]\n\n`);
      });
      onTestFinished(() => server.close());
      const place = makePlace();
      const args = ["-p", "go", "--model", "openai:m", "--permission-mode", "bypassPermissions"];
      const end = await runAgent(place, args, { env: { OPENAI_BASE_URL: server.url } });
      expect(existsSync(join(place.project, "made"))).toBe(false);
      return end;
    });
    for (const { status, stdout, stderr } of ends) {
      expect([status, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(
        /^! the model's call of command_execute was cut off, so it does not run[^\n]*\n$/,
      );
    }
  }, 30_000);
});
