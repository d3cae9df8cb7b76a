import type { Hook } from "../contract/hook.ts";

/** Which hooks were switched off by hand, for as long as the engine lives. */
export interface Switches {
  /** False if the hook may not be switched: what is managed for the machine stays on. */
  turn(hook: Hook, to: "on" | "off"): boolean;
  isOff(hook: Hook): boolean;
}

/** Makes switches that are all on. */
export function createSwitches(): Switches {
  const off = new Set<string>();
  // The identity stays the same when the files are read again, and the line of an entry may not.
  const keyOf = ({ event, dialect, source, id, identity }: Hook) =>
    JSON.stringify([event, dialect, source.file, id, identity]);
  return {
    turn(hook, to) {
      if (hook.source.layer === "managed") return false;
      if (to === "off") off.add(keyOf(hook));
      else off.delete(keyOf(hook));
      return true;
    },
    isOff: (hook) => off.size > 0 && off.has(keyOf(hook)),
  };
}
