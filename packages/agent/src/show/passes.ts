import type { Paint } from "./paint.ts";
import { spellDuration } from "./spell.ts";

/** So many hooks that pass quickly have a line each; more have one line together. */
const few = 3;
/** How long a pass may wait for others to be shown with. */
const gatherMs = 100;

/** Gathers hooks that let everything pass, so that a crowd of them is one line. */
export interface Passes {
  add(pass: { readonly event: string; readonly line: string; readonly ms: number }): void;
  /** Prints what was gathered. */
  flush(): void;
}

/** Makes a gatherer that prints soon by itself, and at once when something else is about to be printed. */
export function createPasses(print: (line: string) => void, paint: Paint, each: boolean): Passes {
  let waiting: { readonly event: string; readonly line: string; readonly ms: number }[] = [];
  let timer: NodeJS.Timeout | null = null;
  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const those = waiting;
    waiting = [];
    for (const event of new Set(those.map((pass) => pass.event))) {
      const passes = those.filter((pass) => pass.event === event);
      const longest = spellDuration(Math.max(...passes.map(({ ms }) => ms)));
      if (each || passes.length <= few) for (const { line } of passes) print(line);
      else {
        const time = paint("dim", ` · at most ${longest}`);
        print(`  ${paint("good", "✓")} ${event}: ${passes.length} hooks passed${time}`);
      }
    }
  };
  return {
    add(pass) {
      waiting.push(pass);
      timer ??= setTimeout(flush, gatherMs).unref();
    },
    flush,
  };
}
