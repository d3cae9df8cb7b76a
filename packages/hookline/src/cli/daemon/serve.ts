import { loadJudge } from "../../glance/index.ts";
import { createStock } from "../../index.ts";
import { readBuildId } from "../../system/daemon/build-id.ts";
import type { RemoteCall } from "../../system/daemon/conversation.ts";
import { listen } from "../../system/daemon/listen.ts";
import { makeRunFolder } from "../../system/daemon/run-folder.ts";
import { type LateSignal, lateSignal } from "../../system/late-signal.ts";
import { holdLock } from "../../system/lock.ts";
import { UsageError } from "../verb.ts";
import { version } from "../version.ts";
import { answerCall } from "./answer-call.ts";
import { buildFile, type OwnPlace } from "./place.ts";

/** How a daemon is to live. */
export interface ServeOptions extends OwnPlace {
  /** It ends when nobody has called for so long. */
  readonly idleMs: number;
  readonly loopback: boolean;
  /** Told when clients can reach it. */
  onReady(port: number | null): void;
}

/** How often it looks whether it is still of use. */
const lookMs = 2_000;

/** Answers calls until it is told to stop, nobody calls any more, or another build has taken the place of this one; gives the exit status. */
export async function serve(options: ServeOptions): Promise<number> {
  const { build, place, idleMs, loopback } = options;
  makeRunFolder(place.folder);
  const lock = holdLock(place.lock);
  if (!lock) throw new UsageError('a daemon of this build runs already; "hookline daemon status" shows it');
  const room = await loadJudge();
  const stock = createStock(process.env);
  const startedAt = new Date().toISOString();
  const ends = new Set<LateSignal>();
  let isEnding = false;
  let [calls, inFlight, lastEnd] = [0, 0, performance.now()];
  let [stop, whenFree]: (() => void)[] = [];
  const stopping = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const call = async (given: RemoteCall) => {
    calls++;
    inFlight++;
    const end = lateSignal();
    ends.add(end);
    try {
      given.onGone(end.abort);
      if (isEnding) end.abort();
      return await answerCall(given, end, () => room, stock);
    } finally {
      ends.delete(end);
      inFlight--;
      lastEnd = performance.now();
      if (inFlight === 0) whenFree?.();
    }
  };
  const about = { pid: process.pid, build, version: version(), startedAt, idleMs };
  const status = () => JSON.stringify({ ...about, calls, inFlight, port: listening.port });
  const listening = await listen(place, { build, call, status, stop: () => stop?.() }, loopback);
  const looking = setInterval(
    () => {
      const idle = inFlight === 0 && performance.now() - lastEnd >= idleMs;
      if (idle || readBuildId(buildFile()) !== build || !listening.isReachable()) stop?.();
    },
    Math.min(lookMs, idleMs),
  );
  const unheard = onSignals(() => {
    // Asked once it answers those that wait; asked twice it ends their hooks.
    stop?.();
    return () => {
      isEnding = true;
      for (const end of ends) end.abort();
    };
  });
  options.onReady(listening.port);
  await stopping;
  clearInterval(looking);
  listening.close();
  if (inFlight > 0)
    await new Promise<void>((resolve) => {
      whenFree = resolve;
    });
  await stock.close();
  unheard();
  lock.release();
  return 0;
}

/** Lets the first signal do one thing and the next ones what that gives; the function that comes back undoes it. */
function onSignals(first: () => () => void): () => void {
  let next: (() => void) | null = null;
  const hear = () => {
    if (next) next();
    else next = first();
  };
  const signals: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, hear);
  return () => {
    for (const signal of signals) process.off(signal, hear);
  };
}
