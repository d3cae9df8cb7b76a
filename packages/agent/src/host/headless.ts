import { addAbortSignal } from "node:stream";
import { text } from "node:stream/consumers";
import { createLoop, type Loop } from "./conversation-loop.ts";
import type { Host } from "./host.ts";
import { endSession, startSession } from "./life.ts";
import { obey } from "./obey.ts";
import type { Opened } from "./open.ts";
import { StartRefused } from "./start-refused.ts";
import { conversation } from "./thread.ts";
import type { TurnEnd } from "./turn.ts";

/** One prompt without questions: gives the exit status. */
export async function runHeadless({ host, source }: Opened, signal: AbortSignal): Promise<number> {
  const { options } = host;
  const loop = createLoop(host);
  if (source !== "startup") host.recorder.know(await conversation(loop.agent(), host));
  beginShow(host, source);
  if (options.setup) await host.tell("Setup", { trigger: options.setup }, signal);
  const first = await startSession(host, source, signal);
  if (options.initOnly || signal.aborted) {
    await endSession(host, "other");
    return signal.aborted ? 130 : 0;
  }
  let end: TurnEnd | null = source === "startup" ? null : await loop.goOn(signal);
  const given = options.prompt ?? (end === null ? await fromInput(signal) : "");
  const prompts = [...first, given].filter((prompt) => prompt.trim() !== "");
  if (end === null && prompts.length === 0) {
    await endSession(host, "other");
    if (signal.aborted) return 130;
    throw new StartRefused('there is no prompt: write hookline-agent -p "what to do"');
  }
  for (const prompt of prompts) {
    // A turn that a hook ended is only that turn's end.
    if (end !== null && end !== "success" && end !== "stopped") break;
    end = await attempt(host, loop, prompt, signal);
  }
  // Hooks that run in the background may have something to say, and something to be done.
  await drained(host, signal);
  while (host.wakes.length > 0 && !signal.aborted) {
    end = (await loop.wake(signal)) ?? end;
    await drained(host, signal);
  }
  await endSession(host, "other");
  await drained(host, signal);
  if (signal.aborted) return 130;
  return end === "error" || end === "limit" ? 1 : 0;
}

/** Does what the prompt says; what a command of the agent shows, or what is wrong, is the result. */
async function attempt(host: Host, loop: Loop, prompt: string, signal: AbortSignal): Promise<TurnEnd> {
  const began = performance.now();
  const result = (subtype: "success" | "error", text: string): TurnEnd => {
    const durationMs = performance.now() - began;
    host.show.result({ subtype, text, sessionId: host.facts.id, durationMs, turns: 0 });
    return subtype;
  };
  try {
    const done = await obey(host, loop, prompt, signal, null);
    return "end" in done ? done.end : result("success", done.page.trimEnd());
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    host.show.notice("error", text);
    return result("error", text);
  }
}

/** Waits for the hooks in the background, unless the session is to end now. */
export async function drained({ engine }: Opened["host"], signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const aborted = new Promise<void>((resolve) =>
    signal.addEventListener("abort", () => resolve(), { once: true }),
  );
  await Promise.race([engine.drain(), aborted]);
}

/** Says what the session is. */
export function beginShow(host: Opened["host"], source: string): void {
  const { facts, show, tools, mcp } = host;
  show.begin({
    sessionId: facts.id,
    model: facts.model,
    cwd: facts.cwd,
    tools: [...[...tools, ...mcp.tools()].map(({ name }) => name), "task"],
    mode: facts.mode,
    source,
  });
}

async function fromInput(signal: AbortSignal): Promise<string> {
  if (process.stdin.isTTY) return "";
  try {
    return await text(addAbortSignal(signal, process.stdin));
  } catch (error) {
    if (signal.aborted) return "";
    throw error;
  }
}
