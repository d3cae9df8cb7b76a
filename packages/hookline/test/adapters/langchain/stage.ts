import { type BaseMessage, HumanMessage, isToolMessage, type ToolMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createDeepAgent } from "deepagents";
import { createAgent, type StructuredTool, tool } from "langchain";
import { z } from "zod";
import {
  type HooksOptions,
  hooksMiddleware,
  textOf,
  withHooks,
} from "../../../src/adapters/langchain/index.ts";
import type { Engine, JsonObject, OwnAnswer } from "../../../src/index.ts";
import { type Script, ScriptedModel, type Turn } from "./scripted-model.ts";

/** An event that a hook heard, with its payload. */
export interface Heard {
  readonly event: string;
  readonly payload: JsonObject;
}

/** What a function hook answers to an event. */
export type Answers = Readonly<Record<string, (payload: JsonObject) => OwnAnswer | undefined>>;

/** Every event that the adapter fires. */
export const firedEvents = [
  "UserPromptSubmit",
  "ToolSelection",
  "ModelRequest",
  "StreamStart",
  "StreamEnd",
  "ModelResponse",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PermissionDenied",
  "PostToolBatch",
  "Stop",
  "SubagentStart",
  "SubagentStop",
  "PreCompact",
  "PostCompact",
] as const;

/** Puts a function behind events: it keeps what it hears, and answers what it is told to. */
export function listenTo(
  engine: Engine,
  answers: Answers = {},
  events: readonly string[] = [...new Set([...firedEvents, ...Object.keys(answers)])],
): Heard[] {
  const heard: Heard[] = [];
  for (const event of events)
    engine.on(event, "*", (payload) => {
      heard.push({ event, payload });
      return answers[event]?.(payload);
    });
  return heard;
}

/** What was heard of one event. */
export function payloadsOf(heard: readonly Heard[], event: string): JsonObject[] {
  return heard.filter((one) => one.event === event).map(({ payload }) => payload);
}

/** A tool that writes nothing, and keeps what it was given; the content `boom` breaks it. */
export function writeTool(name = "write_file"): { readonly write: StructuredTool; readonly given: object[] } {
  const given: object[] = [];
  const write = tool(
    ({ file_path, content }) => {
      given.push({ file_path, content });
      if (content === "boom") throw new Error("disk full");
      return `wrote ${file_path}`;
    },
    {
      name,
      description: "Writes a file.",
      schema: z.object({ file_path: z.string(), content: z.string().default("") }),
    },
  );
  return { write, given };
}

/** A call of the tool that writes. */
export function writing(file_path: string, content = "x", id?: string) {
  return { name: "write_file", input: { file_path, content }, ...(id !== undefined && { id }) };
}

/** The results of tools in a conversation. */
export function resultsIn(messages: readonly BaseMessage[]): ToolMessage[] {
  return messages.filter((message) => isToolMessage(message));
}

/** The texts of a conversation, with who said them. */
export function texts(messages: readonly BaseMessage[] | undefined): string[] {
  return (messages ?? []).map((message) => `${message.getType()}: ${textOf(message)}`);
}

/** An agent with the tool that writes, and everything to look at afterwards. */
export function plainAgent(
  engine: Engine,
  script: Script,
  options: HooksOptions = {},
  tools: readonly StructuredTool[] = [],
) {
  const model = new ScriptedModel(script);
  const { write, given } = writeTool();
  const agent = createAgent({
    model,
    tools: [write, ...tools],
    checkpointer: new MemorySaver(),
    middleware: [hooksMiddleware(engine, options)],
  });
  const config = { configurable: { thread_id: "t1" }, recursionLimit: 100 };
  const say = (text: string) => agent.invoke({ messages: [new HumanMessage(text)] }, config);
  return { agent, model, given, config, say };
}

/** A deep agent whose tools are those of the parameters. */
export function deepAgent(
  engine: Engine,
  script: Script,
  options: HooksOptions = {},
  params: Partial<Parameters<typeof createDeepAgent>[0]> = {},
) {
  const model = new ScriptedModel(script);
  const { write, given } = writeTool("write_note");
  const agent = createDeepAgent(
    withHooks({ model, tools: [write], checkpointer: new MemorySaver(), ...params }, engine, options),
  );
  const config = { configurable: { thread_id: "t1" }, recursionLimit: 100 };
  const say = (text: string) => agent.invoke({ messages: [new HumanMessage(text)] }, config);
  return { agent, model, given, config, say };
}

/** A turn that asks for tools. */
export function calling(...tools: NonNullable<Turn["tools"]>): Turn {
  return { tools };
}
