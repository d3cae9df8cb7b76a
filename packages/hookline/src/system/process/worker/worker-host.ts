import type { WorkerFacts, WorkerHost } from "../../../contract/worker.ts";
import { createWatchdog } from "../watchdog.ts";
import { createWorker, type Worker } from "./worker.ts";

/** How many processes one hook may have: it may be asked in several folders. */
const mostPerHook = 4;

const refused: WorkerFacts = {
  end: { kind: "fault", fault: "cancelled", detail: "the engine is closed" },
  stderr: "",
  durationMs: 0,
  note: null,
};

/** Makes the host of an engine's workers; nothing is started before the first event of one. */
export function createWorkerHost(): WorkerHost {
  const workers = new Map<string, { readonly owner: string; readonly worker: Worker }>();
  const closing = new Set<Promise<void>>();
  const watchdog = createWatchdog();
  let isClosed = false;

  function workerFor(key: string, owner: string): Worker {
    const known = workers.get(key);
    if (known) return known.worker;
    const worker = createWorker(watchdog);
    const others = [...workers].filter(([, one]) => one.owner === owner);
    const [idle] = others.filter(([, one]) => !one.worker.busy);
    if (others.length >= mostPerHook && idle) end(idle[0]);
    workers.set(key, { owner, worker });
    return worker;
  }

  function end(key: string): void {
    const ended = workers.get(key)?.worker.close();
    workers.delete(key);
    if (!ended) return;
    closing.add(ended);
    void ended.then(() => closing.delete(ended));
  }

  return {
    ask(spec, ask) {
      if (isClosed) return Promise.resolve(refused);
      return workerFor(spec.key, spec.owner).ask(spec, ask);
    },
    begin(spec, ask) {
      if (!isClosed) workerFor(spec.key, spec.owner).begin(spec, ask);
    },
    retain(owners) {
      for (const [key, { owner }] of workers) if (!owners.has(owner)) end(key);
    },
    async close() {
      isClosed = true;
      for (const key of [...workers.keys()]) end(key);
      await Promise.all(closing);
      watchdog.close();
    },
  };
}
