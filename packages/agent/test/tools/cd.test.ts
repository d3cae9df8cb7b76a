import { readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { becomesTrue, run } from "./commands.ts";
import { session } from "./session.ts";

describe("cd", () => {
  test("lasts, and the hooks hear of it with the new folder", async () => {
    const seen: unknown[] = [];
    const hook = { type: "command", command: "cat >> heard.jsonl; echo >> heard.jsonl" };
    const { call, facts, told, project, write } = await session(
      { onCwd: (decision) => void seen.push(decision.event) },
      { CwdChanged: [{ hooks: [hook] }] },
    );
    write("sub/x", "");
    await call(...run("cd sub"));
    const sub = join(project, "sub");
    expect(facts.cwd).toBe(sub);
    expect((await call(...run("pwd"))).content).toBe(sub);
    expect(told).toEqual([["CwdChanged", { old_cwd: project, new_cwd: sub }]]);
    expect(seen).toEqual(["CwdChanged"]);
    const heard = JSON.parse(readFileSync(join(sub, "heard.jsonl"), "utf8"));
    expect(heard).toMatchObject({ hook_event_name: "CwdChanged", cwd: sub, old_cwd: project, new_cwd: sub });
  });

  test.each([
    ["cd sub; exit 3", "sub"],
    ["set -e; cd sub; false; cd ..", "sub"],
    ["cd sub && exec true", "sub"],
    ["cd sub; exec > /dev/null; cd deep", "sub/deep"],
    ["pushd sub > /dev/null", "sub"],
    ["builtin cd sub", "sub"],
    ["trap 'echo mine' EXIT; cd sub", "sub"],
    ["set -x; cd sub/deep", "sub/deep"],
    ["cd 'a b'\\''c'", "a b'c"],
    ["(cd sub)", ""],
    ["cd sub & wait", ""],
    ["cd nowhere", ""],
    ["cd nowhere || cd sub", "sub"],
    ["cd sub; cd ..", ""],
    ["cd() { :; }; cd sub", ""],
    ["cd sub; kill -KILL $$", "sub"],
    ["cd sub; rm -r ../sub", ""],
  ])("%s", async (command, folder) => {
    const { call, facts, told, project, write } = await session();
    write("sub/deep/x", "");
    write("a b'c/x", "");
    await call(...run(command)).catch(() => {});
    expect(facts.cwd).toBe(join(project, folder));
    expect(told).toHaveLength(folder === "" ? 0 : 1);
  });

  test("to a folder outside is taken back, which is said; an added folder is inside", async () => {
    const { call, error, facts, told, project, home, write } = await session();
    write("sub/x", "");
    expect((await call(...run(`cd ${home}; pwd`))).content).toBe(
      `${home}\nThe working directory was set back to ${project}.`,
    );
    expect(told).toEqual([]);
    facts.cwd = join(project, "sub");
    expect(await error(...run(`cd ${home}; false`))).toBe(
      `Exit code 1\nThe working directory was set back to ${project}.`,
    );
    expect(told).toEqual([["CwdChanged", { old_cwd: join(project, "sub"), new_cwd: project }]]);
    facts.directories = [home];
    await call(...run(`cd ${home}`));
    expect(facts.cwd).toBe(home);
    facts.cwd = project;
    facts.directories = [];
    symlinkSync(home, join(project, "out"));
    await call(...run("cd out"));
    expect(facts.cwd).toBe(project);
  });

  test("by a command that is interrupted is told all the same", async () => {
    const stop = new AbortController();
    const record = [{ hooks: [{ type: "command", command: "echo heard > ../heard" }] }];
    const { error, project, write } = await session({}, { CwdChanged: record });
    write("sub/x", "");
    const ended = error(...run("cd sub; touch there; sleep 30"), { signal: stop.signal });
    await becomesTrue(() => readdirSync(join(project, "sub")).includes("there"));
    stop.abort();
    await ended;
    expect(readFileSync(join(project, "heard"), "utf8")).toBe("heard\n");
  });

  test("in a sub-agent does not last", async () => {
    const { call, facts, told, project, write } = await session();
    write("sub/x", "");
    const { content } = await call(...run("cd sub"), { configurable: { ls_agent_type: "subagent" } });
    expect(content).toBe(`cd does not last in a sub-agent: the next command starts in ${project} again.`);
    expect([facts.cwd, told]).toEqual([project, []]);
  });

  test("of one command is not undone by another that ran beside it", async () => {
    const { call, facts, project, write } = await session();
    write("sub/x", "");
    const slow = call(...run("while [ ! -e go ]; do sleep 0.02; done"));
    await call(...run("cd sub; touch ../go"));
    await slow;
    expect(facts.cwd).toBe(join(project, "sub"));
  });

  test("a command whose folder is gone does not run anywhere else", async () => {
    const { call, error, facts, told, project, write } = await session();
    write("sub/x", "");
    await call(...run("cd sub"));
    rmSync(join(project, "sub"), { recursive: true });
    expect(await error(...run("touch made"))).toBe(
      `The working directory is gone: ${project}/sub. It is ${project} now; run the command again if it may run there.`,
    );
    expect(facts.cwd).toBe(project);
    expect(told.map(([event]) => event)).toEqual(["CwdChanged", "CwdChanged"]);
    expect((await call(...run("ls"))).content).toBe("(no output)");
  });
});
