import type { ElicitRequest, ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import type { Decision, JsonObject } from "hookline";
import type { Tell } from "../session/tell.ts";
import type { Person } from "../show/person.ts";
import type { Show } from "../show/show.ts";
import { askForm, askUrl } from "./form.ts";
import { plain } from "./plain.ts";
import { misfit } from "./schema.ts";

/** What a server asks for. */
export type Asked = ElicitRequest["params"];

/** Answers a server that asks for the person's input: hooks first, then the person, then hooks again. */
export type Elicit = (server: string, asked: Asked, signal: AbortSignal) => Promise<ElicitResult>;

/** Makes the one place where servers' questions are answered; the person is asked one question at a time. */
export function createElicit(around: {
  readonly tell: Tell;
  readonly person: Person;
  readonly show: Show;
  /** Ends with the session; what became of a question is also told when only the question was stopped. */
  readonly signal: AbortSignal;
}): Elicit {
  const { tell, person, show } = around;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };

  return async (server, asked, signal) => {
    const fields = fieldsOf(asked);
    const warn = (why: string) => show.notice("warn", `MCP server "${server}" asks for input: ${plain(why)}`);

    const ask = async (): Promise<ElicitResult> => {
      if (!person.present || signal.aborted) return { action: "decline" };
      const type = fields.mode === "url" ? "elicitation_url_dialog" : "elicitation_dialog";
      const message = `MCP server "${server}" asks for input: ${plain(asked.message)}`;
      await tell("Notification", { message, notification_type: type }, signal);
      if (asked.mode === "url") return await askUrl(person, server, asked, signal);
      return await askForm(person, server, asked, signal);
    };

    const before = await tell(
      "Elicitation",
      { mcp_server_name: server, message: asked.message, ...fields, ...moreOf(asked) },
      signal,
    );
    const given = before.verdict === "deny" ? refused : answerOf(before, asked, null);
    if (given?.misfit) warn(`the answer of a hook does not fit (${given.misfit})`);
    const answer = given && !given.misfit ? given.result : await inTurn(ask);

    const after = await tell(
      "ElicitationResult",
      { mcp_server_name: server, ...answerFields(answer), ...fields },
      around.signal,
    );
    const changed = after.verdict === "deny" ? refused : answerOf(after, asked, answer);
    if (changed?.misfit)
      warn(`a hook changed the answer to one that does not fit (${changed.misfit}); declined`);
    const result = changed?.misfit ? refused.result : (changed?.result ?? answer);
    const message = `MCP server "${server}" gets the answer: ${result.action}`;
    await tell("Notification", { message, notification_type: "elicitation_response" }, around.signal);
    return result;
  };
}

/** What both events say of the question. */
function fieldsOf(asked: Asked): JsonObject & { readonly mode: "form" | "url" } {
  if (asked.mode === "url") return { mode: "url", elicitation_id: asked.elicitationId };
  return { mode: "form" };
}

/** What only the first event says of it. */
function moreOf(asked: Asked): JsonObject {
  if (asked.mode === "url") return { url: asked.url };
  return { requested_schema: JSON.parse(JSON.stringify(asked.requestedSchema)) };
}

function answerFields({ action, content }: ElicitResult): JsonObject {
  return { action, ...(content !== undefined && { content }) };
}

interface HookAnswer {
  readonly result: ElicitResult;
  /** Why it does not fit the question. */
  readonly misfit: string | null;
}

const refused: HookAnswer = { result: { action: "decline" }, misfit: null };

/** The answer that hooks gave, or made of the one that was there; null if they said nothing about it. */
function answerOf({ effects }: Decision, asked: Asked, was: ElicitResult | null): HookAnswer | null {
  const { action = was?.action, content } = effects;
  if (action !== "accept" && action !== "decline" && action !== "cancel") return null;
  if (effects.action === undefined && content === undefined) return null;
  if (action !== "accept") return { result: { action }, misfit: null };
  if (asked.mode === "url") return { result: { action }, misfit: null };
  const value: unknown = content ?? was?.content ?? {};
  const fit = misfit(asked.requestedSchema, value);
  if (fit.why !== null) return { result: { action }, misfit: fit.why };
  return { result: { action, content: fit.content }, misfit: null };
}
