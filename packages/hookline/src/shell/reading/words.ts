import { beginning, ending, isKnown, knownText } from "./marks.ts";
import type { ReadWord } from "./reading.ts";
import type { Field } from "./state.ts";

/** A word as it is told to others. */
export function readWord({ text, value, glob }: Field): ReadWord {
  if (isKnown(value)) return { text, value, begins: value, ends: value, glob };
  return { text, value: knownText(value), begins: beginning(value), ends: ending(value), glob };
}
