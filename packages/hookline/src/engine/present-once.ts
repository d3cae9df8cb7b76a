import type { Dialect } from "../contract/dialect.ts";
import type { Event } from "../contract/event.ts";
import { messageOf } from "../runners/race.ts";
import { type Presentation, presentEvent } from "./present.ts";
import type { EngineState } from "./state.ts";

/** An event in the words of dialects, each of them once, however many hooks read it. */
export interface PresentedOnce {
  readonly event: Event;
  /** In the words of the dialect that was asked for first, which is mostly the only one. */
  presentation: { readonly dialect: Dialect; readonly shown: Presentation } | null;
  otherPresentations: Map<string, Presentation> | null;
}

/** Dialects may be anybody's, and what a model wrote may be nested too deep for one: the other hooks must answer all the same. */
export function attemptPresentation(
  known: PresentedOnce,
  state: EngineState,
  event: Event,
  dialect: Dialect,
): Presentation | Error {
  try {
    return presentationOf(known, state, event, dialect);
  } catch (error) {
    return new Error(messageOf(error));
  }
}

function presentationOf(
  known: PresentedOnce,
  { configuration, prompts }: EngineState,
  event: Event,
  dialect: Dialect,
): Presentation {
  const first = known.presentation;
  // One that sees what another has rewritten has an event of its own.
  const own = event !== known.event;
  if (!own && first?.dialect === dialect) return first.shown;
  const other = own ? undefined : known.otherPresentations?.get(dialect.name);
  if (other) return other;
  const place = { projectDir: configuration.projectDir, lastPrompt: prompts.last(event.payload) };
  const shown = presentEvent(event, dialect, place);
  if (own) return shown;
  if (first) {
    known.otherPresentations ??= new Map();
    known.otherPresentations.set(dialect.name, shown);
  } else known.presentation = { dialect, shown };
  return shown;
}
