import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { makePlace, type Place, type RunningAgent, startAgent } from "../run-agent.ts";
import { alive, appears, call, gone, heard, hooks, play, told } from "./around.ts";

const heardEvents = ["UserInterrupt", "PostToolUse", "PostToolUseFailure", "Stop", "SessionEnd"];

const all = ["the model answers", "a tool runs", "a hook runs", "a permission prompt is open"] as const;
type Moment = (typeof all)[number];

/** What the agent may be at when a signal comes: the turn of the script, and how to see that it is there. */
const moments: Readonly<
  Record<Moment, { turn: object; there(at: Place, agent: RunningAgent): Promise<void> }>
> = {
  "the model answers": {
    turn: { text: "late", delayMs: 60_000 },
    there: async (place) => {
      await appears(join(place.project, "model-asked"));
      await pause(500);
    },
  },
  "a tool runs": {
    turn: {
      tools: [call("command_execute", { command: "touch tool-runs; sleep 60 & sleep 60; touch ended" })],
    },
    there: (place) => appears(join(place.project, "tool-runs")),
  },
  "a hook runs": {
    turn: { tools: [call("ls", { path: "." })] },
    there: (place) => appears(join(place.project, "hook-runs")),
  },
  "a permission prompt is open": {
    turn: { tools: [call("write_file", { file_path: "a.txt", content: "x" })] },
    there: (_, agent) => agent.until(/y\/a\/n\/t> $/),
  },
};

function setUp(): Place {
  const place = makePlace();
  onTestFinished(() => {
    for (const pid of alive(place)) process.kill(Number(pid), "SIGKILL");
  });
  const slow = { type: "command", command: "touch hook-runs; sleep 60 & sleep 60; touch ended" };
  const asked = { type: "command", command: "touch model-asked" };
  const groups = { PreToolUse: [{ matcher: "ls", hooks: [slow] }], ModelRequest: [{ hooks: [asked] }] };
  hooks(place, groups, heardEvents);
  return place;
}

const allowed = ["--allow", "Bash"];

describe("Ctrl-C", () => {
  it("ends the turn, whatever it is at, and the session goes on; twice it quits", async () => {
    const place = setUp();
    const turns = all.flatMap((name) => [moments[name].turn, { text: `after: ${name}` }]);
    const agent = startAgent(place, [...allowed, ...play(place, ...turns, moments["a tool runs"].turn)]);
    for (const name of all) {
      agent.type("go");
      await moments[name].there(place, agent);
      agent.child.kill("SIGINT");
      await agent.until(
        new RegExp(`^(?:[\\s\\S]*?interrupted; Ctrl-C again quits){${all.indexOf(name) + 1}}`),
      );
      // What is asked next is answered: no call is left without its result.
      agent.type("and now?");
      await agent.until(`after: ${name}`);
      expect(await gone(place, agent)).toEqual([]);
      // Two within two seconds would quit.
      await pause(2_000);
    }
    expect(told(place)).toEqual(all.flatMap((name) => [...failures(name), "UserInterrupt", "Stop"]));
    const interrupts = heard(place).filter(({ hook_event_name: event }) => event === "UserInterrupt");
    expect(interrupts).toMatchObject(all.map(() => ({ reason: "Ctrl-C" })));
    expect(existsSync(join(place.project, "ended"))).toBe(false);

    const before = heard(place).length;
    rmSync(join(place.project, "tool-runs"));
    agent.type("go");
    await appears(join(place.project, "tool-runs"));
    agent.child.kill("SIGINT");
    await pause(100);
    agent.child.kill("SIGINT");
    expect((await agent.ended).status).toBe(130);
    expect(told(place).slice(before)).toEqual(["PostToolUseFailure", "UserInterrupt", "SessionEnd other"]);
    expect(await gone(place)).toEqual([]);
    expect(agent.printed()).not.toMatch(/\n {4}at |rror:/);
  }, 90_000);
});

/** A tool that is stopped has failed. */
function failures(name: Moment): readonly string[] {
  return name === "a tool runs" ? ["PostToolUseFailure"] : [];
}

describe.each([
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)("%s", (signal, status) => {
  it.each(all)(`ends the session with ${status} while %s, and SessionEnd is told`, async (name) => {
    const place = setUp();
    const agent = startAgent(place, [...allowed, ...play(place, moments[name].turn)]);
    agent.type("go");
    await moments[name].there(place, agent);
    agent.child.kill(signal);
    expect((await agent.ended).status).toBe(status);
    expect(told(place)).toEqual([...failures(name), "UserInterrupt", "SessionEnd other"]);
    expect(await gone(place)).toEqual([]);
  });
});

it.each([
  ["SIGINT", 130, "a tool runs"],
  ["SIGTERM", 143, "a hook runs"],
] as const)("a headless run ends by %s with %i while %s", async (signal, status, name) => {
  const place = setUp();
  const agent = startAgent(place, ["-p", "go", ...allowed, ...play(place, moments[name].turn)]);
  agent.child.stdin.end();
  await moments[name].there(place, agent);
  agent.child.kill(signal);
  expect((await agent.ended).status).toBe(status);
  expect(told(place)).toEqual([...failures(name), "UserInterrupt", "SessionEnd other"]);
  expect(await gone(place)).toEqual([]);
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
