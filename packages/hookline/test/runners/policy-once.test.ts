import { expect, it } from "vitest";
import * as door from "../../src/policy/index.ts";
import type { PolicyRoom } from "../../src/runners/policy-call.ts";
import { runPolicy } from "../../src/runners/policy-run.ts";
import { scratch } from "../engine/scratch.ts";
import { bash } from "../policy/judged.ts";

const calls = ["ls -la src", "rm -rf /", "git status"];

/** Runs a policy on some commands, in the room that an engine loads; gives how often it was compiled. */
function compiledFor(more: Partial<PolicyRoom>): number {
  const { project, home } = scratch();
  let count = 0;
  const room: PolicyRoom = {
    ...door,
    compilePolicy(...given) {
      count += 1;
      return door.compilePolicy(...given);
    },
    ...more,
  };
  const services = {
    home,
    ownPaths: [],
    variable: () => undefined,
    stateFolder: `${home}/state`,
    rehearse: true,
    judgements: {},
  };
  // An object of its own: what is compiled is kept by what is written.
  const fields = { packs: ["commands"], settings: { unread: project } };
  const denied = calls.map((command) => {
    const call = { event: bash(command), projectDir: project, cwd: project, services };
    const { end } = runPolicy(room, { onFailure: "block" }, fields, call);
    return end.kind === "value" && end.value !== undefined;
  });
  expect(denied).toEqual([false, true, false]);
  return count;
}

it("is compiled once for all events of an engine", () => {
  expect(compiledFor({})).toBe(1);
});

it("is made anew for each event, of fewer rules, where a process judges one and ends", () => {
  expect(compiledFor({ narrowed: door.policyFor })).toBe(0);
});
