import { join } from "node:path";
import { ownNote } from "../audit/actor.ts";
import type { AuditInForce } from "../config/entries/audit-in-force.ts";
import type { AuditEntry, AuditTrail } from "../contract/audit.ts";
import type { Decision } from "../contract/decision.ts";
import type { Event } from "../contract/event.ts";
import { canonicalJson, isObject, type Json, type JsonObject } from "../contract/json.ts";
import { decisionEntry, type Ending, endingOf, executionEntry, noteParent } from "./audit-entries.ts";
import { redactorFor } from "./shown.ts";
import type { EngineState } from "./state.ts";

/** The audit trail of an engine: what happened, in the words of the trail, before anybody is told. Each gives why it could not be written, or null. */
export interface Ledger extends AuditInForce {
  /** An event has begun: what it tells of a tool that has ended is written. */
  began(state: EngineState, event: Event): string | null;
  /** Writes what was decided. */
  decided(state: EngineState, event: Event, decision: Decision): string | null;
  /** An event is under way: the trail stays open until the function that comes back was called. */
  enter(): () => void;
  /** Writes what became of a tool call that no event tells of. */
  ended(state: EngineState, event: Event, ending: Ending): string | null;
  /** Writes what a person did to the hooks themselves. */
  noted(note: string, detail: JsonObject): string | null;
  close(): Promise<void>;
}

/** How many tool calls may be under way of which the deciding event is remembered. */
const mostCalls = 10_000;

/** Opens the trail that the hook files want now; one that is wanted as before goes on. What writes it is loaded only then. */
export async function renewLedger(state: EngineState): Promise<void> {
  const audit = state.options.rehearse ? null : state.configuration.audit;
  const before = state.ledger;
  const wish = (one: AuditInForce | null) => canonicalJson(one && [one.settings, one.redact]);
  if (wish(before) === wish(audit)) return;
  state.ledger = audit && (await openLedger(state, audit));
  // Events that began before are written where they began; whoever reads the files again need not wait for them.
  before?.close().catch(() => {});
}

async function openLedger(state: EngineState, inForce: AuditInForce): Promise<Ledger> {
  const { openTrail } = await import("../audit/open-trail.ts");
  const { settings } = inForce;
  const folder = join(state.stateFolder, "audit");
  const { ship = true } = state.options;
  if (settings.destinations.length === 0 || !ship)
    return ledgerOver(state, inForce, openTrail(settings, folder));
  const { startShipping } = await import("../audit/destinations/start-shipping.ts");
  const told = tellOnce(state);
  const shipping = (chain: string) =>
    startShipping(folder, chain, settings.destinations, { env: state.env, told });
  return ledgerOver(state, inForce, openTrail(settings, folder, { shipping }));
}

/** Says of each destination once that it takes nothing; the records wait in the trail meanwhile. */
function tellOnce(state: EngineState) {
  const failing = new Set<string>();
  return (name: string, delivery: { readonly state: string; readonly error?: string | null }): void => {
    if (delivery.state !== "failed") failing.delete(name);
    if (delivery.state !== "failed" || failing.has(name)) return;
    failing.add(name);
    const text = `the audit destination ${name} takes nothing (${delivery.error}); the records wait: see "hookline audit"`;
    state.carry.put({ context: null, messages: [{ level: "warn", text, hook: "audit" }] });
  };
}

function ledgerOver(opener: EngineState, inForce: AuditInForce, trail: AuditTrail): Ledger {
  const { hooks } = opener.configuration;
  const redactor = redactorFor(opener.env, { hooks, redact: inForce.redact });
  const calls = callsOf(opener);
  const events = eventsUnderWay();
  const write = (entry: AuditEntry, payload?: Json): string | null => {
    try {
      trail.write(entry, payload);
      return null;
    } catch (error) {
      return `the audit trail could not be written: ${error instanceof Error ? error.message : String(error)}`;
    }
  };
  const ended: Ledger["ended"] = (state, event, ending) =>
    write(executionEntry(state, event, calls.take(event), ending, redactor.about(event.payload)));
  return {
    ...inForce,
    enter: events.enter,
    ended,
    noted(note, detail) {
      const safe = redactor.json(detail);
      return write(ownNote(note, isObject(safe) ? safe : {}));
    },
    began(state, event) {
      noteParent(state, event);
      const ending = endingOf(event);
      return ending && ended(state, event, ending);
    },
    decided(state, event, decision) {
      calls.note(event);
      const about = redactor.about(event.payload);
      return write(decisionEntry(state, event, decision, about), redactor.json(event.payload));
    },
    async close() {
      await events.ended();
      await trail.close();
    },
  };
}

/** Counts events that are under way, and waits for the last of them. */
function eventsUnderWay() {
  let count = 0;
  const waiting: (() => void)[] = [];
  return {
    enter() {
      count++;
      let left = false;
      return () => {
        if (!left) count--;
        left = true;
        if (count === 0) for (const over of waiting.splice(0)) over();
      };
    },
    ended: () => (count === 0 ? Promise.resolve() : new Promise<void>((over) => void waiting.push(over))),
  };
}

const callsByEngine = new WeakMap<EngineState, ReturnType<typeof callsUnderWay>>();

/** The calls of an engine: a trail that is opened anew knows those that began before it. */
function callsOf(state: EngineState): ReturnType<typeof callsUnderWay> {
  const calls = callsByEngine.get(state) ?? callsUnderWay();
  callsByEngine.set(state, calls);
  return calls;
}

/** Remembers which event decided about a tool call until the call has ended. */
function callsUnderWay() {
  const decidedBy = new Map<string, string>();
  const callOf = ({ payload }: Event) => (typeof payload.tool_use_id === "string" ? payload.tool_use_id : "");
  return {
    note(event: Event): void {
      if (event.spec.name !== "PreToolUse") return;
      if (decidedBy.size >= mostCalls) decidedBy.clear();
      decidedBy.set(callOf(event), event.id);
    },
    take(event: Event): string {
      const id = decidedBy.get(callOf(event)) ?? "";
      decidedBy.delete(callOf(event));
      return id;
    },
  };
}
