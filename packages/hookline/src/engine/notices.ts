import type { Listener, Notice } from "../contract/trace.ts";

/** Tells listeners what happens to hooks, without ever waiting for one of them. */
export interface Notices {
  listen(listener: Listener): () => void;
  /** True if somebody listens: only then a notice is made. */
  readonly wanted: boolean;
  tell(notice: Notice): void;
  /** Resolves when the listeners have been called for all that was told until now. */
  heard(): Promise<void>;
}

/** Makes an event stream whose listeners are called after the engine's own work, and may throw. */
export function createNotices(): Notices {
  const listeners = new Set<Listener>();
  return {
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get wanted() {
      return listeners.size > 0;
    },
    tell(notice) {
      for (const listener of listeners) {
        // A listener's mistake, sync or async, is its own: hooks and their decision go on.
        setImmediate(() => void new Promise((resolve) => resolve(listener(notice))).catch(() => {}));
      }
    },
    // Immediates are called in the order in which they were asked for.
    heard: () => new Promise((resolve) => setImmediate(resolve)),
  };
}
