import { join } from "node:path";
import type { Event } from "../contract/event.ts";
import { type FaultKind, faultKinds } from "../contract/fault.ts";
import { isObject, jsonOf } from "../contract/json.ts";
import { failedOpen } from "../pipeline/failed-open.ts";
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
}

/** The half of what is kept of one project, in bytes. */
const limit = 256 * 1024;
const longest = 500;

/** Writes down each hook of an event that broke, and whether what it guards went on; what cannot be written is left out. */
export function noteFaults(state: EngineState, event: Event, heard: readonly Heard[]): void {
  for (const one of heard) {
    const { fault } = one.outcome;
    if (fault === null || fault.kind === "cancelled") continue;
    const open = failedOpen(event, one);
    const { id, source } = one.hook;
    // Redacted before it is cut: half a secret does not look like one.
    const detail = state.redactor.text(fault.detail.slice(0, 20 * longest)).slice(0, longest);
    const line = {
      at: Date.now(),
      hook: id.slice(0, longest),
      source: source.file,
      event: event.spec.name,
      fault: fault.kind,
      detail,
      failedOpen: open,
    };
    try {
      appendBounded(pathOf(state), JSON.stringify(line), limit);
    } catch {
      // The fault itself is in the decision; a full disk must not make a second one of it.
    }
  }
}

/** What is written down of the hooks of a project, by hook. */
export function readHealth(state: EngineState): readonly HookHealth[] {
  const found = new Map<string, HookHealth>();
  for (const text of boundedLines(pathOf(state))) {
    const line = parsed(text);
    if (!line) continue;
    const { hook, source, ...fault } = line;
    const key = `${source}\0${hook}`;
    const before = found.get(key);
    found.set(key, {
      hook,
      source,
      faults: (before?.faults ?? 0) + 1,
      failedOpen: (before?.failedOpen ?? 0) + (fault.failedOpen ? 1 : 0),
      since: before?.since ?? fault.at,
      last: fault,
      lastFailedOpen: fault.failedOpen ? fault : (before?.lastFailedOpen ?? null),
    });
  }
  return [...found.values()];
}

function pathOf({ stateFolder, configuration }: EngineState): string {
  const project = sha256(realPath(configuration.projectDir)).slice(0, 32);
  return join(stateFolder, "health", `${project}.jsonl`);
}

function parsed(text: string): (HookFault & Pick<HookHealth, "hook" | "source">) | null {
  const value = jsonOf(text);
  if (!isObject(value)) return null;
  const { at, hook, source, event, fault: word, detail, failedOpen: open } = value;
  const fault = faultKinds.find((kind) => kind === word);
  if (typeof at !== "number" || typeof hook !== "string" || typeof source !== "string") return null;
  if (!fault || typeof event !== "string" || typeof detail !== "string") return null;
  return { at, hook, source, event, fault, detail, failedOpen: open === true };
}
