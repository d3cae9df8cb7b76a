import { defineEvent, type Event } from "../../src/contract/event.ts";
import { deepFreeze, type JsonObject } from "../../src/contract/json.ts";
import type { Call, Services } from "../../src/contract/runner.ts";
import { createJudgementBook } from "../../src/engine/judgement-book.ts";
import { createWorkerHost } from "../../src/system/process/worker/worker-host.ts";

const spec = defineEvent({
  name: "PreToolUse",
  summary: "before a tool runs",
  payload: { tool_name: "string", tool_input: "object" },
  subject: "tool_name",
  deny: "stop",
  answer: {},
});

/** The payload of every call that names none. */
export const payload: JsonObject = deepFreeze({
  tool_name: "Write",
  tool_input: { file_path: "a.txt", lines: [1, 2], deep: { on: true, none: null } },
});

/** A call with a world that offers nothing, and whatever is given instead. */
export function callWith(services: Partial<Services> = {}, given: Partial<Call> = {}): Call {
  const shown = given.payload ?? payload;
  const event: Event = { id: "event-1", spec, payload: shown, subject: null, tool: null, depth: 1 };
  return {
    event,
    signal: new AbortController().signal,
    deadlineMs: 5_000,
    projectDir: "/project",
    cwd: "/project",
    payload: shown,
    line: `${JSON.stringify(shown)}\n`,
    bytes: new TextEncoder().encode(`${JSON.stringify(shown)}\n`),
    env: {},
    variables: {},
    services: {
      request: () => Promise.reject(new Error("no HTTP in this test")),
      importModule: () => Promise.reject(new Error("no modules in this test")),
      model: null,
      agent: null,
      mcp: null,
      judgements: createJudgementBook(),
      functionOf: () => undefined,
      workers: createWorkerHost(),
      coveredFiles: () => [],
      allowedUrls: [],
      allowedHeaderVariables: [],
      variable: () => undefined,
      home: "/home/somebody",
      ownPaths: [],
      stateFolder: "/home/somebody/.local/state/hookline",
      systemRoot: "/",
      runtimeFolder: "",
      ...services,
    },
    spawn: () => Promise.reject(new Error("no commands in this test")),
    distrust: () => null,
    note: () => {},
    goOn: () => ({ signal: new AbortController().signal, deadlineMs: 5_000 }),
    ...given,
  };
}
