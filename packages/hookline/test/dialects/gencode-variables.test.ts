import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scratch } from "../engine/scratch.ts";

const only = { dialects: ["gencode"] };
const stop = { stop_hook_active: false };
const flat = (...hooks: object[]) => ({ hooks: { Stop: hooks } });

describe("GenCode's variables", () => {
  // shows: G-016 G-031 G-032 G-052 G-061 G-006
  it("are in the environment, in the text of the command, and what they are made of is on stdin", async () => {
    const place = scratch();
    place.env.OWN = "of the agent";
    const names = ["TOOL_NAME", "FILE_PATH", "EXIT_CODE", "SESSION_ID", "CWD"];
    const script = join(place.project, "show.sh");
    place.write(
      "show.sh",
      `for n in ${names.join(" ")} OWN; do eval "echo \\"$n=\\$$n\\""; done; cat >stdin`,
    );
    const line = `sh ${script}; echo '$TOOL_NAME|$FILE_PATH|$EXIT_CODE|$SESSION_ID|$CWD'`;
    place.write(".gen/settings.json", { hooks: { PostToolUse: [{ type: "command", command: line }] } });
    const engine = await place.engine(only);
    const { runs } = await engine.fire("PostToolUse", {
      session_id: "s-9",
      tool_name: "Bash",
      tool_input: { command: "make", file_path: "Makefile" },
      tool_response: { exit_code: 3 },
    });
    expect(runs[0]?.stdout.split("\n")).toEqual([
      "TOOL_NAME=Bash",
      "FILE_PATH=Makefile",
      "EXIT_CODE=3",
      "SESSION_ID=s-9",
      `CWD=${place.project}`,
      "OWN=of the agent",
      `Bash|Makefile|3|s-9|${place.project}`,
      "",
    ]);
    expect(JSON.parse(readFileSync(join(place.project, "stdin"), "utf8"))).toMatchObject({
      session_id: "s-9",
      tool_name: "Bash",
      tool_input: { command: "make", file_path: "Makefile" },
      tool_response: { exit_code: 3 },
      cwd: place.project,
    });
  });

  it("that are not GenCode's stay the shell's", async () => {
    const place = scratch();
    const command = `X=1; echo "$X" '$X' $TOOL_NAMES "\\$FILE_PATH"`;
    place.write(".gen/settings.json", flat({ type: "command", command }));
    const { runs } = await (await place.engine(only)).fire("Stop", stop);
    expect(runs[0]?.stdout).toBe("1 $X $FILE_PATH\n");
  });
});

describe("GenCode's prompt hooks", () => {
  // shows: G-018
  it("ask the host's model, which may refuse; the same question is asked once, whatever the time is", async () => {
    const place = scratch();
    place.write(".gen/settings.json", {
      hooks: { PreToolUse: [{ matcher: "Bash", type: "prompt", prompt: "Safe? $ARGUMENTS" }] },
    });
    const asked: string[] = [];
    const model = async ({ prompt }: { prompt: string }) => {
      asked.push(prompt);
      return { ok: !prompt.includes("rm -rf"), reason: "it deletes" };
    };
    const engine = await place.engine({ ...only, model });
    const run = (command: string) =>
      engine.fire("PreToolUse", { tool_name: "Bash", tool_input: { command }, cwd: place.project });
    expect(await run("rm -rf /")).toMatchObject({ verdict: "deny", reason: "it deletes" });
    expect(await run("ls")).toMatchObject({ verdict: "pass" });
    const then = Date.now();
    while (Date.now() === then) await new Promise((resolve) => setImmediate(resolve));
    expect(await run("ls")).toMatchObject({ verdict: "pass" });
    expect(asked).toHaveLength(2);
    expect(asked[0]).toMatch(/^Safe\? \{"session_id".*"timestamp":"20/);
  });

  it("without a model are a fault that says so", async () => {
    const place = scratch();
    place.write(".gen/settings.json", flat({ type: "prompt", prompt: "Done?" }));
    const { runs } = await (await place.engine(only)).fire("Stop", stop);
    expect(runs).toMatchObject([{ fault: "spawn", reason: expect.stringContaining("no model") }]);
  });
});
