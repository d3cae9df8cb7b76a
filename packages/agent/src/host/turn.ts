import { randomUUID } from "node:crypto";
import { HumanMessage } from "@langchain/core/messages";
import { markOf } from "hookline/langchain";
import { causesOf } from "../models/connection.ts";
import { explainCut, explainModelError, type ModelFault } from "../models/errors.ts";
import type { ShownResult } from "../show/show.ts";
import type { Agent } from "./build-agent.ts";
import { createDisplay } from "./display.ts";
import type { Host } from "./host.ts";
import { storageFault } from "./storage-fault.ts";
import { type Watched, watchStream } from "./stream.ts";
import { conversation, leftOpen, threadOf } from "./thread.ts";
import { TurnLimit } from "./turn-limit.ts";

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
  const watched: Watched = { turns: 0, text: "", last: null };
  let failure: unknown;
  try {
    const stream = await agent.stream(input, {
      ...threadOf(host),
      streamMode: ["messages", "updates"],
      subgraphs: true,
      durability: "sync",
      signal,
    });
    await watchStream(stream, show, display, host.underWay.shown, watched);
  } catch (error) {
    failure = error;
  }
  // What was interrupted takes a moment to end, and its hooks have something to say.
  if (failure !== undefined) await host.underWay.settled();
  let end = await settle(host, agent, watched, failure, signal);
  try {
    await host.recorder.record(await conversation(agent, host), undefined);
  } catch (error) {
    if (failure === undefined) end = await failed(host, error, watched);
  }
  show.result({
    ...end,
    sessionId: facts.id,
    durationMs: performance.now() - began,
    turns: watched.turns,
  });
  return end.subtype;
}

type End = Pick<ShownResult, "subtype" | "text" | "deferred">;

/** Finds out how the turn ended, and tells those who want to know. */
async function settle(
  host: Host,
  agent: Agent,
  watched: Watched,
  failure: unknown,
  signal: AbortSignal,
): Promise<End> {
  const { tell, show } = host;
  if (signal.aborted) {
    await tell("UserInterrupt", {
      reason: String(signal.reason ?? ""),
      last_assistant_message: watched.text,
    });
    return { subtype: "interrupted", text: watched.text };
  }
  if (failure !== undefined) return failed(host, failure, watched);
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
  if (last && markOf(last).blocked) return { subtype: "stopped", text: watched.text };
  const [deferred] = (await leftOpen(agent, host)).deferred;
  if (!deferred) return { subtype: "success", text: watched.text };
  const { id, name, input, reason } = deferred;
  show.notice(
    "info",
    `${name} is deferred${reason === "" ? "" : `: ${reason}`}; resume the session to ask again`,
  );
  return { subtype: "deferred", text: watched.text, deferred: { id, name, input } };
}

/** Tells the person and the hooks why the turn failed. */
async function failed({ facts, show, tell }: Host, failure: unknown, { text }: Watched): Promise<End> {
  const unsaved = storageFault(failure, facts);
  const { error, line }: ModelFault =
    unsaved === null ? explainModelError(failure, facts.model) : { error: "unknown", line: unsaved };
  show.notice("error", line);
  await tell("StopFailure", { error, error_details: line, last_assistant_message: text });
  const limited = causesOf(failure).some((cause) => cause instanceof TurnLimit);
  return { subtype: limited ? "limit" : "error", text: line };
}
