import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCase } from "./run-case.ts";
import { ran, withRecipe } from "./with-recipe.ts";

describe("block-dangerous-commands", () => {
  // shows: W-026 W-027 W-028 W-029 W-106 W-135
  it("blocks dangerous commands with a clear message, by rules that the project keeps", async () => {
    const { engine, read, write } = await withRecipe("block-dangerous-commands");
    const fire = (command: string) =>
      engine.fire("PreToolUse", { tool_name: "command_execute", tool_input: { command } });
    for (const command of [
      "rm -rf /",
      "rm -r -f /",
      "dd if=/dev/zero of=/dev/sda",
      ":(){ :|:& };:",
      `r"m" -rf "$HOME"`,
      "git push --force origin main",
    ])
      expect(await fire(command), command).toMatchObject({
        verdict: "deny",
        reason: expect.stringMatching(/\(rule (commands|git)\/[\w-]+\)/),
      });
    for (const command of ["ls -la /", "rm -rf build", "git add if=x"])
      expect((await fire(command)).verdict, command).toBe("pass");
    write(".hookline/hooks.json", read(".hookline/hooks.json").replace('"commands", "git"', '"git"'));
    await engine.reload();
    expect((await fire("dd if=/dev/zero of=/dev/sda")).verdict).toBe("pass");
  });
});

describe("protect-files", () => {
  it("denies changes of protected files by every tool, and lets others be read and written", async () => {
    const { engine } = await withRecipe("protect-files");
    const write = async (file_path: string) =>
      (await engine.fire("PreToolUse", { tool_name: "Write", tool_input: { file_path, content: "x" } }))
        .verdict;
    const bash = async (command: string) =>
      (await engine.fire("PreToolUse", { tool_name: "Bash", tool_input: { command } })).verdict;
    for (const path of [
      ".env",
      "app/.env.local",
      "package-lock.json",
      ".git/config",
      ".github/workflows/ci.yml",
    ])
      expect(await write(path), path).toBe("deny");
    for (const command of ["echo x >> .env", "rm yarn.lock", "chmod 777 .git/hooks", "cp a.txt .env"])
      expect(await bash(command), command).toBe("deny");
    for (const path of ["src/a.ts", "env.ts", "package.json"]) expect(await write(path), path).toBe("pass");
    for (const command of ["cat package-lock.json", "npm install"])
      expect(await bash(command), command).toBe("pass");
  });

  it("protects all that is in a folder, however that is named, and its own cases hold", async () => {
    const files = { "keys/a.pem": "x" };
    for (const [named, path] of [
      ["vault/", "vault/deep/a.txt"],
      ["keys", "keys/a.pem"],
      ["it's.txt", "it's.txt"],
      ["[ab].env", "b.env"],
    ] as const) {
      const given = await withRecipe("protect-files", { files, set: { files: named } });
      const { verdict } = await given.engine.fire("PreToolUse", {
        tool_name: "Write",
        tool_input: { file_path: path, content: "x" },
      });
      expect(verdict, named).toBe("deny");
      for (const one of given.plan.added[0]?.parts.cases ?? [])
        expect(await runCase(given, one), `${named}: ${one.name}`).toEqual([]);
    }
    for (const named of ["{a,b}.env", "!keep.txt"])
      await expect(withRecipe("protect-files", { set: { files: named } }), named).rejects.toThrow(
        "it must have no",
      );
  });

  it("protects what it is told to", async () => {
    const { engine } = await withRecipe("protect-files", { set: { files: "docs/**, *.sql" } });
    const write = async (file_path: string) =>
      (await engine.fire("PreToolUse", { tool_name: "Edit", tool_input: { file_path } })).verdict;
    expect(await write("docs/a/b.md")).toBe("deny");
    expect(await write("db/x.sql")).toBe("deny");
    expect(await write(".env")).toBe("pass");
  });
});

describe("protect-secrets", () => {
  it("denies reading keys, and takes them out of what tools print", async () => {
    const { engine } = await withRecipe("protect-secrets");
    const input = { tool_name: "Bash", tool_input: { command: "cat ~/.ssh/id_rsa" } };
    expect((await engine.fire("PreToolUse", input)).verdict).toBe("deny");
    const key = ["ghp", "0123456789abcdefghijABCDEFGHIJ012345"].join("_");
    const after = await engine.fire("PostToolUse", {
      ...ran("Bash", { command: "env" }),
      tool_response: { stdout: `T=${key}` },
    });
    expect(after.updatedOutput).toEqual({ stdout: "T=[redacted]" });
  });
});

describe("audit-log", () => {
  // shows: W-030 W-031 W-106 F-065
  it("keeps a record of every tool call with time, session, tool and arguments", async () => {
    const { engine, read, home } = await withRecipe("audit-log");
    expect(JSON.parse(read(".hookline/hooks.json"))).toMatchObject({ audit: true });
    for (const command of ["ls", "pwd"]) await engine.fire("PostToolUse", ran("Bash", { command }));
    await engine.close();
    const folder = join(home, ".local/state/hookline/audit/main");
    const texts = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
    const lines = texts.flatMap((name) => readFileSync(join(folder, name), "utf8").trimEnd().split("\n"));
    const records = lines.filter((line) => line.includes('"kind":"decision"'));
    expect(records).toHaveLength(2);
    for (const words of ['"s-1"', '"Bash"', new Date().toISOString().slice(0, 10)])
      for (const record of records) expect(record).toContain(words);
  });
});
