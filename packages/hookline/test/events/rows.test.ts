import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { DenyMeaning } from "../../src/contract/event.ts";
import { fieldWord } from "../../src/contract/fields.ts";
import { builtInEvents, createCatalog } from "../../src/events/catalog.ts";
import { commonFields } from "../../src/events/common.ts";

interface ReferenceRow {
  readonly event: string;
  readonly matcher_subject: string | null;
  readonly input_fields: readonly string[];
  readonly output_fields: readonly string[];
  readonly handler_types: readonly string[];
  readonly default_timeout_s: number;
}

const fixture = new URL("../fixtures/claude-code-events.json", import.meta.url);
const reference: readonly ReferenceRow[] = JSON.parse(readFileSync(fixture, "utf8"));
const catalog = createCatalog();

function rowOf(name: string) {
  const row = catalog.event(name);
  if (!row) throw new Error(`there is no row for ${name}`);
  return row;
}

/** `mode?(form|url)` → mode, optional; `effort.level?` → effort, optional; `tool_calls[]{…}` → tool_calls. */
function parseField(text: string): { name: string; optional: boolean } {
  const [, name, optional] = /^([a-z_]+)(?:\.[a-z]+)?(\?)?/.exec(text) ?? [];
  if (name === undefined) throw new Error(`cannot read the field ${text}`);
  return { name, optional: optional === "?" };
}

const always = ["session_id", "transcript_path", "cwd", "hook_event_name"];
const often = ["prompt_id", "scratchpad_dir", "agent_id", "agent_type"];

describe("the rows of Claude Code's events", () => {
  it("are all there", () => {
    expect(reference).toHaveLength(33);
    for (const { event } of reference) expect(rowOf(event).name).toBe(event);
  });

  // shows: S-010 S-020
  it.each(reference.map((row) => [row.event, row] as const))(
    "%s has exactly its input fields",
    (name, row) => {
      const fields = row.input_fields.map(parseField);
      const expected: Record<string, boolean> = {};
      for (const [index, field] of fields.entries()) {
        const again = fields.findIndex((one) => one.name === field.name) < index;
        if (again || ![...always, ...often].includes(field.name)) expected[field.name] = field.optional;
      }
      const declared = Object.entries(rowOf(name).payload).map(([key, word]) => [
        key,
        fieldWord(word).optional,
      ]);
      expect(Object.fromEntries(declared)).toEqual(expected);
    },
  );

  // shows: S-011 S-022
  it.each(reference.map((row) => [row.event, row] as const))(
    "%s has exactly its answer fields",
    (name, row) => {
      const expected = new Set(
        row.output_fields.flatMap((text) => /^hookSpecificOutput\.(\w+)/.exec(text)?.slice(1) ?? []),
      );
      if (name === "UserPromptSubmit") expected.add("updatedPrompt");
      expect(new Set(Object.keys(rowOf(name).answer))).toEqual(expected);
    },
  );

  it.each(reference.map((row) => [row.event, row] as const))(
    "%s has its timeout, subject and rules",
    (name, row) => {
      const spec = rowOf(name);
      expect(spec.timeoutSeconds ?? 600).toBe(row.default_timeout_s);
      // On SessionStart the documents know `continue`, and the real agent was seen to go on (conformance: h/sessionstart-continue-false).
      const halts = row.output_fields.includes("continue") && spec.name !== "SessionStart";
      expect(spec.halts !== false).toBe(halts);
      expect(spec.judges !== undefined).toBe(row.handler_types.includes("prompt"));
      expect(spec.text === "context").toBe(row.output_fields.includes("plain stdout => context"));
      const subjects: Record<string, string> = {
        FileChanged: "file_path",
        PreModelSwitch: "to_model",
        PostModelSwitch: "to_model",
      };
      expect(spec.subject).toBe(subjects[name] ?? row.matcher_subject?.split(":")[0] ?? null);
    },
  );

  it("name every value of a subject that the reference names, and no field but one is a closed list", () => {
    for (const { event, matcher_subject } of reference) {
      const values = /^(\w+): ([\w|]+)$/.exec(matcher_subject ?? "");
      if (values?.[1] === undefined || values[2] === undefined) continue;
      expect(rowOf(event).payload[values[1]]).toBe(`${values[2]}|string`);
    }
    const closed = builtInEvents.flatMap((spec) =>
      Object.entries(spec.payload)
        .filter(([, word]) => !fieldWord(word).accepts("a value that nobody has thought of"))
        .filter(([, word]) =>
          fieldWord(word).words.some((one) => fieldWord(one).accepts(one) && !isType(one)),
        )
        .map(([field]) => `${spec.name}.${field}`),
    );
    expect(closed).toEqual(["FileChanged.event"]);
  });
});

