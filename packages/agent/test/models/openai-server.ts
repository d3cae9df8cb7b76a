import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the server answers to one request. */
export interface ServerTurn {
  readonly text?: string;
  readonly tools?: readonly { readonly name: string; readonly input: object }[];
  /** An HTTP error instead of an answer, with `text` as its message. */
  readonly status?: number;
  readonly code?: string;
  /** Why the model stopped, if not because it was done: `length` is the limit of tokens. */
  readonly finish?: string;
  /** Takes the request and never answers. */
  readonly hangs?: boolean;
}

/** A request as the server got it. */
export interface SeenRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: {
    readonly model?: string;
    readonly stream?: boolean;
    readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
    readonly tools?: readonly { readonly function: { readonly name: string } }[];
  };
}

/** A running server. */
export interface FakeServer {
  /** What OPENAI_BASE_URL is set to. */
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  close(): Promise<void>;
}

/** Answers one request with one turn. */
export type Answer = (
  turn: ServerTurn,
  request: SeenRequest,
  response: ServerResponse,
  number: number,
) => void;

/** A server on loopback that speaks OpenAI's chat completions, streamed or not; used up, it answers an empty text. */
export async function startOpenAiServer(turns: readonly ServerTurn[]): Promise<FakeServer> {
  const server = await startServer(turns, answerOpenAi);
  return { ...server, url: `${server.url}/v1` };
}

/** A server on loopback that plays turns in any protocol. */
export async function startServer(turns: readonly ServerTurn[], answer: Answer): Promise<FakeServer> {
  const requests: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse((await bytesOf(request)) || "{}");
    const seen = { path: request.url ?? "", authorization: request.headers.authorization, body };
    const number = requests.push(seen);
    const turn = turns[number - 1] ?? {};
    if (turn.hangs) return;
    if (turn.status === undefined) return answer(turn, seen, response, number);
    const { status, text = "no", code = null } = turn;
    const error = { type: code, code, message: text };
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ error }));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function answerOpenAi(
  turn: ServerTurn,
  { body }: SeenRequest,
  response: ServerResponse,
  number: number,
): void {
  const { text = "", tools = [], finish = tools.length > 0 ? "tool_calls" : "stop" } = turn;
  const id = `chatcmpl-${number}`;
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const calls = tools.map(({ name, input }, index) => ({
    index,
    id: `call_${number}_${index}`,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
  if (!body.stream) {
    const message = { role: "assistant", content: text, ...(calls.length > 0 && { tool_calls: calls }) };
    const choices = [{ index: 0, message, finish_reason: finish }];
    const whole = { id, object: "chat.completion", model: body.model, choices, usage };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(whole));
    return;
  }
  const send = (value: object) => response.write(`data: ${JSON.stringify(value)}\n\n`);
  const chunk = (delta: object, reason: string | null = null) =>
    send({
      id,
      object: "chat.completion.chunk",
      model: body.model,
      choices: [{ index: 0, delta, finish_reason: reason }],
    });
  response.writeHead(200, { "content-type": "text/event-stream" });
  chunk({ role: "assistant", content: "" });
  for (const word of text.split(/(?<=\s)/)) chunk({ content: word });
  for (const { function: called, ...call } of calls) {
    const half = Math.ceil(called.arguments.length / 2);
    chunk({ tool_calls: [{ ...call, function: { ...called, arguments: called.arguments.slice(0, half) } }] });
    chunk({ tool_calls: [{ index: call.index, function: { arguments: called.arguments.slice(half) } }] });
  }
  chunk({}, finish);
  send({ id, object: "chat.completion.chunk", model: body.model, choices: [], usage });
  response.end("data: [DONE]\n\n");
}

async function bytesOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request.setEncoding("utf8")) text += part;
  return text;
}
