import { builtInEvents } from "../../index.ts";
import { defineCheck } from "./check.ts";

const stoppable = new Set(
  builtInEvents.filter(({ deny, failsOpen }) => deny === "stop" && !failsOpen).map(({ name }) => name),
);

/** Hooks that could stop something, and let it through when they break. */
export const guardsCheck = defineCheck({
  name: "guards",
  summary: "what happens when a guard breaks",
  run({ engine }) {
    const open = engine.hooks.filter(
      ({ event, mode, onFailure, background, disabled }) =>
        stoppable.has(event) &&
        mode === "enforce" &&
        onFailure === "continue" &&
        !background &&
        disabled === null,
    );
    return open.map(({ id, event, source }) => ({
      severity: "info",
      where: source.text,
      what: `${id} lets ${event} through when it breaks`,
      mend: 'if it is a guard, write "onFailure": "block" in its entry',
    }));
  },
});
