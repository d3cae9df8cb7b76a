import type { Event, Subject } from "../contract/event.ts";
import { type Hook, plainHook } from "../contract/hook.ts";

/** MCP tool names are unbounded, so is the list of subjects; beyond this many the memory starts anew. */
const remembered = 1_000;

/** The hooks of a configuration by event, with the answers of earlier matches. */
export interface HookIndex {
  readonly byEvent: ReadonlyMap<string, EventHooks>;
}

interface EventHooks {
  readonly hooks: readonly Hook[];
  /** Those that fitted once, as plain data. */
  readonly plain: Map<Hook, Hook>;
  readonly answers: Map<string, readonly Hook[]>;
}

const nothing: readonly Hook[] = [];
const noSubject: Subject = { name: "", canonical: "" };

/** Sorts hooks by event, keeping configuration order. */
export function indexHooks(hooks: readonly Hook[]): HookIndex {
  const byEvent = new Map<string, EventHooks & { readonly hooks: Hook[] }>();
  for (const hook of hooks) {
    const entry = byEvent.get(hook.event);
    if (entry) entry.hooks.push(hook);
    else byEvent.set(hook.event, { hooks: [hook], plain: new Map(), answers: new Map() });
  }
  return { byEvent };
}

/** The hooks whose matcher fits the event's subject, in configuration order. */
export function match(index: HookIndex, event: Pick<Event, "spec" | "subject">): readonly Hook[] {
  const entry = index.byEvent.get(event.spec.name);
  if (!entry) return nothing;
  const subject = event.subject ?? noSubject;
  const known = entry.answers.get(subject.name);
  if (known) return known;
  const fitting = entry.hooks
    .filter((hook) => hook.matcher.test(subject))
    .map((hook) => plainOf(entry, hook));
  if (entry.answers.size >= remembered) entry.answers.clear();
  entry.answers.set(subject.name, fitting);
  return fitting;
}

function plainOf({ plain }: EventHooks, hook: Hook): Hook {
  const known = plain.get(hook) ?? plainHook(hook);
  plain.set(hook, known);
  return known;
}
