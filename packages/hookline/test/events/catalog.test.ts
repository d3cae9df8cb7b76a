import { describe, expect, it } from "vitest";
import { HooklineError } from "../../src/contract/errors.ts";
import { defineEvent } from "../../src/contract/event.ts";
import { defineTool, toolKinds } from "../../src/contract/tool.ts";
import { createCatalog } from "../../src/events/catalog.ts";
import { tools } from "../../src/events/tools.ts";

const catalog = createCatalog();

const deploy = defineEvent({
  name: "Deploy",
  summary: "Something is about to be deployed.",
  payload: { target: "string" },
  subject: "target",
  deny: "stop",
  answer: {},
});

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return error instanceof HooklineError ? `${error.code}: ${error.message}` : String(error);
  }
  return "nothing was thrown";
}

describe("the events of a catalog", () => {
  it("are the 42, by name", () => {
    expect(catalog.eventNames).toHaveLength(42);
    for (const name of catalog.eventNames) expect(catalog.event(name)?.name).toBe(name);
    expect(catalog.event("toString")).toBeUndefined();
    expect(catalog.event("preToolUse")).toBeUndefined();
  });

  it("are joined by those of the host, in its own catalog only", () => {
    const own = createCatalog({ events: [deploy] });
    expect(own.event("Deploy")).toBe(deploy);
    expect(own.eventNames.at(-1)).toBe("Deploy");
    expect(catalog.event("Deploy")).toBeUndefined();
  });

  it("have one name each", () => {
    const stop = { ...deploy, name: "Stop" };
    expect(codeOf(() => createCatalog({ events: [stop] }))).toBe(
      'already-defined: The event "Stop" exists already: give yours another name.',
    );
    expect(codeOf(() => createCatalog({ events: [deploy, deploy] }))).toMatch(/^already-defined: .*"Deploy"/);
  });
});

describe("the tools of a catalog", () => {
  it("are known under every name", () => {
    for (const name of [
      "Bash",
      "command_execute",
      "bash_execute",
      "bash",
      "execute",
      "run_shell_command",
      "shell",
    ]) {
      expect(catalog.tool(name), name).toMatchObject({ name: "Bash", kind: "shell" });
      expect(catalog.canonicalTool(name)).toBe("Bash");
    }
    expect(
      ["write_file", "edit_file", "replace", "apply_patch", "read_file"].map(catalog.canonicalTool),
    ).toEqual(["Write", "Edit", "Edit", "Edit", "Read"]);
  });

  it("keep their former names in matchers, and nothing else is renamed", () => {
    const former = {
      Task: "Agent",
      KillShell: "TaskStop",
      KillBash: "TaskStop",
      ListPeers: "ListAgents",
      Brief: "SendUserMessage",
      ListMcpResources: "ListMcpResourcesTool",
      ReadMcpResource: "ReadMcpResourceTool",
      ReadMcpResourceDir: "ReadMcpResourceDirTool",
    };
    for (const [word, name] of Object.entries(former)) {
      expect(catalog.currentName(word)).toBe(name);
      expect(catalog.tool(word).name).toBe(name);
    }
    for (const word of ["Bash", "bash", "task", "unheard_of", "__proto__"]) {
      expect(catalog.currentName(word)).toBe(word);
    }
    expect(tools.flatMap((tool) => tool.former ?? []).sort()).toEqual(Object.keys(former).sort());
  });

  it("hold every tool that Claude Code names", () => {
    const names = `Agent, Artifact, AskUserQuestion, Bash, ClaudeDesign, CronCreate, CronDelete, CronList, Edit, EndConversation,
      EnterPlanMode, EnterWorktree, ExitPlanMode, ExitWorktree, Glob, Grep, ListAgents, ListMcpResourcesTool, LSP, Monitor,
      NotebookEdit, OfferChromeSetup, PowerShell, Projects, propose_skills, ProposeGoal, PushNotification, Read,
      ReadMcpResourceDirTool, ReadMcpResourceTool, ReadNotifications, RemoteTrigger, ReportFindings, ScheduleWakeup,
      SendFeedback, SendMessage, SendUserFile, SendUserMessage, ShareOnboardingGuide, ShowOnboardingRolePicker, Skill,
      SubagentHandback, TaskCreate, TaskGet, TaskList, TaskStop, TaskUpdate, TodoWrite, ToolSearch, WaitForMcpServers,
      WebFetch, WebSearch, Workflow, Write`;
    const known = new Set(tools.map(({ name }) => name));
    expect(names.split(/,\s+/).filter((name) => !known.has(name))).toEqual([]);
  });

  it("are of kind mcp or other when nobody knows them", () => {
    expect(catalog.tool("mcp__github__create_issue")).toEqual({
      name: "mcp__github__create_issue",
      kind: "mcp",
    });
    expect(catalog.tool("launch_rocket")).toEqual({ name: "launch_rocket", kind: "other" });
    expect(catalog.tool("constructor")).toEqual({ name: "constructor", kind: "other" });
    expect(catalog.canonicalTool("launch_rocket")).toBe("launch_rocket");
  });

  it("have one meaning for each name", () => {
    const names = tools.flatMap((tool) => [tool.name, ...(tool.aliases ?? []), ...(tool.former ?? [])]);
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => /^\w+$/.test(name))).toBe(true);
    expect(new Set(tools.map(({ kind }) => kind))).toEqual(new Set(toolKinds));
  });

  it("are joined by those of the host, with one name each", () => {
    const rocket = defineTool({
      name: "launch_rocket",
      kind: "shell",
      aliases: ["launch"],
      command: ["orders"],
    });
    const own = createCatalog({ tools: [rocket] });
    expect(own.tool("launch")).toBe(rocket);
    expect(own.canonicalTool("launch")).toBe("launch_rocket");
    const taken = (name: string) =>
      codeOf(() => createCatalog({ tools: [defineTool({ name, kind: "other" })] }));
    expect(taken("Bash")).toBe(
      'already-defined: The tool "Bash" exists already: leave it out, or give yours another name.',
    );
    expect(taken("bash")).toContain('The tool "bash" exists already, as another name of "Bash"');
    expect(taken("Task")).toContain('as another name of "Agent"');
    expect(codeOf(() => createCatalog({ tools: [rocket, rocket] }))).toContain("already-defined");
  });
});

