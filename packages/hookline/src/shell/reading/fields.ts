import { given, isKnown, shown } from "./marks.ts";
import type { Field } from "./state.ts";

/** Words that are being put together out of the parts of one. */
export interface FieldBuilder {
  readonly done: Open[];
  open: Open | null;
  /** Characters that part words, or null if they cannot be known. */
  readonly separators: string | null;
  readonly feeds: number[];
  fed: string | null;
  bare: boolean;
}

interface Open {
  value: string;
  glob: boolean;
}

/** Nothing put together yet. */
export const fieldBuilder = (separators: string | null): FieldBuilder => ({
  done: [],
  open: null,
  separators,
  feeds: [],
  fed: null,
  bare: true,
});

const globSign = /[*?]|\[[^\]]*\]|[@+!]\(/;

/** Adds text that stays in one word. */
export function addText(builder: FieldBuilder, value: string): void {
  builder.open ??= { value: "", glob: false };
  builder.open.value += value;
}

/** Says that the word holds a pattern for file names. */
export function addGlob(builder: FieldBuilder, value: string): void {
  addText(builder, value);
  if (builder.open) builder.open.glob = true;
}

/** Ends the word that is open. */
export function endField(builder: FieldBuilder): void {
  if (builder.open) builder.done.push(builder.open);
  builder.open = null;
}

/** Adds what an unquoted expansion became: it is parted at blanks, and may be a pattern. */
export function addSplit(builder: FieldBuilder, value: string): void {
  builder.bare = false;
  const { separators } = builder;
  if (separators === null) {
    if (value !== "") addText(builder, isKnown(value) && /^\w+$/.test(value) ? value : given);
    return;
  }
  let from = 0;
  const flush = (to: number) => {
    if (to === from) return;
    const part = value.slice(from, to);
    addText(builder, part);
    if (builder.open && globSign.test(part)) builder.open.glob = true;
  };
  for (let at = 0; at < value.length; at++) {
    const character = value.charAt(at);
    if (!separators.includes(character)) continue;
    flush(at);
    from = at + 1;
    // A separator that is no blank parts even empty words.
    if (!" \t\n".includes(character)) addText(builder, "");
    endField(builder);
  }
  flush(value.length);
}

/** The words that were put together. */
export function builtFields(builder: FieldBuilder, text: string): readonly Field[] {
  endField(builder);
  const { done, feeds, fed, bare } = builder;
  return done.map(({ value, glob }) => ({
    text: done.length === 1 ? shown(text) : shown(value),
    value,
    glob,
    bare: bare && done.length === 1,
    feeds,
    fed,
  }));
}

/** A word that somebody else put together. */
export const fieldOf = (value: string, text = shown(value)): Field => ({
  text,
  value,
  glob: false,
  bare: false,
  feeds: [],
  fed: null,
});
