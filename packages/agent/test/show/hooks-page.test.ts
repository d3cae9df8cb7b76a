import { describe, expect, it } from "vitest";
import { createHookLog } from "../../src/show/hook-log.ts";
import { hooksPage, numberedHooks } from "../../src/show/hooks-page.ts";
import { aWrite, command, engineWith, heard, until, withoutTimes } from "./stage.ts";

describe("/hooks", () => {
  // shows: G-040 G-058
  it("shows the active hooks by event in a box, with source, state and last result", async () => {
    const engine = await engineWith({
      PreToolUse: [{ matcher: "Edit|Write", hooks: [command("echo no >&2; exit 2", { id: "guard" })] }],
      Stop: [
        {
          hooks: [
            command("exit 3", { id: "tests", onFailure: "block" }),
            command("true", { enabled: false }),
          ],
        },
      ],
      PostToolUse: [{ matcher: "Write", hooks: [command("npx prettier .", { mode: "warn" })] }],
    });
    const log = createHookLog(() => 1_000_000);
    engine.listen(log.hear);
    await engine.fire("PreToolUse", aWrite);
    await engine.fire("Stop", { session_id: "s-1", stop_hook_active: false });
    await heard();
    const page = hooksPage(engine, log, { columns: null, now: 1_090_000 });
    expect(
      withoutTimes(page)
        .replaceAll(/:1:\d+/g, ":1:<column>")
        .replaceAll(/ +/g, " ")
        .replaceAll(/─+/g, "─"),
    ).toBe(
      [
        "Active Hooks:",
        "┌─┬─┬─┬─┬─┐",
        "│ # │ Event │ Action │ State │ Last │",
        "├─┼─┼─┼─┼─┤",
        "│ 1 │ PreToolUse │ guard: echo no >&2; exit 2 (Edit|Write) │ on │ ✗ deny <time>, 1 min ago │",
        "│ │ │ command · .hookline/hooks.json:1:<column> │ │ │",
        "│ 2 │ Stop │ tests: exit 3 │ on │ ✗ crash <time>, 1 min ago │",
        "│ │ │ command · .hookline/hooks.json:1:<column> │ │ │",
        "│ 3 │ │ true │ disabled │ – │",
        "│ │ │ command · .hookline/hooks.json:1:<column> │ │ │",
        '│ │ │ "enabled" is false │ │ │',
        "│ 4 │ PostToolUse │ npx prettier . (Write) │ on (warn) │ – │",
        "│ │ │ command · .hookline/hooks.json:1:<column> │ │ │",
        "└─┴─┴─┴─┴─┘",
        "/hooks off 1 switches the first one off for this session, /hooks on 1 on again.",
        "",
      ].join("\n"),
    );
    const widths = page.split("\n").filter((line) => line.includes("│"));
    expect(new Set(widths.map((line) => line.length)).size).toBe(1);
  });

  it("fits a narrow terminal, and says why a hook would not run", async () => {
    const long = `echo ${"漢字".repeat(60)}`;
    const engine = await engineWith(
      { Stop: [{ hooks: [command(long, { id: "wide" }), command("true", { id: "other" })] }] },
      { trust: "store" },
    );
    const off = ({ id }: { id: string }) => (id === "other" ? "by /hooks off 2" : null);
    const page = hooksPage(engine, createHookLog(), { columns: 80, off });
    const rows = page.split("\n").filter((line) => line.includes("│"));
    // Each of the two wide signs takes two columns.
    for (const row of rows) expect(row.length + (row.match(/[漢字]/g) ?? []).length).toBe(80);
    expect(page).toMatch(/wide: echo 漢字.*… +│ not approved │ –/);
    expect(page).toMatch(/│ other: true +│ off +│/);
    expect(page).toContain("by /hooks off 2");
  });

  it("has the numbers by which hooks are switched", async () => {
    const engine = await engineWith({
      Stop: [{ hooks: [command("true", { id: "a" })] }],
      Setup: [{ hooks: [command("true", { id: "b" })] }],
    });
    engine.on("Stop", () => undefined, { id: "c" });
    const numbers = numberedHooks(engine.hooks).map(({ number, hook }) => `${number} ${hook.id}`);
    expect(numbers).toEqual(["1 a", "2 c", "3 b"]);
  });

  it("says where hooks go when there are none", async () => {
    const engine = await engineWith({});
    expect(hooksPage(engine, createHookLog(), { columns: 80 })).toBe(
      `No hooks are configured for ${engine.projectDir}; .hookline/hooks.json is where they go.\n`,
    );
  });

  it("shows that a hook runs now, and then how it ended", async () => {
    const engine = await engineWith({});
    let end = () => {};
    engine.on("Stop", () => new Promise<undefined>((resolve) => (end = () => resolve(undefined))), {
      id: "f",
    });
    const log = createHookLog();
    engine.listen(log.hear);
    const firing = engine.fire("Stop", { session_id: "s-1", stop_hook_active: false });
    await until(() => log.running("f") > 0);
    expect(hooksPage(engine, log, { columns: 80 })).toContain("▶ running");
    end();
    await firing;
    await heard();
    expect(log.running("f")).toBe(0);
    expect(hooksPage(engine, log, { columns: 80 })).toMatch(/✓ \d+ ms, just now/);
  });
});
