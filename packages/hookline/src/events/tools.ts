import { defineTool, type ToolSpec } from "../contract/tool.ts";

const words = (text: string): readonly string[] => text.split(" ");

// Agents name the same thing differently; Claude Code's name comes first.
const command = words("command cmd");
const path = words("file_path filePath path absolute_path target_file");
const written = words("content contents file_text text");
const replaced = words("new_string newString new_str diff patch patchText file_text content input command");
const directory = words("path dir_path directory");

/** The tools that do something which rules ask about, under every name that we know of. */
const workingTools: readonly ToolSpec[] = [
  defineTool({
    name: "Bash",
    kind: "shell",
    aliases: words(
      "command_execute bash_execute bash execute run_shell_command shell Shell local_shell shell_command exec_command " +
        "Execute execute_bash execute_command run_command runTerminalCommand run_in_terminal terminal developer__shell " +
        "run_terminal_cmd run_terminal_command shell_exec exec bash_tool executeBash " +
        "unified_exec write_stdin BashTool shell_tool ShellTool execute_shell_command run_shell " +
        "run_bash_command bash_code_execution",
    ),
    command,
  }),
  defineTool({ name: "PowerShell", kind: "shell", aliases: words("powershell executePwsh pwsh"), command }),
  defineTool({ name: "Monitor", kind: "shell", command }),
  defineTool({ name: "Read", kind: "read", aliases: words("read_file read view fs_read"), path }),
  defineTool({
    name: "Write",
    kind: "write",
    aliases: words(
      "write_file write create_file create Create write_to_file fs_write fsWrite fsAppend create_new_file",
    ),
    path,
    content: written,
  }),
  defineTool({
    name: "Edit",
    kind: "edit",
    aliases: words(
      "edit_file edit replace replace_in_file replace_string_in_file str_replace apply_patch text_editor " +
        "developer__text_editor str_replace_editor str_replace_based_edit_tool search_replace strReplace " +
        "insert_edit_into_file applyPatch ApplyPatch replace_file_content",
    ),
    path,
    content: replaced,
  }),
  defineTool({ name: "MultiEdit", kind: "edit", aliases: ["multiedit"], path }),
  defineTool({
    name: "NotebookEdit",
    kind: "edit",
    aliases: ["notebook_edit"],
    path: words("notebook_path file_path path"),
    content: ["new_source"],
  }),
  defineTool({ name: "Glob", kind: "search", aliases: words("glob file_search"), path: directory }),
  defineTool({
    name: "Grep",
    kind: "search",
    aliases: words("grep grep_search search_file_content search_files"),
    path: directory,
  }),
  defineTool({
    name: "LS",
    kind: "search",
    aliases: words("ls list_directory list_files list_dir"),
    path: directory,
  }),
  defineTool({ name: "LSP", kind: "search", aliases: ["lsp"], path }),
  defineTool({
    name: "WebFetch",
    kind: "fetch",
    aliases: words("web_fetch webfetch fetch FetchUrl fetch_url"),
    url: words("url uri"),
  }),
  defineTool({ name: "WebSearch", kind: "fetch", aliases: words("web_search google_web_search websearch") }),
  defineTool({
    name: "Agent",
    kind: "task",
    aliases: words("task agent spawn_agent runSubagent"),
    former: ["Task"],
    agent: words("subagent_type agent_type agent agentName"),
  }),
  defineTool({ name: "Workflow", kind: "task" }),
  defineTool({ name: "TaskCreate", kind: "task" }),
  defineTool({ name: "TaskGet", kind: "task" }),
  defineTool({ name: "TaskList", kind: "task" }),
  defineTool({ name: "TaskStop", kind: "task", former: ["KillShell", "KillBash"] }),
  defineTool({ name: "TaskUpdate", kind: "task" }),
  defineTool({
    name: "TodoWrite",
    kind: "task",
    aliases: words("todo todo_write todowrite write_todos update_plan"),
  }),
  defineTool({ name: "ListMcpResourcesTool", kind: "mcp", former: ["ListMcpResources"] }),
  defineTool({ name: "ReadMcpResourceTool", kind: "mcp", former: ["ReadMcpResource"] }),
  defineTool({ name: "ReadMcpResourceDirTool", kind: "mcp", former: ["ReadMcpResourceDir"] }),
  defineTool({ name: "ListAgents", kind: "other", former: ["ListPeers"] }),
  defineTool({ name: "SendUserMessage", kind: "other", former: ["Brief"] }),
  defineTool({ name: "Skill", kind: "other", skill: words("skill command name") }),
];

const otherNames = words(
  "Artifact AskUserQuestion ClaudeDesign CronCreate CronDelete CronList EndConversation EnterPlanMode EnterWorktree " +
    "ExitPlanMode ExitWorktree OfferChromeSetup Projects propose_skills ProposeGoal PushNotification ReadNotifications " +
    "RemoteTrigger ReportFindings ScheduleWakeup SendFeedback SendMessage SendUserFile ShareOnboardingGuide " +
    "ShowOnboardingRolePicker SubagentHandback ToolSearch WaitForMcpServers",
);

/** The tools of Claude Code: what each does, its names, and where its input holds what rules ask about. */
export const tools: readonly ToolSpec[] = [
  ...workingTools,
  ...otherNames.map((name) => defineTool({ name, kind: "other" })),
];
