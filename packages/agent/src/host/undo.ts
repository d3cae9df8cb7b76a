/** What has been begun and must be taken back if the session cannot start. */
export interface Undo {
  /** Notes how to take back what was just begun; does it at once if all else has been taken back already. */
  push(step: () => unknown): void;
  /** Takes all back, the last first; what goes wrong on the way must not hide why the session cannot start. */
  all(): Promise<void>;
}

/** Makes an empty list of such steps. */
export function createUndo(): Undo {
  const steps: (() => unknown)[] = [];
  let over = false;
  const take = async (step: () => unknown) => {
    try {
      await step();
    } catch {}
  };
  return {
    push: (step) => void (over ? take(step) : steps.push(step)),
    async all() {
      over = true;
      for (const step of steps.splice(0).reverse()) await take(step);
    },
  };
}
