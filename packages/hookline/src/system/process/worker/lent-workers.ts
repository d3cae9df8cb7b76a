import type { WorkerAsk, WorkerFacts, WorkerHost } from "../../../contract/worker.ts";
import { onAbort } from "../cancellation.ts";

const refused: WorkerFacts = {
  end: { kind: "fault", fault: "cancelled", detail: "the engine is closed" },
  stderr: "",
  durationMs: 0,
  note: null,
};

/** Workers that others ask too: to close what comes back cancels what was asked through it; the workers themselves stay. */
export function lendWorkers(host: WorkerHost): WorkerHost {
  const asked = new Set<Promise<WorkerFacts>>();
  const stops = new Set<() => void>();
  let isClosed = false;
  const askOnce = async (spec: Parameters<WorkerHost["ask"]>[0], ask: WorkerAsk): Promise<WorkerFacts> => {
    const own = new AbortController();
    const stop = () => own.abort();
    const forget = onAbort(ask.signal, stop);
    if (ask.signal.aborted) stop();
    stops.add(stop);
    try {
      return await host.ask(spec, { ...ask, signal: own.signal });
    } finally {
      forget();
      stops.delete(stop);
    }
  };
  return {
    ask(spec, ask) {
      if (isClosed) return Promise.resolve(refused);
      const facts = askOnce(spec, ask);
      asked.add(facts);
      return facts.finally(() => asked.delete(facts));
    },
    begin(spec, ask) {
      if (!isClosed) host.begin(spec, ask);
    },
    retain: (owners) => host.retain(owners),
    async close() {
      isClosed = true;
      for (const stop of stops) stop();
      await Promise.all(asked);
    },
  };
}
