import type { ProcessFacts, ProcessHost } from "../../contract/process.ts";
import { giveBackController, takeController } from "../spare-signals.ts";
import { onAbort } from "./cancellation.ts";
import { neverStarted } from "./never-started.ts";

/** A host that others use too: to close what comes back stops what was run through it, and nothing else; the host itself stays. */
export function lendHost(host: ProcessHost): ProcessHost {
  const running = new Set<Promise<ProcessFacts>>();
  const stops = new Set<() => void>();
  let closing: Promise<void> | null = null;
  return {
    ...(host.takesLayers && { takesLayers: true }),
    run(batch, signal, onOutput) {
      if (closing || signal.aborted) return batch.commands.map(() => Promise.resolve(neverStarted));
      const own = takeController();
      const stop = () => own.abort();
      const forget = onAbort(signal, stop);
      stops.add(stop);
      const facts = host.run(batch, own.signal, onOutput);
      for (const one of facts) {
        running.add(one);
        void one.then(() => running.delete(one));
      }
      void Promise.all(facts).then(() => {
        forget();
        stops.delete(stop);
        giveBackController(own);
      });
      return facts;
    },
    close() {
      closing ??= Promise.all(running).then(() => {});
      for (const stop of stops) stop();
      return closing;
    },
  };
}
