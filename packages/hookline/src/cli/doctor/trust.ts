import { defineCheck, type Finding } from "./check.ts";

/** Approvals that do not count, and hooks that nobody approved or that have changed since. */
export const trustCheck = defineCheck({
  name: "trust",
  summary: "approvals of hooks",
  run({ engine }) {
    const problem = engine.trustProblem();
    const found: Finding[] = [];
    if (problem)
      found.push({ severity: "error", where: engine.stateFolder, what: problem.why, mend: problem.mend });
    for (const hook of engine.hooks) {
      const { state, why, changes } = engine.trustOf(hook);
      if (hook.disabled !== null || why === null) continue;
      const what =
        state === "modified"
          ? `${hook.id} does not run: modified since it was approved (${changes.join(", ")})`
          : `${hook.id} does not run: it is not approved`;
      const mend = `look at it, then: hookline trust ${hook.id}`;
      found.push({ severity: "warning", where: hook.source.text, what, mend });
    }
    return found;
  },
});
