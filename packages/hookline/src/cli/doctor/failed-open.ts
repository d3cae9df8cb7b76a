import type { FaultKind } from "../../contract/fault.ts";
import { ago, times } from "../ago.ts";
import { defineCheck } from "./check.ts";

/** What happened before that is over. */
const recentMs = 7 * 86_400_000;

const mends: { readonly [fault in FaultKind]: string } = {
  spawn: "install what it runs, or correct its command",
  timeout: "make it faster, or give it a longer timeout",
  crash: "mend the hook: fire the event with -v to see what it prints",
  malformed: "mend what the hook prints: fire the event with -v to see it",
  oversized: "let the hook print less",
  cancelled: "nothing is to do",
  untrusted: "look at it, then: hookline trust",
  resource: "free what the machine is short of",
};

/** Guards that broke in the last week while what they guard went on. */
export const failedOpenCheck = defineCheck({
  name: "failed-open",
  summary: "guards that failed open",
  run: ({ engine, now }) =>
    engine.health().flatMap(({ hook, source, failedOpen, lastFailedOpen: last }) => {
      if (last === null || now - last.at > recentMs) return [];
      const { fault, detail, at, event } = last;
      const known = engine.hooks.find(({ id, source: { file } }) => id === hook && file === source);
      const mend = fault === "untrusted" ? `${mends.untrusted} ${hook}` : mends[fault];
      return [
        {
          severity: "warning" as const,
          where: known?.source.text ?? source,
          what: `${hook} failed open on ${event} ${times(failedOpen)}, last ${ago(at, now)}: ${fault}: ${detail}`,
          mend: `${mend}; "onFailure": "block" stops what it cannot judge`,
        },
      ];
    }),
});
