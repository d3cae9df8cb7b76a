import { describe, expect, it } from "vitest";
import { exitHint } from "../../src/cli/exit-hint.ts";
import { aWrite, commands, scratch } from "../engine/scratch.ts";

describe("what the end of a hook means", () => {
  it.each([
    ["./not-executable.sh", /^126: .*chmod \+x/],
    ["no-such-command-here", /^127: a command was not found/],
    ["kill -9 $$", /^137: it was killed/],
    ["kill -SEGV $$", /^139: it crashed/],
    ["sh -c 'exit 137'", /^137: it was killed/],
    ["python3 -c 'raise ValueError(7)'", /^1: Python ended with an exception: ValueError: 7$/],
    ["python3 /no/such/file.py", /^2 blocks, and this looks like a mistake in the call .*can't open file/],
    [
      "python3 -c 'import argparse; argparse.ArgumentParser().parse_args([\"--x\"])'",
      /^2 blocks, and this looks like a mistake .*unrecognized arguments/,
    ],
    ["node /no/such/file.mjs", /^1: Node\.js did not find a module/],
    ["exit 1", /^1 is a failure and no deny: 2 blocks/],
    ["echo '{broken'", /^stdout must be one JSON object or plain text/],
    ["echo no >&2; exit 2", null],
    ["exit 0", null],
    ["exit 3", null],
  ])("%s", async (command, hint) => {
    const place = scratch(commands({ command }));
    place.write("not-executable.sh", "exit 0");
    const { runs } = await (await place.engine()).fire("PreToolUse", aWrite);
    const said = runs.map(exitHint)[0] ?? null;
    if (hint === null) expect(said).toBeNull();
    else expect(said).toMatch(hint);
  });

  it("also of one that took too long", async () => {
    const engine = await scratch(commands({ command: "sleep 60", timeout: 0.05 })).engine();
    const { runs } = await engine.fire("PreToolUse", aWrite);
    expect(runs.map(exitHint)).toEqual([expect.stringContaining('longer than its "timeout"')]);
  });
});
