import type { Verb } from "../verb.ts";

/** Every verb by its name, in the order of `--help`; a process that is one call loads one of them. */
const verbs: { readonly [name: string]: () => Promise<Verb> } = {
  fire: async () => (await import("./fire.ts")).fireVerb,
  explain: async () => (await import("./explain.ts")).explainVerb,
  list: async () => (await import("./list.ts")).listVerb,
  test: async () => (await import("./test.ts")).testVerb,
  validate: async () => (await import("./validate.ts")).validateVerb,
  init: async () => (await import("./init.ts")).initVerb,
  add: async () => (await import("./add.ts")).addVerb,
  remove: async () => (await import("./remove.ts")).removeVerb,
  enable: async () => (await import("./enable.ts")).enableVerb,
  disable: async () => (await import("./disable.ts")).disableVerb,
  trust: async () => (await import("./trust.ts")).trustVerb,
  doctor: async () => (await import("./doctor.ts")).doctorVerb,
  tail: async () => (await import("./tail.ts")).tailVerb,
  stats: async () => (await import("./stats.ts")).statsVerb,
  policy: async () => (await import("./policy.ts")).policyVerb,
  import: async () => (await import("./import.ts")).importVerb,
  helper: async () => (await import("./helper-verb.ts")).helperVerb,
  schema: async () => (await import("./schema.ts")).schemaVerb,
  audit: async () => (await import("./audit.ts")).auditVerb,
  record: async () => (await import("./record.ts")).recordVerb,
  replay: async () => (await import("./replay.ts")).replayVerb,
  pause: async () => (await import("./pause.ts")).pauseVerb,
  daemon: async () => (await import("./daemon.ts")).daemonVerb,
  completion: async () => (await import("./completion.ts")).completionVerb,
};

/** The verb of this name alone; all of them if there is none of that name, or none is meant. */
export async function loadVerbs(name?: string): Promise<readonly Verb[]> {
  const one = name !== undefined && Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  return Promise.all((one ? [one] : Object.values(verbs)).map((load) => load()));
}
