import type { Verb } from "../verb.ts";
import { completionVerb } from "./completion.ts";
import { fireVerb } from "./fire.ts";
import { importVerb } from "./import.ts";
import { listVerb } from "./list.ts";
import { trustVerb } from "./trust.ts";

/** Every verb, in the order of `--help`. */
export const allVerbs: readonly Verb[] = [fireVerb, listVerb, trustVerb, importVerb, completionVerb];
