import { createRequire } from "node:module";
import { type Caller, ownCaller } from "./caller.ts";

/** Colours for a terminal; plain text everywhere else and where NO_COLOR is set. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
}

// What is not shown on a terminal needs no colours, and most calls come from programs.
const require = createRequire(import.meta.url);

const same = (text: string) => text;
const plain: Paint = { bold: same, dim: same, red: same, green: same, yellow: same };

/** The colours that fit standard output (1) or standard error (2). */
export function paintFor(stream: 1 | 2, caller: Caller = ownCaller): Paint {
  const { env } = caller;
  if (env.NO_COLOR || env.TERM === "dumb" || !caller.looks(stream)) return plain;
  const { createColors }: typeof import("picocolors") = require("picocolors");
  return createColors(true);
}
