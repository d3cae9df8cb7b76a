import { describe, expect, it, onTestFinished } from "vitest";
import { snapshots } from "../../src/engine/snapshots.ts";
import { commands, scratch } from "./scratch.ts";

const name = "HOOKLINE_TEST_SNAPSHOT";
const other = "HOOKLINE_TEST_SNAPSHOT_OTHER";

/** Changes the process's own environment until the test ends. */
function set(variable: string, value: string | undefined): void {
  const before = process.env[variable];
  const put = (now: string | undefined) => {
    if (now === undefined) delete process.env[variable];
    else process.env[variable] = now;
  };
  onTestFinished(() => put(before));
  put(value);
}

describe("a snapshot of the process's environment", () => {
  it("is the same object as long as nothing changes", () => {
    const take = snapshots(process.env);
    expect(take()).toBe(take());
    expect(take()).toEqual({ ...process.env });
  });

  it("follows a new variable, a new value, a removal, and one variable in place of another", () => {
    const take = snapshots(process.env);
    expect(take()).not.toHaveProperty(name);
    set(name, "one");
    expect(take()[name]).toBe("one");
    set(name, "two");
    expect(take()[name]).toBe("two");
    const before = take();
    set(name, undefined);
    set(other, "two");
    expect(take()).not.toHaveProperty(name);
    expect(take()[other]).toBe("two");
    expect(before[name]).toBe("two");
  });

  it("is what the next hook gets", async () => {
    const { engine } = scratch(commands(`printf '{"systemMessage":"%s"}' "$${name}"`));
    const live: Record<string, string> = { PATH: process.env.PATH ?? "" };
    const hooks = await engine({ env: live });
    const said = async () =>
      (await hooks.fire("PreToolUse", { tool_name: "Write", tool_input: {} })).messages.map(
        ({ text }) => text,
      );
    live[name] = "first";
    expect(await said()).toEqual(["first"]);
    live[name] = "second";
    expect(await said()).toEqual(["second"]);
  });
});
