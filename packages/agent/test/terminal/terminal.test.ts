import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { alive, appears, gone } from "../life/around.ts";
import { atDesk, hasTmux } from "./desk.ts";

const write = (path: string) => ({ name: "write_file", input: { file_path: path, content: "x" } });
const command = (text: string) => ({ name: "command_execute", input: { command: text } });
const entry = (text: string, statusMessage = "") => ({
  hooks: [{ type: "command", command: text, statusMessage }],
});
const asked = /y\/a\/n\/t>$/;
const free = /\n>$/;
const moving = /[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/;

describe.skipIf(!hasTmux)("the agent at a terminal (under tmux)", { timeout: 60_000 }, () => {
  it("asks before it acts: yes, no, no and instead, always", async () => {
    const desk = atDesk({
      turns: [
        { text: "I write.", delayMs: 500, tools: [write("a.txt")] },
        { text: "Written." },
        { tools: [write("b.txt")] },
        { text: "Not written." },
        { tools: [write("c.txt")] },
        { text: "Something else." },
        { tools: [command("node --version")] },
        { tools: [command("node --version")] },
        { text: "Ran twice." },
      ],
      hooks: { PreToolUse: [entry("true", "look at the call")] },
      args: ["--allow", "Read"],
    });
    const has = (name: string) => existsSync(join(desk.place.project, name));
    expect(await desk.until(free)).toMatch(
      /^scripted · default · [\s\S]*session [0-9a-f]{8}\s\(startup\)\n>$/,
    );
    desk.enter("write a");
    await desk.until(moving);
    const question = await desk.until(asked);
    // All that led to the question stands before it, and nothing of the moving line is left.
    expect(question.replace(/\d+ ms/, "<time>").slice(question.indexOf("> write a"))).toMatch(
      /^> write a\nAgent: I write\.\nAgent: \[write_file\] a\.txt\nRunning hooks\.\.\.\n {2}▶ PreToolUse: look at the call\n {2}✓ true · <time>\nMay it use write_file\?\n[\s\S]*a\.txt\n {2}│ content: x\n {2}│ \(.*\)\n {2}\[y\] yes, this time\n/,
    );
    desk.enter("y");
    await desk.until(/Agent: Written\.\n>$/);
    expect(has("a.txt")).toBe(true);

    desk.enter("write b");
    await desk.until(asked);
    desk.enter("what?");
    await desk.until(/y\/a\/n\/t> what\?\ny\/a\/n\/t>$/);
    desk.enter("n");
    await desk.until(/\[write_file\] The person does not want this[\s\S]*Agent: Not written\.\n>$/);
    desk.enter("write c");
    await desk.until(asked);
    desk.enter("t");
    await desk.until(/What should it do instead\?$/);
    desk.enter("use the other file");
    await desk.until(/Agent: Something else\.\n>$/);
    expect([has("b.txt"), has("c.txt")]).toEqual([false, false]);

    desk.enter("run it");
    await desk.until(/yes, and always: Bash\(node[^\n]*\n[\s\S]*y\/a\/n\/t>$/);
    desk.enter("a");
    const screen = await desk.until(/Agent: Ran twice\.\n>$/);
    // The second command was not asked about.
    expect(screen.slice(screen.indexOf("> run it")).match(/May it use/g)).toHaveLength(1);
    desk.keys("C-d");
    await desk.until(/ended with 0\nas it was$/);
    expect(await gone(desk.place)).toEqual([]);
  });

  it("is interrupted by Ctrl-C, goes on, and is quit by two", async () => {
    const desk = atDesk({
      turns: [
        { text: "late", delayMs: 60_000 },
        { text: "Here I am." },
        { tools: [command("sleep 60; echo late >> late.txt")] },
        { text: "Still here." },
        { tools: [write("a.txt")] },
      ],
      hooks: {
        UserInterrupt: [entry("true", "note the interrupt")],
        SessionEnd: [entry("true", "say goodbye")],
      },
      args: ["--allow", "Bash"],
    });
    await desk.until(free);
    desk.enter("one");
    await desk.until(/> one\n. (\d s )?thinking$/);
    desk.keys("C-c");
    const first = await desk.until(/✓ [^\n]*\n>$/);
    expect(first.replace(/\d+ ms/, "<time>")).toMatch(
      /> one\n· interrupted; Ctrl-C again quits\nRunning hooks\.\.\.\n {2}▶ UserInterrupt: note the interrupt\n {2}✓ true · <time>\n>$/,
    );
    desk.enter("two");
    await desk.until(/> two\nAgent: Here I am\.\n>$/);

    desk.enter("three");
    await desk.until(/\[command_execute\] sleep 60[^\n]*\n. (\d s )?\[command_execute\] sleep 60/);
    desk.keys("C-c");
    await desk.until(/> three\n[\s\S]*▶ UserInterrupt[^\n]*\n[^\n]*\n>$/);
    desk.enter("four");
    await desk.until(/> four\nAgent: Still here\.\n>$/);

    // Who changes their mind at the question ends the turn too.
    desk.enter("five");
    await desk.until(asked);
    desk.keys("C-c");
    await desk.until(
      /> five\n[\s\S]*interrupted; Ctrl-C again quits\n[\s\S]*▶ UserInterrupt[^\n]*\n[^\n]*\n>$/,
    );
    desk.keys("C-c");
    const last = await desk.until(/ended with 130\nas it was$/);
    expect(last).toMatch(/▶ SessionEnd: say goodbye\n {2}✓ true · \d+ ms\nended with 130/);
    expect(last).not.toMatch(moving);
    expect([existsSync(join(desk.place.project, "a.txt")), await gone(desk.place)]).toEqual([false, []]);
  });

  it("shows hooks and switches them, helps, and fits into what room there is", async () => {
    const desk = atDesk({
      turns: [{ text: "One." }, { text: "Two." }],
      hooks: {
        Stop: [entry("until [ -e go ]; do sleep 0.05; done; echo '12 tests passed'", "run the tests")],
      },
    });
    await desk.until(free);
    desk.enter("/hooks");
    await desk.until(/Active Hooks:\n┌[\s\S]*│ 1 │ Stop [\s\S]*│ on +│ –[\s\S]*┘\n[^\n]*\n>$/);
    desk.enter("go");
    await desk.until(
      /Agent: One\.\nRunning hooks\.\.\.\n {2}▶ Stop: run the tests\n. (\d s )?Stop: run the tests$/,
    );
    writeFileSync(join(desk.place.project, "go"), "");
    await desk.until(/▶ Stop: run the tests\n {2}✓ 12 tests passed · [^\n]*\n>$/);
    desk.enter("/hooks off 1");
    await desk.until(/Stop-\S+ is off for this session\.\n>$/);
    desk.enter("again");
    await desk.until(/> again\nAgent: Two\.\n>$/);
    desk.enter("/hooks");
    await desk.until(/> \/hooks\n[\s\S]*│ 1 │ Stop [\s\S]*│ off +│ ✓ [\s\S]*┘\n[^\n]*\n>$/);
    desk.enter("/hooks off 9");
    await desk.until(/! write \/hooks, \/hooks off NUMBER/);

    desk.resize(44);
    desk.enter("/clear");
    await desk.until(/A new session has begun/);
    desk.keys("C-l");
    desk.enter("/hooks");
    const narrow = await desk.until(/> \/hooks\nActive Hooks:\n┌[^\n]*┐\n[\s\S]*┘\n[\s\S]*>$/);
    const rows = narrow
      .slice(narrow.lastIndexOf("┌"))
      .split("\n")
      .filter((row) => /^[│├┌└]/.test(row));
    expect(rows.length).toBeGreaterThan(4);
    for (const row of rows) expect(row).toMatch(/[│┤┐┘]$/);
    desk.enter("/help");
    const help = await desk.until(/> \/help\n[\s\S]*\/quit\n {6}end the session[\s\S]*\n>$/);
    expect(help).toMatch(/ {2}\/clear\n {6}begin anew; the old session can be\n {6}resumed\n/);
    desk.enter("/quit");
    await desk.until(/ended with 0\nas it was$/);
  });

  it("leaves the terminal as it was when it is ended from outside in the middle of a question", async () => {
    const desk = atDesk({ turns: [{ tools: [write("a.txt")] }] });
    await desk.until(free);
    desk.enter("go");
    await desk.until(asked);
    const [pid] = alive(desk.place);
    process.kill(Number(pid), "SIGTERM");
    await desk.until(/ended with 143\nas it was$/);
    expect(await gone(desk.place)).toEqual([]);
  });

  it("is woken by a hook in the background while a line is being typed, which stays", async () => {
    const wake =
      "[ -e woken ] && exit 0; touch woken; until [ -e go ]; do sleep 0.05; done; echo broken >&2; exit 2";
    const hook = { type: "command", command: wake, asyncRewake: true };
    const desk = atDesk({
      turns: [{ text: "One." }, { text: "I mend it." }, { text: "Three." }],
      hooks: { Stop: [{ hooks: [hook] }] },
    });
    await desk.until(free);
    desk.enter("one");
    await desk.until(/Agent: One\.\n>$/);
    desk.keys("h", "a", "l", "f");
    await desk.until(/> half$/);
    writeFileSync(join(desk.place.project, "go"), "");
    await desk.until(/Agent: I mend it\.\n[\s\S]*> half$/);
    desk.enter(" a line");
    await desk.until(/> half a line\n[\s\S]*Agent: Three\.\n[\s\S]*>$/);
    desk.keys("C-d");
    await desk.until(/ended with 0\nas it was$/);
  });

  it("ends in order when its terminal is closed in the middle of a tool", async () => {
    const desk = atDesk({
      turns: [{ tools: [command("touch runs; sleep 60; touch ended")] }],
      hooks: { SessionEnd: [entry("touch goodbye")] },
      args: ["--allow", "Bash"],
    });
    await desk.until(free);
    desk.enter("go");
    await appears(join(desk.place.project, "runs"));
    desk.close();
    await appears(join(desk.place.project, "goodbye"));
    expect(await gone(desk.place)).toEqual([]);
    expect(existsSync(join(desk.place.project, "ended"))).toBe(false);
  });
});
