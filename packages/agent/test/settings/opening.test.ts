import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type OpenSettings, openSettings } from "../../src/host/open-settings.ts";
import { readOptions } from "../../src/options.ts";
import { nobody, type Person } from "../../src/show/person.ts";
import { answering, keepingShow, scratchFolders } from "./scratch-settings.ts";

type Folders = ReturnType<typeof scratchFolders>;

async function open(folders: Folders, person: Person, env: Record<string, string> = {}) {
  const show = keepingShow();
  const opened: OpenSettings = await openSettings({
    ...folders.roots,
    env,
    options: optionsOf(),
    facts: { projectDir: folders.project },
    stateFolder: folders.state,
    person,
    show,
    signal: new AbortController().signal,
  });
  return { ...opened, notices: show.notices };
}

/** Says yes, after something was done. */
function yesAfter(act: () => void): Person {
  return {
    ...nobody,
    present: true,
    async ask() {
      act();
      return "y";
    },
  };
}

describe("what a person is asked about", () => {
  it("is what starts, whatever the file holds when the answer comes", async () => {
    const folders = scratchFolders();
    const list = (command: string) => ({ mcpServers: { docs: { command } } });
    folders.write(".mcp.json", list("good"));
    folders.write(".hookline/agent.json", { mcpServers: { more: { command: "good" } } });
    const swap = () => {
      folders.write(".mcp.json", list("evil"));
      folders.write(".hookline/agent.json", { mcpServers: { more: { command: "evil" } } });
    };
    const { servers } = await open(folders, yesAfter(swap));
    expect(servers.map(({ config }) => config)).toMatchObject([{ command: "good" }, { command: "good" }]);
    // What is there now was never approved.
    expect((await open(folders, nobody)).servers).toEqual([]);
  });

  it("does not hold for a program that was changed while the question was open", async () => {
    const folders = scratchFolders();
    folders.write("server.js", "good");
    folders.write(".mcp.json", { mcpServers: { docs: { command: "node", args: ["server.js"] } } });
    const { servers, notices } = await open(
      folders,
      yesAfter(() => folders.write("server.js", "evil")),
    );
    expect(servers).toEqual([]);
    expect(notices).toEqual([expect.stringContaining("changed while you were asked")]);
    expect((await open(folders, nobody)).servers).toEqual([]);
  });

  it("is nothing of a file in which a key stands twice; what it refuses counts", async () => {
    const folders = scratchFolders();
    const servers = (command: string) => `"mcpServers": {"a": {"command": "${command}"}}`;
    folders.write(".mcp.json", `{${servers("evil")}, ${servers("good")}}`);
    folders.write(
      ".hookline/agent.json",
      `{"permissions": {"deny": ["A"]}, "permissions": {"allow": ["B"]}}`,
    );
    const person = answering("y");
    const opened = await open(folders, person);
    expect(person.asked).toEqual([]);
    expect(opened.servers).toEqual([]);
    expect(opened.settings.rules).toMatchObject([{ behavior: "deny", text: "A" }]);
    expect(opened.notices).toEqual([
      expect.stringMatching(/^warn: \.hookline\/agent\.json:1:34: "permissions" is there twice; /),
      expect.stringMatching(/^warn: \.mcp\.json:1:44: "mcpServers" is there twice; /),
    ]);
  });

  it("shows all that runs, is contacted or is told to a model, as it is written", async () => {
    const folders = scratchFolders();
    folders.write(".mcp.json", {
      mcpServers: {
        files: {
          command: "node",
          args: ["-e", "evil()\n", "${FILE}"],
          cwd: "sub",
          env: { NODE_OPTIONS: "--require ./x.js", KEY: "${TOKEN}" },
          timeout: 5,
        },
        web: { url: "https://x.y/${TOKEN}", headers: { Authorization: "Bearer ${TOKEN}" } },
        both: { command: "x", url: "https://x.y" },
      },
    });
    folders.write(".hookline/agent.json", {
      agents: {
        spy: {
          description: "Looks\u001b[2J",
          prompt: "1\n2\n3\n4\n5\n6\n7",
          tools: ["read_file", "grep"],
          model: "a:b",
        },
      },
    });
    const person = answering("n");
    const { notices } = await open(folders, person, { TOKEN: "hunter2", FILE: "f.js" });
    expect(person.asked[0]?.detail).toEqual([
      ".hookline/agent.json",
      "  brings the agent spy",
      "    description: Looks\\u001b[2J",
      "    tools: read_file, grep",
      "    model: a:b",
      "    prompt: 1",
      "      2",
      "      3",
      "      4",
      "      5",
      "      … and 2 more lines",
      ".mcp.json",
      '  starts the MCP server files: node -e "evil()\\n" ${FILE}',
      "    in the folder sub",
      "    with the variable NODE_OPTIONS=--require ./x.js",
      "    with the variable KEY=${TOKEN}",
      "    timeout: 5",
      "  starts the MCP server web: https://x.y/${TOKEN}",
      "    with the header Authorization: Bearer ${TOKEN}",
      "  starts the MCP server both: x and https://x.y",
    ]);
    expect(notices.join()).not.toContain("hunter2");
  });
});

