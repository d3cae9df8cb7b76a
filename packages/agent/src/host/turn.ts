import { randomUUID } from "node:crypto";
import { HumanMessage } from "@langchain/core/messages";
import { markOf } from "hookline/langchain";
import { explainCut, explainModelError } from "../models/errors.ts";
import type { ShownResult } from "../show/show.ts";
import type { Agent } from "./build-agent.ts";
import { createDisplay } from "./display.ts";
import type { Host } from "./host.ts";
import { type Watched, watchStream } from "./stream.ts";
import { conversation, leftOpen, threadOf } from "./thread.ts";

/** How a turn ended. */
export type TurnEnd = ShownResult["subtype"];

/** Runs one turn with this prompt, or goes on where the session was left; never throws for what a model, a tool or a hook does. */
export async function runTurn(
  host: Host,
  agent: Agent,
  prompt: string | null,
  signal: AbortSignal,
): Promise<TurnEnd> {
  const began = performance.now();
  const { show, facts, person, tell, options } = host;
  if (prompt !== null) facts.promptId = randomUUID();
  show.working?.("thinking");
  const display = createDisplay(tell, show, person.present && options.outputFormat === "text", signal);
  const input =
    prompt === null ? null : { messages: [new HumanMessage({ content: prompt, id: randomUUID() })] };
  let watched: Watched = { turns: 0, text: "", last: null };
  let failure: unknown;
  try {
    const stream = await agent.stream(input, {
      ...threadOf(host),
      streamMode: ["messages", "updates"],
      subgraphs: true,
      durability: "sync",
      signal,
    });
    watched = await watchStream(stream, show, display, host.underWay.shown);
  } catch (error) {
    failure = error;
  }
  // What was interrupted takes a moment to end, and its hooks have something to say.
  if (failure !== undefined) await host.underWay.settled();
  const end = await settle(host, agent, watched, failure, signal);
  await host.recorder.record(await conversation(agent, host), undefined);
  show.result({
    ...end,
    sessionId: facts.id,
    durationMs: performance.now() - began,
    turns: watched.turns,
  });
  return end.subtype;
}

/** Finds out how the turn ended, and tells those who want to know. */
async function settle(
  host: Host,
  agent: Agent,
  watched: Watched,
  failure: unknown,
  signal: AbortSignal,
): Promise<Pick<ShownResult, "subtype" | "text" | "deferred">> {
  const { tell, show } = host;
  if (signal.aborted) {
    await tell("UserInterrupt", {
      reason: String(signal.reason ?? ""),
      last_assistant_message: watched.text,
    });
    return { subtype: "interrupted", text: watched.text };
  }
  if (failure !== undefined) {
    const { error, line } = explainModelError(failure, host.facts.model);
    show.notice("error", line);
    await tell("StopFailure", { error, error_details: line, last_assistant_message: watched.text });
    return { subtype: "error", text: line };
  }
  const cut = watched.last && explainCut(watched.last);
  if (cut) {
    show.notice("warn", cut.line);
    await tell("StopFailure", {
      error: cut.error,
      error_details: cut.line,
      last_assistant_message: watched.text,
    });
    return { subtype: "error", text: cut.line };
  }
  const last = (await conversation(agent, host)).at(-1);
  const halt = last && markOf(last).halt;
  if (halt !== undefined) return { subtype: "stopped", text: halt };
  const [deferred] = (await leftOpen(agent, host)).deferred;
  if (!deferred) return { subtype: "success", text: watched.text };
  const { id, name, input, reason } = deferred;
  show.notice(
    "info",
    `${name} is deferred${reason === "" ? "" : `: ${reason}`}; resume the session to ask again`,
  );
  return { subtype: "deferred", text: watched.text, deferred: { id, name, input } };
}
