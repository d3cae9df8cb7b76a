import type { JudgeAnswer, JudgementBook } from "../contract/runner.ts";

/** What judges may cost, and how many answers are remembered. */
export interface JudgementLimits {
  readonly maxCalls?: number;
  readonly maxCostUsd?: number;
  /** 256 if absent. */
  readonly cacheSize?: number;
}

/** A book that forgets the answer that was not asked for the longest, but never what was spent. */
export function createJudgementBook(limits: JudgementLimits = {}): JudgementBook {
  const {
    maxCalls = Number.POSITIVE_INFINITY,
    maxCostUsd = Number.POSITIVE_INFINITY,
    cacheSize = 256,
  } = limits;
  const answers = new Map<string, JudgeAnswer>();
  let calls = 0;
  let costUsd = 0;

  /** A Map keeps the order in which keys were set: the first is the oldest. */
  const place = (key: string, answer: JudgeAnswer) => {
    answers.delete(key);
    answers.set(key, answer);
    for (const oldest of answers.keys()) {
      if (answers.size <= cacheSize) break;
      answers.delete(oldest);
    }
  };

  return {
    find(key) {
      const answer = answers.get(key);
      if (answer) place(key, answer);
      return answer;
    },
    keep(key, answer) {
      const { costUsd: cost = 0 } = answer;
      if (Number.isFinite(cost) && cost > 0) costUsd += cost;
      place(key, answer);
    },
    begin() {
      if (calls >= maxCalls) return `the limit of ${maxCalls} calls of judges is reached: raise maxCalls`;
      if (costUsd >= maxCostUsd)
        return `the limit of $${maxCostUsd} for judges is reached ($${costUsd.toFixed(4)} spent): raise maxCostUsd`;
      calls += 1;
      return null;
    },
  };
}
