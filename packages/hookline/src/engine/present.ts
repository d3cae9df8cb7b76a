import { frozenCopy } from "../contract/copies.ts";
import type { Dialect } from "../contract/dialect.ts";
import type { Event } from "../contract/event.ts";
import type { JsonObject } from "../contract/json.ts";

/** An event as the hooks of one dialect see it; serialised once, however many hooks read it. */
export interface Presentation {
  readonly payload: JsonObject;
  /** One line of compact JSON, with its newline. */
  readonly line: string;
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
  { projectDir, lastPrompt }: { readonly projectDir: string; readonly lastPrompt: string | null },
): Presentation {
  return new Presented(dialect.present(event, { projectDir, lastPrompt, at: Date.now() }));
}

const nothingNoted: readonly string[] = [];

class Presented implements Presentation {
  readonly #given: JsonObject;
  #frozen: JsonObject | null = null;
  #line: string | null = null;
  #bytes: Uint8Array | null = null;
  readonly env: Presentation["env"];
  readonly values: JsonObject;
  readonly notes: readonly string[];

  constructor({ payload, env, values = env, notes = nothingNoted }: ReturnType<Dialect["present"]>) {
    this.#given = payload;
    this.env = env;
    this.values = values;
    this.notes = notes;
  }

  get payload(): JsonObject {
    // A copy: freezing the host's own objects would be a surprise.
    this.#frozen ??= frozenCopy(this.#given);
    return this.#frozen;
  }

  get line(): string {
    this.#line ??= `${JSON.stringify(this.#given)}\n`;
    return this.#line;
  }

  get bytes(): Uint8Array {
    this.#bytes ??= Buffer.from(this.line);
    return this.#bytes;
  }
}

/** The same event with another input, for hooks that run after a rewrite. */
export function withInput(event: Event, input: JsonObject): Event {
  const { input: field } = event.spec;
  return field ? { ...event, payload: { ...event.payload, [field]: input } } : event;
}
