import { expect, it } from "vitest";
import { scratch } from "./scratch.ts";

const guard = { id: "guard", type: "command", command: "exit 2" };
const file = { PreToolUse: [{ matcher: "Bash", hooks: [guard] }] };
const payload = { tool_name: "Bash", tool_input: { command: "ls" } };

it("switches a hook off and on again while the engine runs, also over a reload, and says why it did not run", async () => {
  const engine = await scratch(file).engine();
  const [hook] = engine.hooks;
  if (!hook) throw new Error("no hook");
  expect(engine.turn(hook, "off")).toBe(true);
  await engine.reload();
  expect(engine.hooks.map((one) => engine.isOff(one))).toEqual([true]);
  const off = await engine.fire("PreToolUse", payload);
  expect(off).toMatchObject({
    verdict: "pass",
    skipped: [{ hook: "guard", why: "disabled: it was switched off in this session" }],
  });
  expect(engine.turn(hook, "on")).toBe(true);
  expect((await engine.fire("PreToolUse", payload)).verdict).toBe("deny");
});

it("leaves on what is managed for the machine", async () => {
  const machine = scratch();
  machine.write(`${machine.system}/etc/hookline/hooks.json`, { hooks: file });
  const engine = await machine.engine();
  const [hook] = engine.hooks;
  if (!hook) throw new Error("no hook");
  expect(engine.turn(hook, "off")).toBe(false);
  expect((await engine.fire("PreToolUse", payload)).verdict).toBe("deny");
});

it("hears an event if a hook is there for it, or if everything is recorded", async () => {
  const engine = await scratch(file).engine();
  expect([engine.hears("PreToolUse"), engine.hears("ModelRequest")]).toEqual([true, false]);
  const off = engine.on("ModelRequest", () => undefined);
  expect(engine.hears("ModelRequest")).toBe(true);
  off();
  expect(engine.hears("ModelRequest")).toBe(false);
  const recording = await scratch(file).engine({ record: () => {} });
  expect(recording.hears("ModelRequest")).toBe(true);
});

it("says of each file whether a hook that must hold could not be loaded from it", async () => {
  const machine = scratch({ PreToolUse: [{ hooks: [{ type: "command" }, guard] }] });
  machine.write(".hookline/hooks.local.json", {
    hooks: { PreToolUse: [{ hooks: [{ type: "command", onFailure: "block" }] }] },
  });
  const { files } = await machine.engine();
  const found = files.filter(({ state }) => state !== "absent").map(({ layer, lacks }) => [layer, lacks]);
  expect(found).toEqual([
    ["team", false],
    ["local", true],
  ]);
});
