import { type Answer, type FakeServer, type ServerTurn, startServer } from "./openai-server.ts";

/** A server on loopback that streams Anthropic's messages (text and tools). */
export function startAnthropicServer(turns: readonly ServerTurn[]): Promise<FakeServer> {
  return startServer(turns, answerAnthropic);
}

/** A server on loopback that streams Ollama's chat (text and tools). */
export function startOllamaServer(turns: readonly ServerTurn[]): Promise<FakeServer> {
  return startServer(turns, answerOllama);
}

const answerAnthropic: Answer = ({ text = "", tools = [], finish }, { body }, response, number) => {
  const stop = finish ?? (tools.length > 0 ? "tool_use" : "end_turn");
  const blocks = [
    ...(text === "" ? [] : [{ start: { type: "text", text: "" }, delta: { type: "text_delta", text } }]),
    ...tools.map(({ name, input }, index) => ({
      start: { type: "tool_use", id: `toolu_${number}_${index}`, name, input: {} },
      delta: { type: "input_json_delta", partial_json: JSON.stringify(input) },
    })),
  ];
  const message = {
    id: `msg_${number}`,
    type: "message",
    role: "assistant",
    model: body.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 1 },
  };
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (value: { type: string }) =>
    response.write(`event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`);
  const say = (type: string, fields: object) => send({ type, ...fields });
  say("message_start", { message });
  for (const [index, { start, delta }] of blocks.entries()) {
    say("content_block_start", { index, content_block: start });
    say("content_block_delta", { index, delta });
    say("content_block_stop", { index });
  }
  say("message_delta", { delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 5 } });
  say("message_stop", {});
  response.end();
};

const answerOllama: Answer = ({ text = "", tools = [] }, { body }, response) => {
  response.writeHead(200, { "content-type": "application/x-ndjson" });
  const line = (value: object) => response.write(`${JSON.stringify({ model: body.model, ...value })}\n`);
  for (const word of text.split(/(?<=\s)/)) {
    line({ message: { role: "assistant", content: word }, done: false });
  }
  if (tools.length > 0) {
    const calls = tools.map(({ name, input }) => ({ function: { name, arguments: input } }));
    line({ message: { role: "assistant", content: "", tool_calls: calls }, done: false });
  }
  const counts = { prompt_eval_count: 10, eval_count: 5 };
  line({ message: { role: "assistant", content: "" }, done: true, done_reason: "stop", ...counts });
  response.end();
};
