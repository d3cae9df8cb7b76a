import type { Decision } from "../../src/contract/decision.ts";
import type { Event } from "../../src/contract/event.ts";
import type { Hook } from "../../src/contract/hook.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { type Outcome, outcome } from "../../src/contract/outcome.ts";
import type { Plan } from "../../src/contract/plan.ts";
import { type Captured, type Run, silence } from "../../src/contract/run.ts";
import { native } from "../../src/dialects/native.ts";
import { createCatalog } from "../../src/events/catalog.ts";
import { subjectOf } from "../../src/events/complete.ts";
import type { Heard } from "../../src/pipeline/heard.ts";

const catalog = createCatalog();

/** An event with a payload that is complete enough for pure functions. */
export function exampleEvent(name = "PreToolUse", payload: JsonObject = {}): Event {
  const spec = catalog.event(name);
  if (!spec) throw new Error(`no event ${name}`);
  const whole: JsonObject = {
    tool_name: "Write",
    tool_input: { file_path: "a.txt", content: "hello" },
    ...payload,
  };
  const tool = catalog.tool(String(whole.tool_name));
  return { id: "event-1", spec, payload: whole, subject: subjectOf(spec, whole, catalog), tool, depth: 0 };
}

/** A hook that matches everything. */
export function exampleHook(given: Partial<Hook> = {}): Hook {
  const id = given.id ?? "hook";
  return {
    id,
    event: "PreToolUse",
    dialect: "native",
    type: "command",
    source: { layer: "user", file: "/u/hooks.json", text: `~/hooks.json:1:${id.length}` },
    description: "",
    matcher: { pattern: null, meaning: "everything", native: "", test: () => true },
    if: null,
    when: null,
    scope: null,
    disabled: null,
    timeoutMs: 1000,
    groupTimeoutMs: null,
    blockingExit: null,
    afterBlock: null,
    template: null,
    onFailure: "continue",
    mode: "enforce",
    background: false,
    rewake: false,
    once: false,
    statusMessage: "",
    group: 0,
    sequential: false,
    env: {},
    passEnv: [],
    environment: "whole",
    cwd: null,
    fields: {},
    identity: id,
    entry: {},
    ...given,
  };
}

/** Captured text. */
export function printed(text: string, given: Partial<Captured> = {}): Captured {
  return { ...silence, text, bytes: text.length, ...given };
}

/** The run of a command that ended by itself. */
export function exited(code: number, stdout = "", stderr = ""): Run {
  return {
    end: { kind: "exit", code },
    stdout: printed(stdout),
    stderr: printed(stderr),
    durationMs: 1,
    left: [],
  };
}

/** What was heard of a hook that said this. */
export function heardOf(said: Partial<Outcome>, hook: Partial<Hook> = {}, given: Partial<Heard> = {}): Heard {
  return {
    hook: exampleHook(hook),
    dialect: native,
    strand: 0,
    background: false,
    trusted: true,
    secondLook: false,
    run: exited(0),
    outcome: outcome(said),
    ...given,
  };
}

/** A plan for an event, with nothing in it. */
export function examplePlan(event: Event = exampleEvent()): Plan {
  return { event, lanes: [], skips: [], notes: [] };
}

/** A decision to go on, with these parts in place of its own. */
export function exampleDecision(more: Partial<Decision> = {}): Decision {
  return {
    event: "PreToolUse",
    eventId: "event-1",
    verdict: "pass",
    reason: "",
    halt: null,
    updatedInput: null,
    updatedOutput: null,
    updatedPrompt: null,
    inputDigest: "",
    context: [],
    messages: [],
    effects: {},
    runs: [],
    skipped: [],
    diagnostics: [],
    durationMs: 0,
    ...more,
  };
}