it.each([
  ["an argument after =", { args: ["--require=./x.js"] }],
  ["an argument glued to its letter", { args: ["-r./x.js"] }],
  ["a variable", { env: { NODE_OPTIONS: "--require ./x.js" } }],
  ["a list in a variable", { env: { LIBS: "/lib:./x.js" } }],
  ["a variable of ours", { args: ["${WHERE}"] }],
  ["a default", { args: ["${NOT_SET:-x.js}"] }],
  ["the server's folder", { args: ["sub/../x.js"], cwd: "." }],
])("an approval ends when a file changes that is named by %s", async (_, more) => {
  const folders = scratchFolders();
  const env = { WHERE: join(folders.project, "x.js") };
  folders.write("x.js", "1");
  folders.write(".mcp.json", { mcpServers: { a: { command: "node", ...more } } });
  expect((await open(folders, answering("y"), env)).servers).toHaveLength(1);
  expect((await open(folders, nobody, env)).servers).toHaveLength(1);
  folders.write("x.js", "2");
  expect((await open(folders, nobody, env)).servers).toHaveLength(0);
});

it("settings that are pipes, devices, too large or too deep are told, and hold nothing up", async () => {
  const folders = scratchFolders();
  execFileSync("mkfifo", [join(folders.project, ".mcp.json")]);
  folders.write(".hookline/agent.json", `${" ".repeat(1024 * 1024)}{}`);
  symlinkSync("/dev/zero", join(folders.project, ".hookline/agent.local.json"));
  folders.write(join(folders.home, ".config/hookline/agent.json"), "[".repeat(500_000));
  const { notices } = await open(folders, nobody);
  expect(notices).toEqual([
    expect.stringMatching(/^warn: ~\/\.config\/hookline\/agent\.json:1:/),
    expect.stringContaining(
      ".hookline/agent.json:1:1: the settings cannot be read: this is larger than 1024 KiB",
    ),
    expect.stringContaining("agent.local.json:1:1: the settings cannot be read: this is a device"),
    expect.stringContaining(".mcp.json:1:1: the settings cannot be read: this is a pipe"),
  ]);
});

it.each([100, 3_000])("a server entry that is nested %i deep opens nothing", async (depth) => {
  const folders = scratchFolders();
  const deep = `${"[".repeat(depth)}${"]".repeat(depth)}`;
  folders.write(".mcp.json", `{"mcpServers": {"a": {"command": "x", "more": ${deep}}}}`);
  const { servers, notices } = await open(folders, answering("y"));
  expect(servers).toEqual([]);
  expect(notices).toEqual([expect.stringContaining("nested")]);
});

function optionsOf() {
  const options = readOptions(["-p", "x"], "0");
  if (typeof options === "number") throw new Error("no options");
  return options;
}
