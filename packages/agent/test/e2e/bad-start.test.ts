import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makePlace, type Place, runAgent } from "../run-agent.ts";
import { several, stack } from "./several.ts";

/** Everything that a start has written, but for folders. */
function written({ root, project }: Place): string[] {
  const all = (folder: string) =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => !entry.isDirectory())
          .map((entry) => join(entry.parentPath, entry.name))
      : [];
  return [...all(join(root, "state")), ...all(join(project, ".hookline"))];
}

const key = { OPENAI_API_KEY: "k", ANTHROPIC_API_KEY: "k" };
const good = JSON.stringify({ turns: [{ text: "hi" }] });

const cases: readonly {
  readonly args: readonly string[];
  readonly files?: Record<string, string>;
  readonly env?: Record<string, string>;
  readonly line: string | RegExp;
}[] = [
  { args: [], line: "no model is chosen: use --model anthropic:NAME" },
  {
    args: ["--model", "opnai:x"],
    env: key,
    line: 'there is no provider "opnai" (in --model opnai:x); did you mean "openai"?',
  },
  { args: ["--model", "zork"], line: 'whose model is "zork"?' },
  { args: ["--model", "openai:gpt-5"], line: "needs a key: set OPENAI_API_KEY" },
  { args: ["--model", "anthropic:claude"], line: "needs a key: set ANTHROPIC_API_KEY" },
  { args: ["--model", "mistralai:x"], env: key, line: "needs the package @langchain/mistralai" },
  {
    args: ["--model", "openai:x"],
    env: { OPENAI_BASE_URL: "host" },
    line: '"host" in OPENAI_BASE_URL is no URL',
  },
  { args: ["--model", "openai:x", "--script", "s.json"], env: key, line: "cannot be used together" },
  { args: ["--script", "s.json"], line: "the script s.json: there is no such file" },
  { args: ["--script", "."], line: "it cannot be read (EISDIR)" },
  { args: ["--script", "s.json"], files: { "s.json": '{"turns": [' }, line: /s\.json:1:\d+: no valid JSON/ },
  {
    args: ["--script", "s.json"],
    files: { "s.json": "" },
    line: "s.json:1:1: no valid JSON: the file is empty",
  },
  {
    args: ["--script", "s.json"],
    files: { "s.json": '{"turns": [{"txt": "hi"}]}' },
    line: 's.json:1:20: turn 1 has an unknown key "txt"; did you mean "text"?',
  },
  {
    args: ["--script", "s.json"],
    files: { "s.json": '{"turns": [{"text": 1}]}' },
    line: 's.json:1:21: turn 1, "text" must be a string',
  },
  { args: ["--script", "g.json", "--cwd", "nowhere"], line: /there is no folder .*nowhere$/m },
  { args: ["--script", "g.json", "--cwd", "g.json"], line: /there is no folder .*g\.json$/m },
  { args: ["--script", "g.json", "--add-dir", "nowhere"], line: /there is no folder .*nowhere$/m },
  { args: ["--script", "g.json", "--resume", "abc"], line: 'begins with "abc"' },
  { args: ["--script", "g.json", "--continue"], line: /there is no session in .* yet/ },
  { args: ["--script", "g.json", "--dialect", "zork"], line: 'there is no dialect "zork"' },
  {
    args: ["--script", "g.json", "--mcp-config", "m.json"],
    line: "m.json: there is no such file (from --mcp-config)",
  },
  {
    args: ["--script", "g.json", "--mcp-config", "m.json"],
    files: { "m.json": '{"mcpServers": ' },
    line: /m\.json:1:\d+: this is not valid JSON/,
  },
  { args: ["--script", "g.json", "--worktree"], line: "is in no git repository" },
  { args: ["--script", "g.json", "--worktree", "../x"], line: '"../x" is no name for a worktree' },
  { args: ["--sessions", "--cwd", "nowhere"], line: /there is no folder .*nowhere$/m },
];

describe("what cannot start", () => {
  it("is one clear line on stderr, exit 1, and leaves nothing behind", async () => {
    const ends = await several(cases, async ({ args, files = {}, env = {} }) => {
      const place = makePlace();
      for (const [name, text] of Object.entries({ "g.json": good, ...files })) place.write(name, text);
      return { place, end: await runAgent(place, ["-p", "go", ...args], { env }) };
    });
    for (const [index, { place, end }] of ends.entries()) {
      const { args, line } = cases[index] ?? { args: [], line: "" };
      const what = args.join(" ");
      expect(end, what).toMatchObject({ status: 1, stdout: "" });
      expect(end.stderr, what).toMatch(/^hookline-agent: [^\n]+\n$/);
      if (typeof line === "string") expect(end.stderr, what).toContain(line);
      else expect(end.stderr, what).toMatch(line);
      expect(end.stderr, what).not.toMatch(stack);
      expect(written(place), what).toEqual([]);
    }
  }, 90_000);

  it("without a prompt: says so, and the session that its hooks saw begin ends for them too", async () => {
    const place = makePlace();
    const log = join(place.root, "log");
    const entry = (event: string) => [{ hooks: [{ type: "command", command: `echo ${event} >> ${log}` }] }];
    place.write(".hookline/hooks.json", {
      hooks: { SessionStart: entry("start"), SessionEnd: entry("end") },
    });
    place.write("g.json", good);
    const end = await runAgent(place, ["-p", "--trust", "--script", "g.json"]);
    expect(end).toMatchObject({ status: 1, stdout: "" });
    expect(end.stderr).toMatch(/^hookline-agent: there is no prompt: write hookline-agent -p "what to do"$/m);
    expect(execFileSync("cat", [log], { encoding: "utf8" })).toBe("start\nend\n");
    const fromHook = await runAgent(place, ["-p", "--trust", "--script", "g.json"], { input: "  go on  \n" });
    expect(fromHook).toMatchObject({ status: 0, stdout: "hi\n" });
  });

  it("takes a worktree, a copied session and its lock back", async () => {
    const place = makePlace();
    place.write("g.json", good);
    place.write(".hookline/agent.json", { permissions: { deny: ["Write"] } });
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
        cwd: place.project,
        encoding: "utf8",
        env: place.env,
      });
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "one");
    expect(await runAgent(place, ["-p", "go", "--script", "g.json"])).toMatchObject({ status: 0 });
    const before = written(place);
    // The model comes from the settings, which are read after the worktree was made and the session copied.
    const end = await runAgent(place, ["-p", "go", "--worktree", "w", "--continue", "--fork-session"]);
    expect(end.status).toBe(1);
    expect(end.stderr).toContain("no model is chosen");
    expect(written(place)).toEqual(before);
    expect(git("worktree", "list").trim().split("\n")).toHaveLength(1);
    expect(git("branch").trim().split("\n")).toHaveLength(1);
  });
});
