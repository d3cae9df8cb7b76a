import type { Message } from "../contract/decision.ts";
import type { Event } from "../contract/event.ts";
import type { Outcome } from "../contract/outcome.ts";
import { nothingSaid, outcome } from "../contract/outcome.ts";
import type { Heard } from "./heard.ts";
import { denyMeaning } from "./interpret.ts";

const silent = { counts: nothingSaid, messages: [] };

/** What of a hook's outcome counts, by its failure policy, its mode and its trust; and what the person is told. */
export function counting(
  event: Event,
  heard: Heard,
): { readonly counts: Outcome; readonly messages: readonly Message[] } {
  if (heard.outcome === nothingSaid || heard.background || heard.hook.mode === "shadow") return silent;
  const said = heard.outdated ? withoutAllow(heard.outcome) : heard.outcome;
  const judged = said.fault ? failure(event, heard, said.fault) : said;
  const counts = heard.hook.mode === "warn" ? warned(judged) : heard.trusted ? judged : tightened(judged);
  const messages = counts.messages.map((message) => ({ ...message, hook: heard.hook.id }));
  return { counts, messages };
}

/** The failure policy: a fault is a pass with a warning, or a deny. */
function failure(event: Event, heard: Heard, fault: NonNullable<Outcome["fault"]>): Outcome {
  const text = `${heard.hook.id}: ${fault.kind}: ${fault.detail}`;
  if (heard.hook.onFailure === "block" && !event.spec.failsOpen) {
    if (denyMeaning(event, heard.dialect) !== "none") return outcome({ verdict: "deny", reason: text });
    return outcome({ messages: [{ level: "error", text }] });
  }
  return outcome({ messages: [{ level: "warn", text: `${text}; went on without it` }] });
}

function withoutAllow(said: Outcome): Outcome {
  return said.verdict === "allow" ? { ...said, verdict: "pass", reason: "" } : said;
}

/** In warn mode nothing is enforced: what would have been is told. */
function warned(judged: Outcome): Outcome {
  const would: string[] = [];
  if (judged.verdict !== "pass")
    would.push(judged.reason === "" ? judged.verdict : `${judged.verdict}: ${judged.reason}`);
  if (judged.halt) would.push(`end the turn: ${judged.halt.reason}`);
  if (judged.updatedInput || judged.updatedOutput !== null || judged.updatedPrompt !== null)
    would.push("rewrite");
  const told = would.map((text) => ({ level: "warn" as const, text: `in warn mode; it would ${text}` }));
  return outcome({ context: judged.context, messages: [...judged.messages, ...told] });
}

/** What an unapproved policy may do: make the agent stricter. */
function tightened(judged: Outcome): Outcome {
  const { verdict, reason } = judged;
  return verdict === "deny" || verdict === "ask" ? outcome({ verdict, reason }) : outcome();
}
