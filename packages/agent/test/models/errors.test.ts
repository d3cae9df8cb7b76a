import type { AIMessageChunk } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { builtInEvents } from "hookline";
import { afterAll, describe, expect, it } from "vitest";
import { chooseModel } from "../../src/models/choose.ts";
import { explainCut, explainModelError, ModelError, stopWords } from "../../src/models/errors.ts";
import { type FakeServer, type ServerTurn, startOpenAiServer } from "./openai-server.ts";
import { startAnthropicServer, startOllamaServer } from "./other-servers.ts";

const servers: FakeServer[] = [];
afterAll(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function kept(server: Promise<FakeServer>): Promise<string> {
  servers.push(await server);
  return (await server).url;
}

async function faultOf(model: string, env: Record<string, string>) {
  const chosen = await chooseModel({ model, env });
  const error = await chosen.model.invoke("go").catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  const fault = explainModelError(error, model);
  expect(fault.line).not.toMatch(/\n|Troubleshooting|\.js:/);
  return fault;
}

/** The same answer at each try. */
const always = (turn: ServerTurn) => Array.from({ length: 9 }, () => turn);

async function openAi(turn: ServerTurn) {
  const server = await startOpenAiServer(always(turn));
  servers.push(server);
  return { env: { OPENAI_BASE_URL: server.url }, requests: server.requests };
}

describe("what a model's service says", () => {
  it("has the words of the StopFailure event, each of them", () => {
    const event = builtInEvents.find(({ name }) => name === "StopFailure");
    expect(`${event?.payload.error}`.split("|")).toEqual([...stopWords, "string"]);
  });

  it.each([
    [401, "authentication_failed", "the key was refused"],
    [403, "authentication_failed", "the key was refused"],
    [402, "billing_error", "no credit"],
    [404, "model_not_found", "no such model"],
    [400, "invalid_request", "refused the request"],
  ])("HTTP %i is told at once as %s", async (status, error, advice) => {
    const { env, requests } = await openAi({ status, text: "it said so" });
    const fault = await faultOf("m", env);
    expect(fault.error).toBe(error);
    expect(fault.line).toMatch(new RegExp(`^the model "m" did not answer \\(HTTP ${status}\\): .*${advice}`));
    expect(fault.line).toContain("it said so");
    expect(requests).toHaveLength(1);
  });

  it.concurrent("a server's own error is tried three times, and then told", async () => {
    const cases = [
      [{ status: 429, text: "slow down" }, "rate_limit", "too many requests", 1],
      [{ status: 429, code: "insufficient_quota", text: "pay" }, "billing_error", "no credit", 1],
      [{ status: 500, text: "broken" }, "server_error", "try again", 3],
      [{ status: 529, text: "full" }, "overloaded", "overloaded", 3],
    ] as const;
    await Promise.all(
      cases.map(async ([turn, error, advice, tries]) => {
        const { env, requests } = await openAi(turn);
        const fault = await faultOf("m", env);
        expect(fault).toEqual({ error, line: expect.stringContaining(advice) });
        // LangChain waits for a limit only if the service says how long.
        expect(requests).toHaveLength(tries);
      }),
    );
  });

  it("errors of Anthropic's and Ollama's protocols are understood", async () => {
    const text = "invalid x-api-key";
    const refused = always({ status: 401, code: "authentication_error", text });
    const anthropic = await faultOf("claude-x", {
      ANTHROPIC_BASE_URL: await kept(startAnthropicServer(refused)),
    });
    expect(anthropic).toEqual({ error: "authentication_failed", line: expect.stringContaining(text) });
    const unknown = always({ status: 404, text: "model not found" });
    const ollama = await faultOf("llama9", { OLLAMA_HOST: await kept(startOllamaServer(unknown)) });
    expect(ollama).toEqual({ error: "model_not_found", line: expect.stringContaining("HTTP 404") });
  });

  it("an answer that was cut off is told, a whole one is not", async () => {
    const OPENAI_BASE_URL = await kept(
      startOpenAiServer([{ text: "half", finish: "length" }, { text: "whole" }]),
    );
    const { model } = await chooseModel({ model: "m", env: { OPENAI_BASE_URL } });
    expect(explainCut(await model.invoke("go"))?.error).toBe("max_output_tokens");
    expect(explainCut(await model.invoke("go"))).toBeNull();
    const cut = await kept(startAnthropicServer([{ text: "half", finish: "max_tokens" }]));
    const claude = await chooseModel({ model: "claude-x", env: { ANTHROPIC_BASE_URL: cut } });
    let whole: AIMessageChunk | undefined;
    for await (const chunk of await claude.model.stream("go")) whole = whole?.concat(chunk) ?? chunk;
    expect(whole && explainCut(whole)?.error).toBe("max_output_tokens");
  });
});

describe("a service that cannot be reached", () => {
  it.concurrent("is told within seconds, with its address", async () => {
    const { url, close } = await startOpenAiServer([]);
    await close();
    const { host } = new URL(url);
    const began = performance.now();
    const faults = await Promise.all([
      faultOf("m", { OPENAI_BASE_URL: url }),
      faultOf("claude-x", { ANTHROPIC_BASE_URL: url }),
      faultOf("llama3", { OLLAMA_BASE_URL: url }),
    ]);
    expect(performance.now() - began).toBeLessThan(15_000);
    for (const { error, line } of faults) {
      expect(error).toBe("server_error");
      expect(line).toMatch(/^the model ".+" cannot be reached: .*nothing listens there.*ECONNREFUSED/);
      expect(line).toContain(host);
    }
  });

  it.concurrent("is told when no host has that name", async () => {
    const { line } = await faultOf("m", { OPENAI_BASE_URL: "http://no-such-host.invalid/v1" });
    expect(line).toMatch(/no-such-host\.invalid: .*(ENOTFOUND|EAI_AGAIN)/);
  });

  it("is told when nothing comes in time", async () => {
    const { env } = await openAi({ hangs: true });
    const configuration = { baseURL: env.OPENAI_BASE_URL };
    const model = new ChatOpenAI({ model: "m", apiKey: "k", configuration, timeout: 50, maxRetries: 0 });
    const error = await model.invoke("go").catch((thrown: unknown) => thrown);
    const line = expect.stringContaining("cannot be reached: no answer in time");
    expect(explainModelError(error)).toEqual({ error: "server_error", line });
  });
});

describe("anything else", () => {
  it.each([
    [new ModelError("model_not_found", "choose one"), "model_not_found", /^choose one$/],
    [new Error("first line\n\nTroubleshooting URL: x\n"), "unknown", /it says: first line$/],
    ["a string", "unknown", /it says: a string$/],
    [undefined, "unknown", /^the model did not answer: the model's service failed$/],
    [{ status: 503 }, "overloaded", /HTTP 503/],
    [{ error: { type: "constructor" } }, "unknown", /failed$/],
    [
      new Error("x", { cause: Object.assign(new Error("y"), { code: "ECONNRESET" }) }),
      "server_error",
      /was cut/,
    ],
    [new Error("your credit balance is too low"), "billing_error", /no credit/],
  ])("%s becomes a word and a line", (error, word, line) => {
    expect(explainModelError(error)).toEqual({ error: word, line: expect.stringMatching(line) });
  });
});
