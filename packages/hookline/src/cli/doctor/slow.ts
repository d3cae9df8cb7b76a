import { positionOf } from "../../contract/hook.ts";
import { adviceFor, budgetMs, isHot } from "../stats/advice.ts";
import { interpreterStarts } from "../stats/starts.ts";
import { tallyKey, tallyTrace } from "../trace/tally.ts";
import { defineCheck, type Finding } from "./check.ts";

const weekMs = 7 * 86_400_000;

/** Hooks that took longer than their budget in the last week, or came near their deadline. */
export const slowCheck = defineCheck({
  name: "slow",
  summary: "hooks slower than their budget",
  run({ engine, env = process.env, now }) {
    const tally = tallyTrace(engine.stateFolder, engine.projectDir, now - weekMs);
    const startOf = interpreterStarts(engine, env, now);
    return engine.hooks.flatMap((hook): readonly Finding[] => {
      const { file } = positionOf(hook.source.text, hook.source.text);
      const seen = tally.hooks.get(tallyKey(hook.id, hook.event, file));
      if (!seen || hook.disabled !== null || hook.background) return [];
      const p50 = seen.times.percentile(0.5);
      const late = seen.times.percentile(0.95) > hook.timeoutMs / 2;
      // An interpreter is only measured where that explains something.
      const dear = isHot(hook) && p50 > budgetMs;
      if (!late && !dear) return [];
      const start = dear && hook.type === "command" ? startOf(hook) : null;
      return adviceFor(hook, seen, start)
        .filter(({ what }) => !what.startsWith("broke"))
        .map(({ what, mend }) => ({
          severity: "warning",
          where: hook.source.text,
          what: `${hook.id} ${what}`,
          mend,
        }));
    });
  },
});
