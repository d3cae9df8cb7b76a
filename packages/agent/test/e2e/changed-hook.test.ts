import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createEngine } from "hookline";
import { expect, it } from "vitest";
import { makePlace, runAgent } from "../run-agent.ts";

const shell = (command: string) => ({ name: "command_execute", input: { command } });

it("a script that a hook runs is not written unasked, and one that changed lets nothing pass that it was to judge", async () => {
  const place = makePlace();
  const script = "exit 0\n";
  place.write("guard.sh", script);
  const hooks = [{ id: "guard", type: "command", command: "sh ./guard.sh" }];
  place.write(".hookline/hooks.json", { hooks: { PreToolUse: [{ matcher: "command_execute", hooks }] } });
  const engine = await createEngine({ cwd: place.project, env: place.env, systemRoot: place.system });
  await engine.approve(engine.hooks);
  await engine.close();
  const turns = place.write(join(place.root, "script.json"), {
    turns: [
      { tools: [{ name: "read_file", input: { file_path: "guard.sh" } }] },
      { tools: [{ name: "write_file", input: { file_path: "guard.sh", content: "exit 0 # mine\n" } }] },
      { tools: [shell("touch one; echo '# mine' >> guard.sh")] },
      { tools: [shell("touch two")] },
      { tools: [{ name: "write_file", input: { file_path: "three", content: "" } }] },
      { text: "done" },
    ],
  });
  const edits = ["--permission-mode", "acceptEdits"];
  const json = ["--output-format", "stream-json"];
  const first = await runAgent(place, ["-p", "go", "--script", turns, ...edits, ...json]);
  expect(first.stdout).toContain("what is in guard.sh is run or obeyed later");
  expect(readFileSync(join(place.project, "guard.sh"), "utf8")).toBe(script);
  const free = ["--permission-mode", "bypassPermissions"];
  const second = await runAgent(place, ["-p", "go", "--script", turns, ...free, ...json]);
  expect(second.status).toBe(0);
  expect(second.stdout).toContain("the hook guard was approved when the session began");
  expect(["two", "three"].map((name) => existsSync(join(place.project, name)))).toEqual([false, true]);
}, 60_000);
