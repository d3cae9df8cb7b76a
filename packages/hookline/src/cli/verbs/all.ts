import type { Verb } from "../verb.ts";
import { auditVerb } from "./audit.ts";
import { completionVerb } from "./completion.ts";
import { doctorVerb } from "./doctor.ts";
import { fireVerb } from "./fire.ts";
import { importVerb } from "./import.ts";
import { listVerb } from "./list.ts";
import { policyVerb } from "./policy.ts";
import { trustVerb } from "./trust.ts";

/** Every verb, in the order of `--help`. */
export const allVerbs: readonly Verb[] = [
  fireVerb,
  listVerb,
  trustVerb,
  doctorVerb,
  policyVerb,
  importVerb,
  auditVerb,
  completionVerb,
];
