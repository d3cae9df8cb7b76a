import { appendFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { AIMessage, HumanMessage, RemoveMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import type { TranscriptEntry } from "../../src/session/entry.ts";
import { readTranscript, resumeFields, transcriptFacts } from "../../src/session/read-transcript.ts";
import { openTranscript } from "../../src/session/transcript.ts";
import { scratchStore } from "./scratch-store.ts";

const facts = () => ({ id: "s1", cwd: "/project" });
const call = { id: "c1", name: "read_file", args: { path: "a.txt" }, type: "tool_call" } as const;
const answer = Object.assign(
  new AIMessage({
    id: "m1",
    content: [
      { type: "text", text: "I read it." },
      { type: "tool_use", id: "c1", name: "read_file", input: { path: "a.txt" } },
    ],
    tool_calls: [call],
    response_metadata: { model_name: "model-1" },
  }),
  {
    usage_metadata: {
      input_tokens: 100,
      output_tokens: 20,
      total_tokens: 120,
      input_token_details: { cache_read: 60, cache_creation: 30 },
    },
  },
);

describe("a transcript", () => {
  it("has one line a message, in the shape that Claude Code's hooks read", () => {
    const path = scratchStore().transcriptPath("s1");
    const transcript = openTranscript(path, facts());
    transcript.append(new HumanMessage("read a.txt"));
    transcript.append(answer);
    transcript.append(new ToolMessage({ content: "hello", tool_call_id: "c1" }));
    transcript.append(new ToolMessage({ content: "no such file", tool_call_id: "c2", status: "error" }));
    transcript.append(new SystemMessage("be kind"));
    expect(transcript.append(new RemoveMessage({ id: "m1" }))).toBeNull();
    const lines = readTranscript(path);
    expect(lines.map(({ type, message }) => ({ type, message }))).toEqual([
      { type: "user", message: { role: "user", content: "read a.txt" } },
      {
        type: "assistant",
        message: {
          id: "m1",
          type: "message",
          role: "assistant",
          model: "model-1",
          content: [
            { type: "text", text: "I read it." },
            { type: "tool_use", id: "c1", name: "read_file", input: { path: "a.txt" } },
          ],
          stop_reason: "tool_use",
          usage: {
            input_tokens: 10,
            cache_creation_input_tokens: 30,
            cache_read_input_tokens: 60,
            output_tokens: 20,
          },
        },
      },
      {
        type: "user",
        message: { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content: "hello" }] },
      },
      {
        type: "user",
        message: {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "c2", content: "no such file", is_error: true }],
        },
      },
      { type: "system", message: { role: "system", content: "be kind" } },
    ]);
    for (const [index, line] of lines.entries())
      expect(line).toMatchObject({
        sessionId: "s1",
        cwd: "/project",
        isSidechain: false,
        parentUuid: index === 0 ? null : lines[index - 1]?.uuid,
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("is on the disk, and told of, when the call returns", () => {
    const path = scratchStore().transcriptPath("s1");
    const told: { entry: TranscriptEntry; onDisk: unknown; text: string | undefined }[] = [];
    const onAppend = (entry: TranscriptEntry, message: { text: string } | null) =>
      told.push({ entry, onDisk: readTranscript(path).at(-1), text: message?.text });
    const transcript = openTranscript(path, facts(), { onAppend });
    transcript.append(new HumanMessage("hello"));
    transcript.note("hook_context", { event: "SessionStart", context: "be brief", uuid: "forged" });
    expect(told.map(({ text }) => text)).toEqual(["hello", undefined]);
    for (const { entry, onDisk } of told) expect(onDisk).toEqual(entry);
    expect(told[1]?.entry).toMatchObject({ type: "hook_context", context: "be brief" });
    expect(told[1]?.entry.uuid).not.toBe("forged");
  });

  it("keeps its session's id and follows the working folder", () => {
    const path = scratchStore().transcriptPath("s1");
    const current = facts();
    const transcript = openTranscript(path, current);
    current.id = "s2";
    current.cwd = "/project/sub";
    expect(transcript.append(new HumanMessage("x"))).toMatchObject({ sessionId: "s1", cwd: "/project/sub" });
  });

  it("is a sub-agent's, in a folder of its own", () => {
    const path = scratchStore().agentTranscriptPath("s1", "a7");
    expect(path).toMatch(/s1\/subagents\/agent-a7\.jsonl$/);
    const entry = openTranscript(path, facts(), { agentId: "a7" }).append(new HumanMessage("x"));
    expect(entry).toMatchObject({ isSidechain: true, agentId: "a7" });
  });

  it("loses a last line that a crash cut off, and no other", () => {
    const path = scratchStore().transcriptPath("s1");
    const first = openTranscript(path, facts()).append(new HumanMessage("one é"));
    const whole = readFileSync(path, "utf8");
    appendFileSync(path, '{"type":"user","uuid":"torn","mess');
    openTranscript(path, facts());
    expect(readFileSync(path, "utf8")).toBe(whole);
    writeFileSync(path, whole.trimEnd());
    const next = openTranscript(path, facts()).append(new HumanMessage("two"));
    expect(readTranscript(path)).toHaveLength(2);
    expect(next?.parentUuid).toBe(first?.uuid);
  });
});

describe("what a transcript tells when the session goes on", () => {
  it("is when the model last answered, and how much it will read", () => {
    const path = scratchStore().transcriptPath("s1");
    const transcript = openTranscript(path, facts());
    transcript.append(new HumanMessage("x".repeat(400)));
    expect(resumeFields(path)).toEqual({});
    const at = transcript.append(answer)?.timestamp ?? "";
    transcript.append(new ToolMessage({ content: "y".repeat(40), tool_call_id: "c1" }));
    expect(resumeFields(path, new Date(Date.parse(at) + 2500))).toEqual({
      seconds_since_last_response: 2,
      context_tokens: 130,
    });
    transcript.note("summary", { summary: "z".repeat(80) });
    transcript.append(new AIMessage("w".repeat(8)));
    expect(transcriptFacts(path).contextTokens).toBe(22);
  });

  it("is nothing when there is none, and what is left when a line is broken", () => {
    const path = scratchStore().transcriptPath("s1");
    expect(transcriptFacts(path)).toMatchObject({ messages: 0, started: null, contextTokens: 0 });
    openTranscript(path, facts()).append(new HumanMessage("hello"));
    appendFileSync(path, "garbage\n[1]\n");
    openTranscript(path, facts()).note("title", { title: "Greeting" });
    expect(transcriptFacts(path)).toMatchObject({ messages: 1, title: "Greeting", prompt: "hello" });
  });
});
