import { isolated, settle } from "./environment.ts";
import type { Reader } from "./state.ts";

/** Reads what runs in a shell of its own that remembers what this one does: nothing that it changes is seen outside. */
export function inSubshell(reader: Reader, act: () => string): string {
  return isolated(reader.environment, () => {
    const outside = reader.traps;
    reader.traps = [];
    const output = untilExit(reader, act);
    reader.traps = outside;
    return output;
  });
}

/** Reads something and then the traps that it left: they see what was set after them. */
export function untilExit(reader: Reader, act: () => string): string {
  const output = act();
  const { environment, traps } = reader;
  reader.traps = [];
  for (const { text, scope, moment, atEnd } of traps) {
    const later = environment.log.slice(moment).some(({ key }) => key !== "@");
    if (!later) continue;
    isolated(environment, () => {
      if (!atEnd) settle(environment, moment);
      reader.text(text, scope);
    });
  }
  return output;
}
