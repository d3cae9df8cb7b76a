import { type BaseMessage, isToolMessage, ToolMessage } from "@langchain/core/messages";
import { Command } from "@langchain/langgraph";
import type { Decision, Json, JsonObject } from "../../index.ts";
import { asJson, type Mark, marked, reminder, textOf } from "./marks.ts";

/** The call as LangChain has it. */
interface Called {
  readonly name: string;
  readonly id?: string | undefined;
}

type Result = ToolMessage | Command;

/** What hooks are told of a result: the tool's own object if it gave one beside the text for the model. */
export function responseOf(result: Result): Json {
  const message = messageIn(result);
  if (!message) return null;
  const { artifact } = message;
  return typeof artifact === "object" && artifact !== null ? asJson(artifact) : textOf(message);
}

/** What the model reads of a call that did not run. */
export function refused({ name, id = "" }: Called, decision: Decision): ToolMessage {
  const { verdict, reason, halt, runs } = decision;
  const byHook = runs.some((run) => run.verdict === verdict && run.mode === "enforce");
  const why = reason || halt?.reason || "it was refused";
  const text = byHook && verdict === "deny" ? `PreToolUse:${name} hook error: ${why}` : why;
  const mark = { input: null, ...(halt && { halt: halt.reason }) };
  const again = decision.effects.retry === true ? ["You may try this call again."] : [];
  const content = withWords(verdict === "defer" ? `deferred: ${why}` : text, again, decision, name);
  return new ToolMessage({ content, name, tool_call_id: id, status: "error", ...marked(mark) });
}

/** What the model reads of a call whose input nobody can be shown. */
export function unfit({ name, id = "" }: Called): ToolMessage {
  const content = `The input of ${name} cannot be written as JSON or is nested too deep, so the call did not run: call it with a plain input.`;
  return new ToolMessage({ content, name, tool_call_id: id, status: "error", ...marked({ input: null }) });
}

/** What the model reads of a tool that failed: the error in its own words, and what hooks add. */
export function failed(
  { name, id = "" }: Called,
  input: JsonObject,
  error: unknown,
  result: Result | undefined,
  decision: Decision,
  after: Decision | null,
): ToolMessage {
  const given = result && messageIn(result);
  const replaced = typeof after?.updatedOutput === "string";
  const said = given && !replaced ? textOf(given) : error instanceof Error ? error.message : String(error);
  const content = withWords(said, feedback(after, `PostToolUseFailure:${name}`), decision, name, after);
  return new ToolMessage({
    ...(given && carriedBy(given)),
    ...(replaced && { artifact: said }),
    content,
    name,
    tool_call_id: id,
    status: "error",
    ...marked(markOf(input, after), given),
  });
}

/** The tool's result with what hooks made of it and have to say about it. */
export function answered(
  call: Called,
  input: JsonObject,
  result: Result | undefined,
  output: unknown,
  decision: Decision,
  after: Decision | null,
): Result {
  const { name, id = "" } = call;
  const change = (message: ToolMessage): ToolMessage => {
    const replaced = after !== null && after.updatedOutput !== null;
    const said = replaced ? wordsOf(output) : textOf(message);
    const content = withWords(said, feedback(after, `PostToolUse:${name}`), decision, name, after);
    const untouched = content === textOf(message);
    return new ToolMessage({
      ...carriedBy(message),
      content: untouched ? message.content : content,
      name,
      tool_call_id: message.tool_call_id || id,
      status: message.status ?? "success",
      ...(replaced && { artifact: output }),
      ...marked(markOf(input, after), message),
    });
  };
  if (result instanceof Command) return changeCommand(result, change);
  return change(result ?? new ToolMessage({ content: wordsOf(output), name, tool_call_id: id }));
}

function markOf(input: JsonObject, after: Decision | null): Mark {
  return { input, ...(after?.halt && { halt: after.halt.reason }) };
}

/** What a message has beside its words. */
function carriedBy({ id, artifact, metadata, response_metadata }: ToolMessage) {
  return {
    ...(id !== undefined && { id }),
    ...(artifact !== undefined && { artifact }),
    ...(metadata !== undefined && { metadata }),
    response_metadata,
  };
}

function messageIn(result: Result): ToolMessage | undefined {
  if (!(result instanceof Command)) return result;
  return messagesOf(result).findLast(isToolMessage);
}

function messagesOf({ update }: Command): readonly BaseMessage[] {
  const messages: unknown = update && !Array.isArray(update) ? Reflect.get(update, "messages") : undefined;
  return Array.isArray(messages) ? messages : [];
}

function changeCommand(command: Command, change: (message: ToolMessage) => ToolMessage): Command {
  const messages = messagesOf(command).map((message) => (isToolMessage(message) ? change(message) : message));
  const { update, goto, resume, graph } = command;
  return new Command({
    update: { ...update, messages },
    ...(goto !== undefined && { goto }),
    ...(resume !== undefined && { resume }),
    ...(graph !== undefined && { graph }),
  });
}

function wordsOf(output: unknown): string {
  return typeof output === "string" ? output : JSON.stringify(output);
}

function feedback(after: Decision | null, who: string): readonly string[] {
  return after?.verdict === "deny" ? [`${who} hook blocking error: ${after.reason}`] : [];
}

/** Adds, next to the result, what hooks before and after the tool say to the model. */
function withWords(
  text: string,
  notes: readonly string[],
  decision: Decision,
  name: string,
  after: Decision | null = null,
): string {
  const contexts = [decision, ...(after ? [after] : [])].flatMap(({ event, context }) =>
    context.map((said) => `${event}:${name} hook additional context: ${said}`),
  );
  const words = [...notes, ...contexts];
  return words.length === 0 ? text : `${text}\n\n${reminder(words)}`;
}