const isType = (word: string) =>
  ["string", "number", "boolean", "object", "any", "null"].includes(word.replace("[]", ""));

describe("what a deny does", () => {
  const meanings: { readonly [meaning in Exclude<DenyMeaning, "none">]: string } = {
    stop: `PreToolUse UserPromptSubmit UserPromptExpansion PermissionRequest TaskCreated TaskCompleted ConfigChange PreCompact
      PreModelSwitch Elicitation ElicitationResult WorktreeCreate WorktreeRemove ModelRequest PermissionCheck ToolSelection`,
    continue: "Stop SubagentStop TeammateIdle",
    feedback: "PostToolUse PostToolUseFailure",
    endTurn: "PostToolBatch",
  };
  const none = `SessionStart Setup InstructionsLoaded MessageDisplay PermissionDenied Notification SubagentStart StopFailure
    CwdChanged DirectoryAdded FileChanged PostCompact PostModelSwitch SessionEnd ModelResponse StreamStart StreamEnd
    MessageAdded PermissionGranted UserInterrupt`;

  it("is what the contracts say, for each of the 42", () => {
    const expected: Record<string, string> = {};
    for (const [meaning, names] of Object.entries({ ...meanings, none })) {
      for (const name of names.split(/\s+/)) expected[name] = meaning;
    }
    expect(Object.keys(expected)).toHaveLength(42);
    expect(Object.fromEntries(builtInEvents.map(({ name, deny }) => [name, deny]))).toEqual(expected);
  });
});

describe("the particular columns", () => {
  const having = (column: keyof (typeof builtInEvents)[number]) =>
    Object.fromEntries(
      builtInEvents.filter((spec) => spec[column] !== undefined).map((spec) => [spec.name, spec[column]]),
    );

  it("stand in the rows that need them and in no other", () => {
    expect(having("blockingExit")).toEqual({
      PermissionRequest: "never",
      WorktreeCreate: "nonzero",
      WorktreeRemove: "nonzero",
    });
    expect(having("matcher")).toEqual({ FileChanged: "narrow", StopFailure: "narrow" });
    expect(having("subjectPart")).toEqual({
      FileChanged: "basename",
      PreModelSwitch: "model",
      PostModelSwitch: "model",
    });
    expect(having("input")).toEqual({ PreToolUse: "tool_input", PermissionRequest: "tool_input" });
    expect(having("budgetSeconds")).toEqual({ SessionEnd: 60 });
    expect(having("failsOpen")).toEqual({
      Stop: true,
      SubagentStop: true,
      TaskCompleted: true,
      TeammateIdle: true,
    });
    expect(having("text")).toMatchObject({ WorktreeCreate: "worktreePath" });
  });

  it("say what a refusing judge does", () => {
    expect(having("judges")).toEqual({
      PreToolUse: "denyAndHalt",
      UserPromptSubmit: "denyAndHalt",
      UserPromptExpansion: "denyAndHalt",
      PostToolBatch: "denyAndHalt",
      PostToolUse: "halt",
      TeammateIdle: "halt",
      Stop: "deny",
      SubagentStop: "deny",
      PostToolUseFailure: "deny",
      TaskCreated: "deny",
      TaskCompleted: "deny",
      ModelRequest: "deny",
      PermissionCheck: "deny",
      ToolSelection: "deny",
      PermissionRequest: "nothing",
      PermissionDenied: "nothing",
    });
  });

  it("give each of the nine further events its subject", () => {
    const subjects = Object.fromEntries(
      builtInEvents
        .filter(({ name }) => !reference.some(({ event }) => event === name))
        .map(({ name, subject }) => [name, subject]),
    );
    expect(subjects).toEqual({
      ModelRequest: "model",
      ModelResponse: "model",
      StreamStart: "model",
      StreamEnd: "model",
      MessageAdded: "role",
      PermissionCheck: "tool_name",
      PermissionGranted: "tool_name",
      UserInterrupt: null,
      ToolSelection: null,
    });
  });

  // shows: S-019
  it("name as subject a required field of the row, and only optional answer fields", () => {
    for (const { name, subject, payload, answer } of builtInEvents) {
      if (subject !== null) expect(fieldWord(payload[subject] ?? "?").optional, name).toBe(false);
      for (const word of Object.values(answer)) expect(fieldWord(word).optional, name).toBe(true);
    }
    expect(Object.keys(commonFields)).toEqual([...always, ...often, "permission_mode", "effort"]);
  });
});
