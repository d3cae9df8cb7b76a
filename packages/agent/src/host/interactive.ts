import { setTimeout as later } from "node:timers/promises";
import { createLoop, type Loop } from "./conversation-loop.ts";
import { beginShow, drained } from "./headless.ts";
import type { Host } from "./host.ts";
import { endSession, startSession } from "./life.ts";
import { obey } from "./obey.ts";
import type { Opened } from "./open.ts";
import { conversation } from "./thread.ts";

/** After so long without a word the person may be elsewhere: hooks can call them. */
const idleMs = 60_000;

/** Ctrl-C: ends the turn, or the session if it comes again. */
export interface Interrupts {
  /** A signal for one turn; the next Ctrl-C aborts it. */
  turn(): AbortSignal;
  /** Aborted when the session is to end. */
  readonly quit: AbortSignal;
}

/** A session with somebody in front of it, at a terminal or through a pipe: gives the exit status. */
export async function runInteractive(
  { host, surface, source }: Opened,
  interrupts: Interrupts,
): Promise<number> {
  const { options, show } = host;
  const loop = createLoop(host);
  if (source !== "startup") host.recorder.know(await conversation(loop.agent(), host));
  beginShow(host, source);
  const starting = interrupts.turn();
  if (options.setup) await host.tell("Setup", { trigger: options.setup }, starting);
  await startSession(host, source, starting);
  if (!options.initOnly && !interrupts.quit.aborted) {
    if (source !== "startup") await loop.goOn(interrupts.turn());
    const first = options.prompt?.trim() ?? "";
    if (first !== "") await attempt(host, loop, first, interrupts.turn(), surface.columns);
    await untilTheEnd(host, loop, surface, interrupts);
  }
  show.working?.(null);
  await drained(host, interrupts.quit);
  await endSession(host, interrupts.quit.aborted ? "other" : "prompt_input_exit");
  await drained(host, interrupts.quit);
  return 0;
}

async function untilTheEnd(
  host: Host,
  loop: Loop,
  surface: Opened["surface"],
  interrupts: Interrupts,
): Promise<void> {
  const { person } = surface;
  while (!interrupts.quit.aborted) {
    if (host.wakes.length > 0 && (await loop.wake(interrupts.turn())) !== null) continue;
    const idle = callAfterAWhile(host, interrupts.quit);
    const woken = new AbortController();
    host.rouse = () => woken.abort();
    const line = await person.line("> ", AbortSignal.any([interrupts.quit, woken.signal]));
    host.rouse = () => {};
    idle.abort();
    if (line === null) {
      if (person.ended || interrupts.quit.aborted) return;
      continue;
    }
    const typed = line.trim();
    if (typed === "/quit" || typed === "/exit") return;
    if (typed !== "") await attempt(host, loop, typed, interrupts.turn(), surface.columns);
  }
}

/** Does what was typed; what goes wrong is said, and the session goes on. */
async function attempt(
  host: Host,
  loop: Loop,
  typed: string,
  signal: AbortSignal,
  columns: number | null,
): Promise<void> {
  try {
    const done = await obey(host, loop, typed, signal, columns);
    if ("page" in done && done.page !== "") host.show.page(done.page);
  } catch (error) {
    host.show.notice("error", error instanceof Error ? error.message : String(error));
  }
}

function callAfterAWhile({ tell, person }: Host, quit: AbortSignal): AbortController {
  const stop = new AbortController();
  if (!person.present) return stop;
  const signal = AbortSignal.any([stop.signal, quit]);
  const payload = { message: "The agent waits for you", notification_type: "idle_prompt" };
  later(idleMs, undefined, { signal, ref: false })
    .then(() => tell("Notification", payload))
    .catch(() => {});
  return stop;
}
