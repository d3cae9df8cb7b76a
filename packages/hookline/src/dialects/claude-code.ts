import { defineDialect } from "../contract/dialect.ts";
import type { FilePlace } from "../contract/file-place.ts";
import { isObject } from "../contract/json.ts";
import { decodeCanonical } from "./canonical-wire.ts";
import { encodeForClaudeCode } from "./claude-code-wire.ts";

const eventNames =
  "PreToolUse PostToolUse PostToolUseFailure PostToolBatch Notification UserPromptSubmit UserPromptExpansion SessionStart " +
  "SessionEnd Stop StopFailure SubagentStart SubagentStop PreCompact PostCompact PreModelSwitch PostModelSwitch " +
  "PermissionRequest PermissionDenied Setup TeammateIdle TaskCreated TaskCompleted Elicitation ElicitationResult " +
  "ConfigChange WorktreeCreate WorktreeRemove InstructionsLoaded CwdChanged FileChanged DirectoryAdded MessageDisplay";

/** The user's folder may be elsewhere. */
const own = { layer: "user", base: "home", moved: "CLAUDE_CONFIG_DIR" } as const;
const team = { layer: "team", base: "project" } as const;
const managed = { layer: "managed", base: "system" } as const;

const skill = { format: "front-matter", of: "skill" } as const;
const agent = {
  format: "front-matter",
  of: "agent",
  // An agent's end is SubagentStop; where the whole session is that agent, it is Stop.
  events: { Stop: ["SubagentStop", "Stop"] },
} as const;

const files: readonly FilePlace[] = [
  { ...own, path: ".claude/settings.json" },
  { ...own, ...skill, path: ".claude/skills/*/SKILL.md" },
  { ...own, ...agent, path: ".claude/agents/*.md" },
  { ...team, path: ".claude/settings.json" },
  { ...team, ...skill, path: ".claude/skills/*/SKILL.md" },
  { ...team, ...agent, path: ".claude/agents/*.md" },
  { layer: "local", base: "project", path: ".claude/settings.local.json" },
  { ...managed, path: "etc/claude-code/managed-settings.json" },
  { ...managed, path: "etc/claude-code/managed-settings.d/*.json" },
  { ...managed, path: "Library/Application Support/ClaudeCode/managed-settings.json" },
  { ...managed, path: "Library/Application Support/ClaudeCode/managed-settings.d/*.json" },
];

/** Claude Code: its settings, plugins, skills and agents, and its rules. */
export const claudeCode = defineDialect({
  name: "claude-code",
  title: "Claude Code",
  files,
  plugins: {
    registry: { ...own, path: ".claude/plugins/installed_plugins.json" },
    enabledBy: "enabledPlugins",
    manifest: ".claude-plugin/plugin.json",
    hooks: "hooks/hooks.json",
    rootVariable: "CLAUDE_PLUGIN_ROOT",
    dataVariable: "CLAUDE_PLUGIN_DATA",
    data: "data",
  },
  hooksAt: ["hooks"],
  shape: "groups",
  entry: { fields: {}, type: null },
  top: {
    enabledPlugins: "object?",
    allowManagedHooksOnly: "boolean?",
    strictPluginOnlyCustomization: "boolean|string[]?",
  },
  policies: { managedOnly: "allowManagedHooksOnly", pluginsOnly: "strictPluginOnlyCustomization" },
  events: Object.fromEntries(eventNames.split(" ").map((name) => [name, name])),
  otherEvents: false,
  timeout: {
    unitMs: 1000,
    defaultMs: null,
    minMs: 1,
    maxMs: 86_400_000,
    outside: "default",
    scope: "hook",
    asyncUnitMs: 1,
  },
  variables: { project: "CLAUDE_PROJECT_DIR" },
  envFile: {
    variable: "CLAUDE_ENV_FILE",
    lasting: ["SessionStart", "Setup"],
    passing: ["CwdChanged", "FileChanged"],
    endedBy: "CwdChanged",
  },
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
  environment: "whole",
  graceMs: 500,
  cwd: "payload",
  denies: {},
  background: [],
  subagents: "inherit",
  answer: "whole",
  shown: 16_384,
  decode: decodeCanonical,
  encode: encodeForClaudeCode,
  present(event, { projectDir }) {
    const { session_id: session, effort } = event.payload;
    const level = isObject(effort) ? effort.level : undefined;
    return {
      payload: event.payload,
      env: {
        CLAUDE_PROJECT_DIR: projectDir,
        ...(typeof session === "string" && { CLAUDE_CODE_SESSION_ID: session }),
        ...(typeof level === "string" && { CLAUDE_EFFORT: level }),
      },
    };
  },
  read: (answer) => answer,
});
