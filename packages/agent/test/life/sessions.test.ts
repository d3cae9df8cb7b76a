import { readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makePlace, type Place, runAgent, startAgent } from "../run-agent.ts";
import { call, heard, hooks, linesOf, play, sessionFolder, told } from "./around.ts";

const life = ["SessionStart", "SessionEnd"];

async function json(place: Place, args: readonly string[]) {
  const { status, stdout, stderr } = await runAgent(place, [...args, "--output-format", "json"]);
  expect([status, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

/** What people asked and the model said in a session, by its transcript. */
function said(place: Place, id: string): readonly unknown[] {
  return linesOf(join(sessionFolder(place), `${id}.jsonl`)).flatMap(({ message }) => {
    const content: unknown = Object(message).content;
    return Array.isArray(content) ? content.map((block) => block.text ?? block.type) : [content];
  });
}

it("goes on with the last session, with one by the start of its id, and in a copy", async () => {
  const place = makePlace();
  hooks(place, {}, life);
  const first = await json(place, ["-p", "one", ...play(place, { text: "a" })]);
  const second = await json(place, ["-p", "two", ...play(place, { text: "b" })]);
  const last = await json(place, ["-p", "three", "--continue", ...play(place, { text: "c" })]);
  expect(last.session_id).toBe(second.session_id);
  const start = first.session_id.slice(0, 8);
  const named = await json(place, ["-p", "four", "--resume", start, ...play(place, { text: "d" })]);
  expect(named.session_id).toBe(first.session_id);
  const copy = await json(place, [
    "-p",
    "five",
    "--resume",
    start,
    "--fork-session",
    ...play(place, { text: "e" }),
  ]);
  expect([first.session_id, second.session_id]).not.toContain(copy.session_id);

  expect(said(place, first.session_id)).toEqual(["one", "a", "four", "d"]);
  expect(said(place, second.session_id)).toEqual(["two", "b", "three", "c"]);
  expect(said(place, copy.session_id)).toEqual(["one", "a", "four", "d", "five", "e"]);
  expect(told(place).filter((event) => event.startsWith("SessionStart"))).toEqual([
    "SessionStart startup",
    "SessionStart startup",
    "SessionStart resume",
    "SessionStart resume",
    "SessionStart fork",
  ]);
  expect(heard(place).map(({ session_id }) => session_id)).toEqual(
    [first, second, last, named, copy].flatMap(({ session_id }) => [session_id, session_id]),
  );

  const { stdout, status } = await runAgent(place, ["--sessions"]);
  const rows = stdout.trimEnd().split("\n");
  expect([status, rows.map((row) => row.slice(0, 8))]).toEqual([
    0,
    [copy, first, second].map(({ session_id }) => session_id.slice(0, 8)),
  ]);
  expect(rows[1]).toMatch(/ 4 messages {2}one$/);
}, 60_000);

it("has in the transcript what led to an event when its hook reads it", async () => {
  const place = makePlace();
  const copyTo = (name: string) => ({
    hooks: [
      {
        type: "command",
        command: `sed 's/.*"transcript_path":"\\([^"]*\\)".*/\\1/' | xargs cat > ${join(place.root, name)}`,
      },
    ],
  });
  const groups = { PreToolUse: [copyTo("pre")], PostToolUse: [copyTo("post")], Stop: [copyTo("stop")] };
  hooks(place, groups, []);
  const turns = [
    { text: "I write", tools: [call("write_file", { file_path: "a.txt", content: "x" })] },
    { text: "all done" },
  ];
  await json(place, ["-p", "go", "--permission-mode", "bypassPermissions", ...play(place, ...turns)]);
  const at = (name: string) =>
    linesOf(join(place.root, name)).flatMap(({ message }) => {
      const content: unknown = Object(message).content;
      return Array.isArray(content) ? content.map((block) => block.type) : ["prompt"];
    });
  expect(at("pre")).toEqual(["prompt", "text", "tool_use"]);
  expect(at("post").slice(0, 3)).toEqual(["prompt", "text", "tool_use"]);
  expect(at("stop")).toEqual(["prompt", "text", "tool_use", "tool_result", "text"]);
  const last = linesOf(join(place.root, "stop")).at(-1);
  expect(last).toMatchObject({
    type: "assistant",
    message: { content: [{ type: "text", text: "all done" }] },
  });
});

it("leaves a session by /clear, and comes back to it by /resume", async () => {
  const place = makePlace();
  hooks(place, {}, life);
  const agent = startAgent(place, play(place, { text: "a" }, { text: "b" }, { text: "c" }));
  agent.type("one");
  await agent.until("Agent: a");
  const [first = ""] = readdirSync(sessionFolder(place)).map((name) => name.split(".")[0]);
  for (const line of ["/clear", "two", "/resume", `/resume ${first.slice(0, 8)}`, "three", "/quit"])
    agent.type(line);
  const { status, stdout } = await agent.ended;
  expect(status).toBe(0);
  expect(told(place)).toEqual([
    "SessionStart startup",
    "SessionEnd clear",
    "SessionStart clear",
    "SessionEnd resume",
    "SessionStart resume",
    "SessionEnd prompt_input_exit",
  ]);
  const second = String(heard(place)[2]?.session_id);
  expect(second).not.toBe(first);
  expect(said(place, first)).toEqual(["one", "a", "three", "c"]);
  expect(said(place, second)).toEqual(["two", "b"]);
  expect(stdout).toMatch(new RegExp(`^${second.slice(0, 8)} .* 2 messages {2}two {2}\\(this one\\)$`, "m"));
});

it("says in one line why a session cannot go on", async () => {
  const place = makePlace();
  const { session_id: id } = await json(place, ["-p", "one", ...play(place, { text: "a" })]);
  const state = join(sessionFolder(place), `${id}.state.jsonl`);
  const whole = readFileSync(state);
  const resume = () => runAgent(place, ["-p", "go", "--resume", id, ...play(place, { text: "b" })]);

  writeFileSync(state, "garbage\n");
  const garbage = await resume();
  writeFileSync(state, whole);
  truncateSync(state, whole.length - 40);
  const cut = await resume();
  const list = await runAgent(place, ["--sessions"]);
  for (const { status, stdout, stderr } of [garbage, cut]) {
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^hookline-agent: [^\n]*\.state\.jsonl[^\n]*\n$/);
    expect(stderr).not.toMatch(/\n {4}at /);
  }
  expect(list.status).toBe(0);

  writeFileSync(state, whole);
  expect((await json(place, ["-p", "go", "--resume", id, ...play(place, { text: "b" })])).result).toBe("b");
  const none = await runAgent(place, ["-p", "go", "--resume", "nothing", ...play(place)]);
  expect([none.status, none.stderr]).toEqual([
    1,
    `hookline-agent: no session in ${place.project} begins with "nothing"\n`,
  ]);
}, 60_000);

it("lets one process at a time go on with a session, and anybody take a copy", async () => {
  const place = makePlace();
  const agent = startAgent(place, play(place, { text: "a" }));
  agent.type("one");
  await agent.until("Agent: a");
  // One after the other: the copy, once it is there, is the last session.
  const other = await runAgent(place, ["-p", "two", "--continue", ...play(place, { text: "b" })]);
  const copy = await json(place, [
    "-p",
    "two",
    "--continue",
    "--fork-session",
    ...play(place, { text: "b" }),
  ]);
  expect([other.status, other.stdout]).toEqual([1, ""]);
  expect(other.stderr).toMatch(
    new RegExp(`^hookline-agent: session \\S+ is in use by process ${agent.child.pid}: [^\\n]*\\n$`),
  );
  expect(said(place, copy.session_id)).toEqual(["one", "a", "two", "b"]);
  agent.child.stdin.end();
  expect((await agent.ended).status).toBe(0);
}, 40_000);
