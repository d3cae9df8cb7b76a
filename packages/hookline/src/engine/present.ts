import type { Dialect } from "../contract/dialect.ts";
import type { Event } from "../contract/event.ts";
import { deepFreeze, type JsonObject } from "../contract/json.ts";

/** An event as the hooks of one dialect see it; serialised once, however many hooks read it. */
export interface Presentation {
  readonly payload: JsonObject;
  readonly bytes: Uint8Array;
  readonly env: { readonly [name: string]: string };
  /** What placeholders are looked up in. */
  readonly values: JsonObject;
  readonly notes: readonly string[];
}

/** Presents an event in a dialect's shape: frozen for functions, one line of compact JSON for everything else. */
export function presentEvent(
  event: Event,
  dialect: Dialect,
  place: { readonly projectDir: string; readonly lastPrompt: string | null },
): Presentation {
  const shown = dialect.present(event, { ...place, at: Date.now() });
  const { payload, env, values = env, notes = [] } = shown;
  let frozen: JsonObject | null = null;
  let bytes: Uint8Array | null = null;
  return {
    env,
    values,
    notes,
    get payload() {
      // A copy: freezing the host's own objects would be a surprise.
      frozen ??= deepFreeze(structuredClone(payload));
      return frozen;
    },
    get bytes() {
      bytes ??= Buffer.from(`${JSON.stringify(payload)}\n`);
      return bytes;
    },
  };
}

/** The same event with another input, for hooks that run after a rewrite. */
export function withInput(event: Event, input: JsonObject): Event {
  const { input: field } = event.spec;
  return field ? { ...event, payload: { ...event.payload, [field]: input } } : event;
}
