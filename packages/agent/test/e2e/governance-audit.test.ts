import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runAgent, startAgent } from "../run-agent.ts";
import { governed, resultsOf, shell } from "./governed.ts";
import { several, stack } from "./several.ts";

const task = { name: "task", input: { description: "look", subagent_type: "general-purpose" } };

describe("sub-agents", () => {
  it("carry their name in every record, and are held by the same rules; they start no others", async () => {
    const place = governed();
    const turns = [
      { tools: [task] },
      { tools: [shell("echo inside")] },
      { tools: [shell("rm -rf ~")] },
      { tools: [task] },
      { text: "looked" },
      { tools: [shell("echo outside")] },
      { text: "done" },
    ];
    const results = resultsOf(await runAgent(place, place.play(turns)));
    const inside = results.filter(({ agent }) => agent !== null);
    expect(inside.map(({ failed }) => failed)).toEqual([false, true, true]);
    expect(inside[1]?.text).toContain("(rule commands/delete-root-or-home)");
    expect(inside[2]?.text).toContain("task is not a valid tool");
    const [{ agent } = { agent: null }] = inside;

    const records = await place.records();
    for (const { id, agent: made } of results) {
      const own = records.filter(({ tool }) => tool?.useId === id);
      expect(own.length, id).toBeGreaterThan(1);
      const chain = made === null ? [] : [{ id: agent, type: "general-purpose" }];
      for (const { actor, event } of own) expect(actor.agents, `${id} ${event}`).toEqual(chain);
    }
    const started = records.filter(({ event }) => event === "SubagentStart");
    expect(started.map(({ actor }) => actor.agents)).toEqual([[{ id: agent, type: "general-purpose" }]]);
    const denied = await place.records("--verdict", "deny", "--agent", "general-purpose");
    expect(denied.map(({ tool }) => tool?.useId)).toEqual(["toolu_script_3_1"]);
    expect((await place.hookline("audit", "verify")).status).toBe(0);
  }, 40_000);
});

describe("an agent that is killed", () => {
  it("leaves a trail that is intact or torn, with every call that the model was told of", async () => {
    const calls = ["echo one", "rm -rf ~", "echo two > made.txt", "cat ~/.ssh/id_rsa"].map(shell);
    const turns = Array.from({ length: 12 }, () => ({ tools: calls }));
    await several([1, 2, 5, 8], async (at) => {
      const place = governed();
      const agent = startAgent(place, place.play(turns));
      agent.child.stdin.end();
      // Each time at another place: while a call runs, while its result is written, while the next one is judged.
      await agent.until(new RegExp(`tool_use_id":"toolu_script_${at}_${(at % 4) + 1}"`));
      agent.child.kill("SIGKILL");
      const { signal, stdout } = await agent.ended;
      expect(signal).toBe("SIGKILL");
      const whole = stdout.slice(0, stdout.lastIndexOf("\n") + 1);
      const told = resultsOf({ stdout: whole });
      expect(told.length).toBeGreaterThanOrEqual(at);

      const verified = await place.hookline("audit", "verify");
      expect([0, 3], verified.stdout + verified.stderr).toContain(verified.status);
      const records = await place.records();
      for (const { id, text } of told) {
        const own = records.filter(({ tool }) => tool?.useId === id);
        expect(own.some(({ kind, event }) => kind === "decision" && event === "PreToolUse")).toBe(true);
        const executions = own.filter(({ kind }) => kind === "execution");
        expect(
          executions.map(({ ran }) => ran),
          text,
        ).toEqual([!text.includes("(rule ")]);
      }

      // The next session goes on with the same chain.
      const next = await runAgent(place, place.play([{ tools: [shell("echo three")] }, { text: "done" }]));
      expect(resultsOf(next).map(({ failed }) => failed)).toEqual([false]);
      expect((await place.hookline("audit", "verify")).status).toBe(0);
      expect(readdirSync(join(place.state, "audit")).sort()).toEqual(["keys", "main"]);
    });
  }, 180_000);
});

describe("a trail that is required and cannot be written", () => {
  const turns = [
    { tools: [shell("touch first")] },
    { tools: [shell("touch second"), { name: "write_file", input: { file_path: "third", content: "x" } }] },
    { text: "done" },
  ];
  const made = (project: string) => readdirSync(project).filter((name) => !name.startsWith("."));

  it("lets nothing run, and says why: a link in the place of its folder", async () => {
    const place = governed();
    const elsewhere = join(place.root, "elsewhere");
    mkdirSync(elsewhere);
    mkdirSync(place.state, { recursive: true });
    symlinkSync(elsewhere, join(place.state, "audit"));
    const args = place.play(turns).slice(0, -2);
    const { status, signal, stdout, stderr } = await runAgent(place, args);
    expect([status, signal]).toEqual([0, null]);
    expect(stderr).toContain("the audit trail could not be written");
    expect(stderr).toContain(`${join(place.state, "audit")} is a link; a folder was expected`);
    expect(stdout + stderr).not.toMatch(stack);
    expect(made(place.project)).toEqual([]);
    expect(readdirSync(elsewhere)).toEqual([]);
  }, 40_000);

  it("stops a session in the middle: nothing runs after the last record", async () => {
    const broken =
      "mv $XDG_STATE_HOME/hookline/audit $XDG_STATE_HOME/gone; touch $XDG_STATE_HOME/hookline/audit";
    const breaker = { id: "breaker", type: "command", command: broken };
    const place = governed({ hooks: { PostToolUse: [{ hooks: [breaker] }] } });
    const end = await runAgent(place, place.play(turns).slice(0, -2));
    expect([end.status, end.signal]).toEqual([0, null]);
    expect(end.stderr).toContain("the audit trail could not be written");
    expect(end.stdout + end.stderr).not.toMatch(stack);
    expect(made(place.project)).toEqual(["first"]);
    const verified = await place.hookline("audit", "verify", "--folder", join(place.root, "state/gone"));
    expect([0, 3], verified.stdout + verified.stderr).toContain(verified.status);
  }, 40_000);
});

describe("a guard that fails open", () => {
  it("is shown by the agent, in the trail, by list and by doctor", async () => {
    const guard = {
      id: "guard",
      type: "command",
      command: "echo no rules here >&2; exit 3",
      onFailure: "continue",
    };
    const place = governed({ hooks: { PreToolUse: [{ hooks: [guard] }] } });
    const turns = [{ tools: [shell("touch made")] }, { text: "done" }];
    const { status, stderr } = await runAgent(place, place.play(turns).slice(0, -2));
    expect(status).toBe(0);
    expect(stderr).toMatch(/✗ PreToolUse: guard: crash: exit code 3: no rules here · went on/);
    expect(existsSync(join(place.project, "made"))).toBe(true);

    const [record, ...more] = await place.records("--failed-open");
    expect(more).toEqual([]);
    expect(record?.hooks.map(({ id, failedOpen }) => [id, failedOpen])).toEqual([["guard", true]]);
    const [list, doctor] = await several(["list", "doctor"], (verb) => place.hookline(verb));
    expect(list?.stdout).toMatch(/^ +guard .*\n.*\n +failed open once, last: crash, /m);
    expect(doctor?.stdout).toMatch(/^warning .*: guard failed open on PreToolUse/m);
  }, 40_000);
});