describe("toolInput", () => {
  const part = (
    name: string,
    input: Record<string, unknown>,
    what: "command" | "path" | "content" | "url" | "agent",
  ) => catalog.toolInput(catalog.tool(name), JSON.parse(JSON.stringify(input)), what);

  it("finds what rules ask about, under the names that agents use", () => {
    expect(part("Bash", { command: "ls" }, "command")).toBe("ls");
    expect(part("exec_command", { cmd: "ls" }, "command")).toBe("ls");
    expect(part("Monitor", { command: "tail -f log" }, "command")).toBe("tail -f log");
    expect(part("Write", { file_path: "/a", content: "x" }, "path")).toBe("/a");
    expect(part("write", { filePath: "/a", content: "x" }, "path")).toBe("/a");
    expect(part("create", { path: "/a", file_text: "x" }, "content")).toBe("x");
    expect(part("Edit", { file_path: "/a", old_string: "x", new_string: "y" }, "content")).toBe("y");
    expect(part("apply_patch", { command: "*** Begin Patch" }, "content")).toBe("*** Begin Patch");
    expect(part("NotebookEdit", { notebook_path: "/n.ipynb", new_source: "y" }, "path")).toBe("/n.ipynb");
    expect(part("WebFetch", { url: "https://example.com" }, "url")).toBe("https://example.com");
    expect(part("Task", { subagent_type: "explorer" }, "agent")).toBe("explorer");
  });

  it("takes the first that holds a text, an empty one too", () => {
    expect(part("Write", { file_path: "", path: "/b" }, "path")).toBe("");
    expect(part("Write", { path: "/b", file_path: "/a" }, "path")).toBe("/a");
    expect(part("Write", { file_path: 7, path: "/b" }, "path")).toBe("/b");
  });

  it("finds nothing where the tool has nothing of the kind", () => {
    expect(part("Bash", {}, "command")).toBeUndefined();
    expect(part("Bash", { command: "ls" }, "path")).toBeUndefined();
    expect(part("launch_rocket", { command: "ls" }, "command")).toBeUndefined();
  });
});
