import { defineDialect } from "../contract/dialect.ts";
import { decodeCanonical } from "./canonical-wire.ts";

/** Hookline's own hook file: Claude Code's shape and rules, with more fields. */
export const native = defineDialect({
  name: "native",
  title: "Hookline",
  files: [
    { layer: "user", base: "config", path: "hookline/hooks.json" },
    { layer: "team", base: "project", path: ".hookline/hooks.json" },
    { layer: "local", base: "project", path: ".hookline/hooks.local.json" },
    { layer: "managed", base: "system", path: "etc/hookline/hooks.json" },
  ],
  hooksAt: ["hooks"],
  shape: "groups",
  entry: { fields: {}, type: null },
  events: {},
  otherEvents: true,
  timeout: {
    unitMs: 1000,
    defaultMs: null,
    minMs: 1,
    maxMs: 86_400_000,
    outside: "default",
    scope: "hook",
    asyncUnitMs: 1,
  },
  variables: {},
  matcher: "names-or-search",
  matcherWithoutSubject: "ignored",
  template: null,
  order: "parallel",
  afterBlock: "run-all",
  sees: "rewritten",
  combine: "strongest",
  duplicates: "once",
  blockingExit: "two",
  reason: ["json", "stderr"],
  rewrite: "replace",
  environment: "scrubbed",
  graceMs: 500,
  cwd: "payload",
  denies: {},
  background: [],
  subagents: "inherit",
  answer: "whole",
  shown: 16_384,
  decode: decodeCanonical,
  encode(decision) {
    const stopped = decision.verdict === "deny" || decision.halt !== null;
    const open = decision.verdict === "ask" || decision.verdict === "defer";
    return { stdout: JSON.stringify(decision), exitCode: stopped ? 2 : open ? 3 : 0 };
  },
  present(event, { projectDir }) {
    return {
      payload: event.payload,
      env: {
        HOOKLINE_PROJECT_DIR: projectDir,
        // So that a block copied from Claude Code's settings works unchanged.
        CLAUDE_PROJECT_DIR: projectDir,
      },
    };
  },
  read: (answer) => answer,
});
