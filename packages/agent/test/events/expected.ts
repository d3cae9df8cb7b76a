import type { JsonObject } from "hookline";

/** The sessions that are played. */
export type SceneName = "work" | "later" | "talk" | "asking" | "apart" | "interrupted";

/** Where an event is seen, and what its payload holds there: what matchers are tested on, and what else tells this moment from others. */
export const expected: { readonly [event: string]: { readonly scene: SceneName; readonly has: JsonObject } } =
  {
    ConfigChange: { scene: "talk", has: { source: "project_settings" } },
    CwdChanged: { scene: "work", has: {} },
    DirectoryAdded: { scene: "talk", has: { source: "slash_command" } },
    Elicitation: { scene: "asking", has: { mcp_server_name: "everything", mode: "form" } },
    ElicitationResult: {
      scene: "asking",
      has: { mcp_server_name: "everything", action: "accept", content: { name: "Ada" } },
    },
    FileChanged: { scene: "work", has: { event: "add", file_path: "$PROJECT/watched.txt" } },
    InstructionsLoaded: {
      scene: "work",
      has: { load_reason: "session_start", file_path: "$PROJECT/CLAUDE.md", memory_type: "Project" },
    },
    MessageAdded: { scene: "work", has: { role: "user", content: "go" } },
    MessageDisplay: { scene: "work", has: { delta: "All done.", final: true, index: 0 } },
    ModelRequest: { scene: "work", has: { model: "scripted" } },
    ModelResponse: {
      scene: "work",
      has: { model: "scripted", response: { text: "All done.", tool_calls: [] }, stop_reason: "end_turn" },
    },
    Notification: { scene: "talk", has: { notification_type: "permission_prompt" } },
    PermissionCheck: { scene: "talk", has: { tool_name: "write_file", permission_level: "ask" } },
    PermissionDenied: { scene: "asking", has: { tool_name: "mcp__everything__echo" } },
    PermissionGranted: { scene: "talk", has: { tool_name: "write_file", granted_by: "person" } },
    PermissionRequest: { scene: "talk", has: { tool_name: "write_file" } },
    PostCompact: { scene: "talk", has: { trigger: "manual", compact_summary: "summary text" } },
    PostModelSwitch: { scene: "talk", has: { to_model: "ollama:another", from_model: "scripted" } },
    PostToolBatch: { scene: "work", has: {} },
    PostToolUse: { scene: "work", has: { tool_name: "edit_file" } },
    PostToolUseFailure: {
      scene: "work",
      has: { tool_name: "command_execute", is_interrupt: false },
    },
    PreCompact: { scene: "later", has: { trigger: "auto", custom_instructions: null } },
    PreModelSwitch: { scene: "talk", has: { to_model: "ollama:another", source: "command" } },
    PreToolUse: {
      scene: "asking",
      has: { tool_name: "mcp__everything__form", mcp_server: { name: "everything", source: "dynamic" } },
    },
    SessionEnd: { scene: "talk", has: { reason: "clear" } },
    SessionStart: { scene: "later", has: { source: "fork" } },
    Setup: { scene: "apart", has: { trigger: "init" } },
    Stop: { scene: "work", has: { last_assistant_message: "All done.", stop_hook_active: false } },
    StopFailure: { scene: "later", has: { error: "rate_limit" } },
    StreamEnd: { scene: "work", has: { model: "scripted", text: "All done." } },
    StreamStart: { scene: "work", has: { model: "scripted" } },
    SubagentStart: { scene: "work", has: { agent_type: "general-purpose" } },
    SubagentStop: {
      scene: "work",
      has: { agent_type: "general-purpose", last_assistant_message: "sub agent text" },
    },
    TaskCompleted: { scene: "work", has: { task_subject: "write it down", task_description: "all of it" } },
    TaskCreated: { scene: "work", has: { task_subject: "look", agent_type: "general-purpose" } },
    ToolSelection: { scene: "work", has: { model: "scripted" } },
    UserInterrupt: { scene: "interrupted", has: { reason: "Ctrl-C" } },
    UserPromptExpansion: {
      scene: "talk",
      has: { command_name: "mycmd", command_args: "arg1", expansion_type: "slash_command" },
    },
    UserPromptSubmit: { scene: "talk", has: { prompt: "Do arg1." } },
    WorktreeCreate: { scene: "apart", has: { name: "one" } },
    WorktreeRemove: { scene: "apart", has: { worktree_path: "$ROOT/tree" } },
  };
