import { describe, expect, it } from "vitest";
import { cli } from "../e2e/run-cli.ts";
import { gencodeProject } from "./gencode-project.ts";

describe("the command line in a project of GenCode", () => {
  // Ours of the command /hooks is `hookline list`; HooksManager shows the same as GenCode's table.
  // shows: G-081 G-040 G-058
  it("finds .gen/settings.json by itself, and lists its hooks with what they do", async () => {
    const { project, env } = gencodeProject("implementation");
    const { status, stdout, stderr } = await cli(["list", "--json"], { cwd: project, env });
    expect([status, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toMatchObject([
      { event: "PostToolUse", matcher: "Write|Edit", meaning: "exactly Write or Edit", dialect: "gencode" },
      { event: "Stop", matcher: "", meaning: "always", source: ".gen/settings.json:19:11" },
    ]);
    const shown = (await cli(["list"], { cwd: project, env })).stdout.split("\n").map((line) => line.trim());
    expect(shown.filter((line) => !line.includes(".gen/settings.json:"))).toEqual([
      "PostToolUse",
      "echo 'File modified: $FILE_PATH'",
      "Stop",
      "afplay ~/.gen/sounds/done.mp3",
      "",
    ]);
  });

  // No agent is there: whoever has one calls this from it.
  // shows: G-065
  it("runs them only when somebody has approved them", async () => {
    const { project, env } = gencodeProject("implementation");
    const input = JSON.stringify({ tool_name: "Write", tool_input: { file_path: "a" }, tool_response: "" });
    const given = { cwd: project, env, input };
    const before = JSON.parse((await cli(["fire", "PostToolUse", "--json"], given)).stdout);
    expect(before.runs).toMatchObject([{ fault: "untrusted" }]);
    const after = JSON.parse((await cli(["fire", "PostToolUse", "--trust", "--json"], given)).stdout);
    expect(after.runs).toMatchObject([{ stdout: "File modified: a\n", dialect: "gencode" }]);
  });

  it("says where a file is wrong, and what to write", async () => {
    const { project, env, write } = gencodeProject("implementation");
    write(
      ".gen/settings.json",
      '{\n  "hooks": {\n    "Stop": [{ "type": "command", "command": "true", "timeout": 30 }]\n  }\n}\n',
    );
    const { status, stderr } = await cli(["list", "--dialect", "gencode"], { cwd: project, env });
    expect(status).toBe(0);
    expect(stderr).toBe(
      '.gen/settings.json:3:65: "timeout": 30 is 0.03 seconds, since GenCode counts milliseconds; write 30000 if seconds were meant\n',
    );
  });
});
