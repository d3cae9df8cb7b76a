import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands, scratch } from "../engine/scratch.ts";
import { page, root, section } from "./pages.ts";
import { scenesOf } from "./scenes.ts";

const specific = (fields: object) =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } });
const deny = specific({ permissionDecision: "deny" });
const print = (text: string) => `printf '%s' '${text}'`;

describe("llms.txt", () => {
  it("is short, and has five examples", () => {
    expect(page("llms.txt").length).toBeLessThan(12_000);
    expect(scenesOf("llms.txt").filter(({ heading }) => heading.startsWith("Example "))).toHaveLength(5);
  });

  it("is in the package, with the pages that it leads to", () => {
    const links = [...page("llms.txt").matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path ?? "");
    const guide = join(root, "packages/hookline/dist/guide");
    expect(["llms.txt", ...links].filter((path) => !existsSync(join(guide, path)))).toEqual([]);
    const { files }: { readonly files: readonly string[] } = JSON.parse(
      page("packages/hookline/package.json"),
    );
    expect(files).toContain("dist");
  });

  it.each([
    ["exit 1 does not block", "exit 1", "pass", "crash"],
    ["exit 2 does", "echo no >&2; exit 2", "deny", null],
    ["an answer does", print(deny), "deny", null],
    ["text before an answer makes all of it text", `echo debug; ${print(deny)}`, "pass", null],
    ["text after an answer is malformed", `${print(deny)}; echo; echo debug`, "pass", "malformed"],
    [
      "no hookEventName is malformed",
      print('{"hookSpecificOutput":{"permissionDecision":"deny"}}'),
      "pass",
      "malformed",
    ],
    ["the decision deny is malformed", print('{"decision":"deny"}'), "pass", "malformed"],
    ["a missing interpreter goes through", "no-such-interpreter x", "pass", "spawn"],
  ])("is right about mistakes: %s", async (_what, command, verdict, fault) => {
    const engine = await scratch(commands(command)).engine();
    const decision = await engine.fire("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
    expect([decision.verdict, decision.runs[0]?.fault]).toEqual([verdict, fault]);
  });

  it("is right about a rewrite: it replaces the whole input", async () => {
    const engine = await scratch(commands(print(specific({ updatedInput: { command: "pwd" } })))).engine();
    const given = { tool_name: "Bash", tool_input: { command: "ls", timeout: 9 } };
    expect((await engine.fire("PreToolUse", given)).updatedInput).toEqual({ command: "pwd" });
  });

  it.each(["bash", "Bash(git *)", "*.ts"])(
    "is right that %s is no matcher for what is meant, and it is said",
    async (matcher) => {
      const place = scratch({ PreToolUse: [{ matcher, hooks: [{ type: "command", command: "exit 2" }] }] });
      const engine = await place.engine();
      expect(engine.diagnostics.length).toBeGreaterThan(0);
      const fire = (tool_name: string, tool_input: object) =>
        engine.fire("PreToolUse", { tool_name, tool_input: { ...tool_input } });
      expect((await fire("Bash", { command: "git status" })).verdict).toBe("pass");
      expect((await fire("Edit", { file_path: "a.ts" })).verdict).toBe("pass");
    },
  );

  it("is right that a rule for Edit is none for Write", async () => {
    const engine = await scratch(commands({ if: "Edit(.env)", command: "exit 2" })).engine();
    const verdicts = ["Edit", "Write"].map(async (tool_name) => {
      const { verdict } = await engine.fire("PreToolUse", { tool_name, tool_input: { file_path: ".env" } });
      return verdict;
    });
    expect(await Promise.all(verdicts)).toEqual(["deny", "pass"]);
  });

  it("lists the mistakes", () => {
    expect(section("llms.txt", "Mistakes to avoid").match(/^- /gm)?.length).toBeGreaterThanOrEqual(10);
  });
});
