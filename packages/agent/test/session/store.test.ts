import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { Command } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { privateFolder, stateFolder } from "../../src/session/place.ts";
import { readTranscript } from "../../src/session/read-transcript.ts";
import { type SessionStore, sessionStore } from "../../src/session/store.ts";
import { openTranscript } from "../../src/session/transcript.ts";
import { deepAgent, task } from "./graphs.ts";
import { checkpointerOf, scratchStore } from "./scratch-store.ts";

/** Starts a session with a prompt, at a given time. */
function say(store: SessionStore, id: string, text: string, timestamp: string): void {
  const path = store.transcriptPath(id);
  const entry = openTranscript(path, { id, cwd: "/p" }).append(new HumanMessage(text));
  writeFileSync(path, `${JSON.stringify({ ...entry, timestamp })}\n`);
}

describe("where sessions are", () => {
  it("is the state folder of the person, as the system has it", () => {
    expect(stateFolder({ XDG_STATE_HOME: "/x", HOME: "/h" })).toBe("/x/hookline");
    expect(stateFolder({ XDG_STATE_HOME: "relative", HOME: "/h" })).toBe("/h/.local/state/hookline");
    expect(stateFolder({})).toBe(join(homedir(), ".local/state/hookline"));
  });

  it("is one folder a project, whatever way leads there", () => {
    const { root } = scratchStore();
    const folderOf = (projectDir: string) => sessionStore({ stateFolder: root, projectDir }).folder;
    const project = privateFolder(join(root, "a/b"));
    symlinkSync(project, join(root, "link"));
    expect(folderOf(join(root, "link"))).toBe(folderOf(project));
    expect(folderOf("/a/b-c")).not.toBe(folderOf("/a/b/c"));
    expect(
      folderOf(`/${"long/".repeat(200)}`)
        .split("/")
        .at(-1)?.length,
    ).toBeLessThan(100);
  });

  it("cannot be left by an id", () => {
    const store = scratchStore();
    for (const id of ["../x", "a/b", "", ".", "-a", "a\n"]) {
      expect(() => store.transcriptPath(id), id).toThrow("cannot be the id of a session");
      expect(() => store.agentTranscriptPath("s1", id), id).toThrow("cannot be the id of a sub-agent");
    }
  });
});

describe("the list of sessions", () => {
  it("has the last used first, with what was said", () => {
    const store = scratchStore();
    expect(store.list()).toEqual([]);
    const [older, newer] = [store.create(), store.create()];
    say(store, newer, "second prompt", "2026-02-01T00:00:00.000Z");
    say(store, older, "first prompt", "2026-01-01T00:00:00.000Z");
    const transcript = openTranscript(store.transcriptPath(older), { id: older, cwd: "/p" });
    const list = () =>
      store.list().map(({ id, title, prompt, messages }) => ({ id, title, prompt, messages }));
    expect(list()).toEqual([
      { id: newer, title: null, prompt: "second prompt", messages: 1 },
      { id: older, title: null, prompt: "first prompt", messages: 1 },
    ]);
    transcript.append(new AIMessage("hi"));
    transcript.append(new ToolMessage({ content: "r", tool_call_id: "c" }));
    transcript.note("title", { title: "Greetings" });
    expect(list()[0]).toEqual({ id: older, title: "Greetings", prompt: "first prompt", messages: 3 });
    expect(statSync(store.folder).mode & 0o777).toBe(0o700);
  });

  it("shows a session that cannot be resumed, with the reason", () => {
    const store = scratchStore();
    say(store, "s1", "hello", "2026-01-01T00:00:00.000Z");
    writeFileSync(store.statePath("s1"), "torn");
    expect(store.list()).toMatchObject([
      { id: "s1", pending: false, fault: expect.stringContaining("s1.state.jsonl") },
    ]);
  });

  it("finds the latest, an id, the start of one; says so if there is none or several", () => {
    const store = scratchStore();
    expect(() => store.find("latest")).toThrow(/there is no session in .*project yet/);
    say(store, "abc-1", "x", "2026-01-01T00:00:00.000Z");
    say(store, "abc-2", "y", "2026-01-02T00:00:00.000Z");
    say(store, "abc", "z", "2026-01-01T12:00:00.000Z");
    expect(store.find("latest")).toBe("abc-2");
    expect(store.find("abc")).toBe("abc");
    expect(store.find("abc-1")).toBe("abc-1");
    expect(() => store.find("ab")).toThrow(/3 sessions in .* begin with "ab": abc, abc-1, abc-2; give more/);
    expect(() => store.find("xyz")).toThrow(/no session in .* begins with "xyz"/);
    expect(() => store.find("")).toThrow("no session");
    expect(() => store.find("../abc")).toThrow("no session");
  });
});

describe("a fork", () => {
  it("goes on from the question that its original waits at, and leaves the original alone", async () => {
    const store = scratchStore();
    const saver = checkpointerOf(store);
    const agent = deepAgent(
      [[task("dig")], "done"],
      [[{ name: "ask", args: { what: "dig" } }], "dug"],
      saver,
    );
    const on = (thread_id: string) => ({ configurable: { thread_id } });
    say(store, "s1", "go", "2026-01-01T00:00:00.000Z");
    openTranscript(store.agentTranscriptPath("s1", "a1"), { id: "s1", cwd: "/p" }, { agentId: "a1" }).append(
      new HumanMessage("dig"),
    );
    await agent.invoke({ messages: [new HumanMessage("go")] }, on("s1"));
    expect(store.list()).toMatchObject([{ id: "s1", pending: true }]);

    const copy = store.fork("s1");
    const before = readFileSync(store.statePath("s1"), "utf8");
    expect(readTranscript(store.transcriptPath(copy))).toMatchObject([
      { sessionId: copy, forkedFrom: { sessionId: "s1" }, message: { content: "go" } },
    ]);
    expect(readTranscript(store.agentTranscriptPath(copy, "a1"))).toMatchObject([{ sessionId: copy }]);
    const { messages } = await agent.invoke(new Command({ resume: "yes" }), on(copy));
    expect(messages.at(-1)?.text).toBe("done");
    expect(readFileSync(store.statePath("s1"), "utf8")).toBe(before);
    expect(
      store
        .list()
        .map(({ pending }) => pending)
        .sort(),
    ).toEqual([false, true]);
  });

  it("needs an original", () => {
    const store = scratchStore();
    expect(() => store.fork("nobody")).toThrow('there is no session "nobody"');
    expect(existsSync(store.folder)).toBe(false);
  });
});
