import { constants } from "node:os";
import type { Engine } from "../index.ts";
import type { Caller } from "./caller.ts";

/** Lets whoever has asked a daemon end all hooks; the function that comes back undoes it. */
export function endWhenAsked(engine: Engine, { ending }: Caller): () => void {
  const end = () => void engine.close();
  ending?.addEventListener("abort", end, { once: true });
  if (ending?.aborted) end();
  return () => ending?.removeEventListener("abort", end);
}

/** Lets SIGINT, SIGTERM and SIGHUP (a terminal that is closed) end all hooks before this process exits with 128+n; the function that comes back undoes it. */
export function endOnSignals(engine: Engine): () => void {
  const end = (signal: NodeJS.Signals) => {
    void engine.close().finally(() => process.exit(128 + constants.signals[signal]));
  };
  const signals: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
}
