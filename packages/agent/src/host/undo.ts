/** What has been begun and must be taken back if the session cannot start. */
export interface Undo {
  /** Notes how to take back what was just begun. */
  push(step: () => unknown): void;
  /** Takes all back, the last first; what goes wrong on the way must not hide why the session cannot start. */
  all(): Promise<void>;
}

/** Makes an empty list of such steps. */
export function createUndo(): Undo {
  const steps: (() => unknown)[] = [];
  return {
    push: (step) => void steps.push(step),
    async all() {
      for (const step of steps.splice(0).reverse()) {
        try {
          await step();
        } catch {}
      }
    },
  };
}
