import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makePlace, runAgent, startAgent } from "../run-agent.ts";
import { appears, gone, heard, hooks, play, told } from "./around.ts";

const entry = (command: string, rest: object = {}) => ({ hooks: [{ type: "command", command, ...rest }] });
const async = { async: true };

it("ends a headless run when the hooks in the background have ended, those of SessionEnd too", async () => {
  const place = makePlace();
  const note = (word: string) => entry(`sleep 0.7; echo ${word} >> notes`, async);
  hooks(place, { UserPromptSubmit: [note("prompt")], Stop: [note("stop")], SessionEnd: [note("end")] }, [
    "SessionEnd",
  ]);
  const { status, stdout } = await runAgent(place, ["-p", "go", ...play(place, { text: "done" })]);
  expect([status, stdout]).toEqual([0, "done\n"]);
  expect(told(place)).toEqual(["SessionEnd other"]);
  expect(readFileSync(join(place.project, "notes"), "utf8").trim().split("\n").sort()).toEqual([
    "end",
    "prompt",
    "stop",
  ]);
  expect(await gone(place)).toEqual([]);
});

it("is woken for another turn by a hook in the background that blocks", async () => {
  const place = makePlace();
  const once = "[ -e woken ] && exit 0; touch woken; sleep 0.3; echo 'the build is broken' >&2; exit 2";
  hooks(place, { Stop: [entry(once, { asyncRewake: true })] }, ["Stop"]);
  const turns = [{ text: "done" }, { text: "mended" }];
  const { status, stdout } = await runAgent(place, [
    "-p",
    "go",
    "--output-format",
    "json",
    ...play(place, ...turns),
  ]);
  expect([status, JSON.parse(stdout)]).toMatchObject([0, { result: "mended", num_turns: 2 }]);
  expect(heard(place)).toMatchObject([
    { last_assistant_message: "done" },
    { last_assistant_message: "mended" },
  ]);
  const transcript = readFileSync(String(heard(place)[0]?.transcript_path), "utf8");
  expect(transcript).toContain("the build is broken");
});

it("is woken at most eight times in a row", async () => {
  const place = makePlace();
  hooks(place, { Stop: [entry("exit 2", { asyncRewake: true })] }, ["Stop"]);
  const { status, stderr } = await runAgent(place, ["-p", "go", ...play(place)]);
  expect(status).toBe(0);
  expect(stderr).toContain("woke the agent 8 times in a row: this time it rests");
  expect(heard(place)).toHaveLength(9);
}, 40_000);

it("is woken while it waits for the person, who loses nothing", async () => {
  const place = makePlace();
  const once =
    "[ -e woken ] && exit 0; touch woken; until [ -e go ]; do sleep 0.05; done; echo 'it broke' >&2; exit 2";
  hooks(place, { Stop: [entry(once, { asyncRewake: true })] }, []);
  const agent = startAgent(place, play(place, { text: "done" }, { text: "mended" }, { text: "more" }));
  agent.type("one");
  await agent.until(/Agent: done\n[\s\S]*> $/);
  place.write("go", "");
  await agent.until(/Agent: mended\n[\s\S]*> $/);
  for (const line of ["two", "/quit"]) agent.type(line);
  const { status, stdout } = await agent.ended;
  expect(status).toBe(0);
  expect(stdout).toMatch(/> two\n[\s\S]*Agent: more\n/);
});

it("does not wait for a hook in the background beyond its deadline, nor when a signal says so", async () => {
  const place = makePlace();
  const hang = (seconds: number) => entry("touch hangs; sleep 600", { ...async, timeout: seconds });
  hooks(place, { Stop: [hang(1)] }, []);
  const bounded = await runAgent(place, ["-p", "go", ...play(place, { text: "done" })]);
  expect([bounded.status, bounded.stdout]).toEqual([0, "done\n"]);
  expect(bounded.stderr).toContain("timeout");
  expect(await gone(place)).toEqual([]);

  const other = makePlace();
  hooks(other, { Stop: [hang(600)] }, ["SessionEnd"]);
  const agent = startAgent(other, ["-p", "go", ...play(other, { text: "done" })]);
  agent.child.stdin.end();
  await appears(join(other.project, "hangs"));
  await agent.until("done");
  agent.child.kill("SIGTERM");
  expect((await agent.ended).status).toBe(143);
  expect(told(other)).toEqual(["SessionEnd other"]);
  expect(await gone(other)).toEqual([]);
}, 40_000);
