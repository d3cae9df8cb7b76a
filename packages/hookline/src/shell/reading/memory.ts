import { type Environment, emptyEnvironment, remember } from "./environment.ts";
import { computed, given } from "./marks.ts";
import type { Start } from "./starts.ts";
import type { Reader } from "./state.ts";

/** What a new shell remembers: what is exported to it, and what it is given. */
export function newMemory(reader: Reader, start: Start): Environment {
  const memory = emptyEnvironment();
  for (const [key, entry] of reader.environment.entries) {
    if (key === "/" && !start.remote) remember(memory, key, entry);
    if (!key.startsWith("v:") || entry.kind !== "variable" || start.remote) continue;
    // A variable that is not exported may still be in the environment, with another value.
    remember(memory, key, entry.exported ? entry : { ...entry, values: [computed] });
  }
  if (start.remote) {
    for (const name of Object.keys(reader.variables)) set(memory, name, given);
  }
  for (const { name, value } of start.assignments ?? []) set(memory, name, value.value);
  const words = start.positional ?? [given];
  remember(memory, "@", { kind: "words", words });
  return memory;
}

function set(memory: Environment, name: string, value: string): void {
  remember(memory, `v:${name}`, { kind: "variable", values: [value], exported: true });
}
