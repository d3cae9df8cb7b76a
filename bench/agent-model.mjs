// A model on loopback that speaks OpenAI's chat completions, streamed; it answers when the measurement says so.
import { createServer } from "node:http";

/** One agent's line to the model: waits for its next request, and answers it. */
function createLine(url) {
  const waiting = [];
  const arrived = [];
  return {
    url,
    /** Takes a request that has just come, and when it came. */
    take(request) {
      const asking = waiting.shift();
      if (asking) asking(request);
      else arrived.push(request);
    },
    /** The next request: when it came, what it says, and how to answer it. */
    next() {
      const request = arrived.shift();
      return request ? Promise.resolve(request) : new Promise((resolve) => waiting.push(resolve));
    },
  };
}

/** The answer as OpenAI streams it: words, or one call of a tool. */
function stream(response, number, { text = "", tool = null }) {
  const id = `chatcmpl-${number}`;
  const send = (choices, rest = {}) =>
    response.write(
      `data: ${JSON.stringify({ id, object: "chat.completion.chunk", model: "bench", choices, ...rest })}\n\n`,
    );
  const piece = (delta, reason = null) => send([{ index: 0, delta, finish_reason: reason }]);
  response.writeHead(200, { "content-type": "text/event-stream" });
  piece({ role: "assistant", content: text });
  if (tool) {
    const call = { name: tool.name, arguments: JSON.stringify(tool.input) };
    piece({ tool_calls: [{ index: 0, id: `call_${number}`, type: "function", function: call }] });
  }
  piece({}, tool ? "tool_calls" : "stop");
  send([], { usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } });
  response.end("data: [DONE]\n\n");
}

/** Starts the model; each agent gets a line of its own. */
export async function startModel() {
  const lines = new Map();
  let number = 0;
  const server = createServer((request, response) => {
    const at = performance.now();
    let body = "";
    request.setEncoding("utf8").on("data", (text) => {
      body += text;
    });
    request.on("end", () => {
      const line = lines.get(request.url.split("/")[1]);
      line?.take({ at, body, answer: (turn) => stream(response, ++number, turn) });
    });
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address();
  return {
    line() {
      const name = `line-${lines.size}`;
      const line = createLine(`http://127.0.0.1:${port}/${name}/v1`);
      lines.set(name, line);
      return line;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
