import type { FaultKind } from "../../contract/fault.ts";
import { builtInEvents } from "../../index.ts";
import { ago, times } from "../ago.ts";
import { defineCheck, type Finding } from "./check.ts";

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

/** So much of an id is written down. */
const kept = 500;

/** Events on which a hook that broke never stops anything, whatever its entry says. */
const unstoppable = new Set(builtInEvents.filter(({ failsOpen }) => failsOpen).map(({ name }) => name));

/** Guards that broke in the last week while what they guard went on, and that are not known to be mended. */
export const failedOpenCheck = defineCheck({
  name: "failed-open",
  summary: "guards that failed open",
  run: ({ engine, now }) =>
    engine.health().flatMap(({ hook, source, failedOpen, lastFailedOpen: last, recoveredAt }): Finding[] => {
      if (last === null || now - last.at > recentMs) return [];
      const { fault, detail, at, event } = last;
      const known = engine.hooks.find((one) => one.id.slice(0, kept) === hook && one.source.file === source);
      // What is gone has nothing to mend; what code registers is known to its host alone.
      if (!known && source !== "") return [];
      if (known && fault === "untrusted" && engine.trustOf(known).why === null) return [];
      const what = `${hook} failed open on ${event} ${times(failedOpen)}, last ${ago(at, now)}: ${fault}: ${detail}`;
      const where = known?.source.text ?? "code";
      if (recoveredAt !== null)
        return [{ severity: "info", where, what: `${what}; it has worked since`, mend: "" }];
      const mend = fault === "untrusted" ? `${mends.untrusted} ${hook}` : mends[fault];
      const open = known?.onFailure !== "block" && !unstoppable.has(event);
      const advice = open ? '; "onFailure": "block" stops what it cannot judge' : "";
      return [{ severity: "warning", where, what, mend: `${mend}${advice}` }];
    }),
});
