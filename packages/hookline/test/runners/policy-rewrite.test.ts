import { expect, it } from "vitest";
import { scratch } from "../engine/scratch.ts";

const allow = (program: string) => ({
  type: "policy",
  rules: [
    {
      id: `may-${program}`,
      verdict: "allow",
      each: "command",
      programs: [program],
      when: "true",
      reason: `${program} is fine`,
    },
  ],
});

/** A project with one policy, and a hook that makes another command of whatever is asked. */
async function decided(policy: object, command: string) {
  const place = scratch({ PreToolUse: [{ hooks: [policy] }] });
  const engine = await place.engine();
  engine.on("PreToolUse", "Bash", () => ({ updatedInput: { command } }));
  return engine.fire("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
}

it("does not allow what was put in the place of what it allowed", async () => {
  const decision = await decided(allow("ls"), "touch x");
  expect(decision).toMatchObject({ verdict: "pass", reason: "", updatedInput: { command: "touch x" } });
  // What it said of the first input stays visible.
  expect(decision.runs[0]).toMatchObject({ type: "policy", verdict: "allow" });
});

it("allows a rewritten input that it allows as well", async () => {
  expect(await decided(allow("ls"), "ls src")).toMatchObject({
    verdict: "allow",
    reason: expect.stringContaining("ls is fine"),
  });
});
