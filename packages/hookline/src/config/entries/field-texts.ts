/** What the fields of a hook file mean, for editors: one sentence each, beside the field words in `entry-fields.ts`. */
type Texts = { readonly [field: string]: string };

/** The top of a file. */
export const fileTexts: Texts = {
  $schema: "Where this schema lies, so that an editor completes and explains; Hookline does not read it.",
  description: "What this file is for, for people.",
  hooks: "For each event a list of groups of hooks.",
  defaults: "What holds for every hook of this file that does not say otherwise.",
  disableAllHooks: "True switches off every hook but those of the managed file; they stay listed.",
  allowedHttpHookUrls:
    "The only URLs that http hooks may send to; * stands for any part. Each file that has this list must allow the URL.",
  httpHookAllowedEnvVars:
    "The only variables that headers of http hooks may use. Each file that has this list must allow the name.",
  audit:
    "Keeps the audit trail: true, or how. What the user's or the managed file wants, no project switches off.",
  redact: "Fields of payloads that are never written down or shown, such as tool_input.content or **.token.",
};

/** The trail that a file wants. */
export const auditTexts: Texts = {
  required: "True: nothing is decided before it is written down.",
  onFailure: "What happens when a record cannot be written: go on with a warning, or deny.",
  payloads: "Whether payloads are kept whole (without secrets), or only their digests.",
  chain: "The name of the chain of records; one for each user and machine if absent.",
  rotateBytes: "A new file is begun after this many bytes.",
  checkpointEvery: "A signed checkpoint is written after this many records.",
  sync: "True: each record is on the disk before the agent is told.",
  destinations:
    "Where records are sent to beside the local file; each has a type and the options of that type.",
};

/** `defaults`. */
export const defaultsTexts: Texts = {
  timeout: "Seconds that a hook may take.",
  onFailure: "What a broken hook makes: continue goes on with a warning, block denies.",
  mode: "Whether verdicts count (enforce), are only told (warn), or only recorded (shadow).",
  environment: "What hooks get of the environment: all of it, all without secrets, or a short list.",
  passEnv: "Names of variables that hooks get although they look like secrets.",
};

/** A group. */
export const groupTexts: Texts = {
  matcher:
    "What the event must be about: exact names (Write|Edit), or else a regular expression; absent, empty or * is everything.",
  hooks: "The hooks that run when the matcher fits.",
  sequential: "True: one after the other, each seeing what the one before rewrote.",
  description: "What the group is for, for people.",
};

/** What every hook may have. */
export const hookTexts: Texts = {
  type: "What kind of thing is run.",
  id: "A name for lists, reports, trust and tests; made from the event and a digest if absent.",
  description: "What it is for, for people.",
  enabled: "False switches it off; it stays listed.",
  if: "A permission rule that must fit, such as Bash(git push *) or Edit(src/**).",
  when: "A CEL condition on the event that must hold, such as tool_input.file_path.endsWith('.sql').",
  timeout: "Seconds that it may take; by event if absent, mostly 600.",
  statusMessage: "Shown while it runs.",
  once: "True: once a session, after a success.",
  async: "True: runs in the background; nobody waits for it, and it blocks nothing.",
  asyncRewake: "True: runs in the background, and wakes the model when it blocks.",
  onFailure:
    "What happens when it breaks: continue goes on with a warning (the default, but for policies), block denies.",
  mode: "Whether its verdict counts (enforce), is only told (warn), or only recorded (shadow).",
  env: "Variables that it gets beside the others.",
  passEnv: "Names of variables that it gets although they look like secrets.",
  cwd: "Where it runs, relative to the project; the event's own folder if absent.",
};

/** Values to begin with, which editors offer. */
export const examples: { readonly [field: string]: readonly string[] } = {
  matcher: ["Write|Edit", "Bash", "mcp__.*", "*"],
  if: ["Bash(git push *)", "Edit(src/**)", "WebFetch(domain:example.com)"],
  when: ["tool_input.file_path.endsWith('.sql')"],
};
