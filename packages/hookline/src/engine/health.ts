import { join } from "node:path";
import type { Event } from "../contract/event.ts";
import { type FaultKind, faultKinds } from "../contract/fault.ts";
import { isObject, jsonOf } from "../contract/json.ts";
import { type Ended, failedOpen } from "../pipeline/failed-open.ts";
import type { Heard } from "../pipeline/heard.ts";
import { appendBounded, boundedLines } from "../system/bounded-log.ts";
import { sha256 } from "../system/digest.ts";
import { realPath } from "../system/local-files.ts";
import type { EngineState } from "./state.ts";

/** How one hook broke one time. */
export interface HookFault {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly event: string;
  readonly fault: FaultKind;
  readonly detail: string;
  /** What it guards went on. */
  readonly failedOpen: boolean;
}

/** How often a hook has broken of late; a hook that never did is not listed. */
export interface HookHealth {
  readonly hook: string;
  /** The path of its hook file; empty for code. */
  readonly source: string;
  readonly faults: number;
  readonly failedOpen: number;
  /** When the first of these was, in milliseconds since 1970. */
  readonly since: number;
  readonly last: HookFault;
  readonly lastFailedOpen: HookFault | null;
  /** When it first worked again after the last of these; null if it has not. */
  readonly recoveredAt: number | null;
}

/** The half of what is kept of one project, in bytes. */
const limit = 256 * 1024;
const longest = 500;

/** Writes down each hook of an event that broke, whether what it guards went on, and when it works again; what cannot be written is left out. */
export function noteHealth(state: EngineState, event: Event, heard: readonly Heard[], ended: Ended): void {
  if (state.options.rehearse || heard.length === 0) return;
  const known = brokenOf(state);
  for (const one of heard) {
    const { fault } = one.outcome;
    if (fault === null && known.size === 0) continue;
    const hook = one.hook.id.slice(0, longest);
    const key = keyOf(hook, one.hook.source.file);
    if (fault === null) {
      if (one.run !== null && known.delete(key)) write(state, one, event, { recovered: true });
    } else if (fault.kind !== "cancelled") {
      known.add(key);
      // Redacted before it is cut: half a secret does not look like one.
      const detail = state.redactor.text(fault.detail.slice(0, 20 * longest)).slice(0, longest);
      const open = failedOpen(event, one, ended);
      write(state, one, event, { fault: fault.kind, detail, failedOpen: open });
    }
  }
}

function write(state: EngineState, { hook: { id, source } }: Heard, event: Event, what: object): void {
  const who = { hook: id.slice(0, longest), source: source.file, event: event.spec.name };
  try {
    appendBounded(pathOf(state), JSON.stringify({ at: Date.now(), ...who, ...what }), limit);
  } catch {
    // The fault itself is in the decision; a full disk must not make a second one of it.
  }
}

const keyOf = (hook: string, source: string) => `${source}\0${hook}`;

const broken = new WeakMap<EngineState, Set<string>>();

/** The hooks that have not worked since they broke, as far as this engine knows: the file is read once. */
function brokenOf(state: EngineState): Set<string> {
  const known = broken.get(state);
  if (known) return known;
  const last = readHealth(state).filter(({ recoveredAt }) => recoveredAt === null);
  const found = new Set(last.map(({ hook, source }) => keyOf(hook, source)));
  broken.set(state, found);
  return found;
}

/** What is written down of the hooks of a project, by hook. */
export function readHealth(state: EngineState): readonly HookHealth[] {
  const found = new Map<string, HookHealth>();
  for (const text of boundedLines(pathOf(state))) {
    const line = parsed(text);
    if (!line) continue;
    const { hook, source, at, fault } = line;
    const key = keyOf(hook, source);
    const before = found.get(key);
    if (fault !== null)
      found.set(key, {
        hook,
        source,
        faults: (before?.faults ?? 0) + 1,
        failedOpen: (before?.failedOpen ?? 0) + (fault.failedOpen ? 1 : 0),
        since: before?.since ?? at,
        last: fault,
        lastFailedOpen: fault.failedOpen ? fault : (before?.lastFailedOpen ?? null),
        recoveredAt: null,
      });
    else if (before) found.set(key, { ...before, recoveredAt: before.recoveredAt ?? at });
  }
  return [...found.values()];
}

function pathOf({ stateFolder, configuration }: EngineState): string {
  const project = sha256(realPath(configuration.projectDir)).slice(0, 32);
  return join(stateFolder, "health", `${project}.jsonl`);
}

interface Line extends Pick<HookHealth, "hook" | "source"> {
  readonly at: number;
  /** Null if the hook worked again. */
  readonly fault: HookFault | null;
}

function parsed(text: string): Line | null {
  const value = jsonOf(text);
  if (!isObject(value)) return null;
  const { at, hook, source, event, fault: word, detail, failedOpen: open, recovered } = value;
  if (typeof at !== "number" || typeof hook !== "string" || typeof source !== "string") return null;
  if (recovered === true) return { at, hook, source, fault: null };
  const fault = faultKinds.find((kind) => kind === word);
  if (!fault || typeof event !== "string" || typeof detail !== "string") return null;
  return { at, hook, source, fault: { at, event, fault, detail, failedOpen: open === true } };
}
