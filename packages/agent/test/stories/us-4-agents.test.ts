import { cpSync } from "node:fs";
import { expect, it } from "vitest";
import { call, story } from "./story.ts";

const turns = [
  [call("write_file", { file_path: "a.txt", content: "one" })],
  [call("command_execute", { command: "echo two >b.txt" })],
];

/** Wingman's hooks, and a program that notes who called it; what nobody waits for may come late, so the notes are sorted. */
function withNotes(seed: string | null) {
  const place = story(seed);
  place.program("note", `echo "$1" >>"${place.root}/notes"`);
  return { ...place, notes: () => [...place.lines(`${place.root}/notes`)].sort() };
}

const team = ["team-after", "team-after", "team-before", "team-before", "team-stop"];

// shows: W-012 W-042 W-043 W-045 W-046 W-047 W-048 W-133
it.each([
  ["no agent by name", null, team],
  ["an agent without a file", "stranger", team],
  ["coder, whose hooks are added", "coder", [...team, "coder-before", "coder-stop"]],
  [
    "reviewer, whose hooks replace those of one event",
    "reviewer",
    ["reviewer-before", "reviewer-before", "team-after", "team-after", "team-stop"],
  ],
  ["scribe, whose hooks replace all", "scribe", ["scribe-after"]],
])("US-4.1 and US-4.2: with %s", async (_title, agent, expected) => {
  const { play, notes } = withNotes("us-4-agents");
  const { status } = await play(turns, { args: agent === null ? [] : ["--agent", agent] });
  expect([status, notes()]).toEqual([0, [...expected].sort()]);
});

// shows: W-044
it("US-4.1: a copy of the project brings the hooks along; they run once the person has approved them", async () => {
  const { play, notes, project } = withNotes(null);
  cpSync(story("us-4-agents").project, project, { recursive: true });
  const { stderr } = await play(turns, { trust: false });
  expect(stderr).toContain("hooks of this project are not approved and will not run");
  expect(notes()).toEqual([]);
  await play([[call("command_execute", { command: "true" })]]);
  expect(notes()).toEqual(["team-after", "team-before", "team-stop"]);
});

// shows: W-047
it("US-4.2: a sub-agent has the team's hooks and those of its own kind", async () => {
  const { play, notes, write, read } = withNotes("us-4-agents");
  write(".hookline/agent.json", { agents: { coder: { description: "codes", prompt: "code" } } });
  const { status } = await play([
    [call("task", { description: "write it", subagent_type: "coder" })],
    [call("command_execute", { command: "echo two >b.txt" })],
    [],
  ]);
  expect([status, read("b.txt")]).toEqual([0, "two\n"]);
  const count = (note: string) => notes().filter((one) => one === note).length;
  // The team's for both calls, the coder's own only for its command.
  expect([count("team-before"), count("coder-before")]).toEqual([2, 1]);
});
