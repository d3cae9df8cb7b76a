import { randomUUID } from "node:crypto";
import type { Writable } from "node:stream";
import type { JsonObject } from "hookline";
import { createHookObjects } from "./json-hook.ts";
import { resultObject } from "./json-result.ts";
import { createPaper } from "./paper.ts";
import { createPlainShow } from "./plain.ts";
import type { Show, ShownCall, ShownResult } from "./show.ts";
import { visibleJson } from "./visible.ts";

/** What a program may ask for beside the messages. */
export interface StreamJsonOptions {
  /** The assistant's text piece by piece too, as `stream_event`. */
  readonly partial?: boolean;
  /** Holds what happens while the session is opened until it has said what it is: a reader meets the session first. */
  readonly initFirst?: boolean;
}

/** A Show for programs: one JSON object a line, under the names of Claude Code's `stream-json`. */
export function createStreamJsonShow(stream: Writable, options: StreamJsonOptions = {}): Show {
  const paper = createPaper(stream);
  let session = "";
  let model = "";
  let early: JsonObject[] | null = options.initFirst ? [] : null;
  const put = (object: JsonObject) => {
    if (early) early.push(object);
    else
      paper.write(
        `${visibleJson({ ...object, session_id: object.session_id ?? session, uuid: randomUUID() })}\n`,
      );
  };
  const hook = createHookObjects(put);
  return {
    begin(facts) {
      session = facts.sessionId;
      model = facts.model;
      const waiting = early ?? [];
      early = null;
      put({
        type: "system",
        subtype: "init",
        cwd: facts.cwd,
        tools: facts.tools,
        model: facts.model,
        permissionMode: facts.mode,
        source: facts.source,
      });
      for (const object of waiting) put(object);
    },
    text(delta, messageId) {
      if (!options.partial) return;
      const event = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: delta } };
      put({ type: "stream_event", event, message_id: messageId, parent_tool_use_id: null });
    },
    message({ id, text, calls, agent }) {
      const content = [
        ...(text === "" ? [] : [{ type: "text", text }]),
        ...calls.map((call) => ({ type: "tool_use", id: call.id, name: call.name, input: call.input })),
      ];
      put({
        type: "assistant",
        message: { id, type: "message", role: "assistant", model, content },
        ...within(agent),
      });
    },
    toolEnd(call, { text, failed }) {
      const block = { type: "tool_result", tool_use_id: call.id, content: text, is_error: failed };
      put({ type: "user", message: { role: "user", content: [block] }, ...within(call.agent) });
    },
    hook,
    notice: (level, content) => put({ type: "system", subtype: "informational", level, content }),
    page: (content) => put({ type: "system", subtype: "local_command_output", content }),
    result: (result) => paper.write(`${visibleJson(resultObject(result, randomUUID()))}\n`),
    close() {
      const waiting = early ?? [];
      early = null;
      for (const object of waiting) put(object);
    },
  };
}

/** A Show for `--output-format json`: one result object at the end, of all turns; warnings go to the other stream. */
export function createJsonShow(stream: Writable, stderr?: Writable): Show {
  const lines = stderr && createPlainShow(stderr);
  const paper = createPaper(stream);
  const nothing = () => {};
  let all: ShownResult | null = null;
  return {
    begin: nothing,
    text: nothing,
    message: nothing,
    toolEnd: nothing,
    hook: nothing,
    notice: (level, text) => (level === "info" ? undefined : lines?.notice(level, text)),
    page: nothing,
    result(result) {
      const { turns, durationMs } = all ?? { turns: 0, durationMs: 0 };
      all = { ...result, turns: turns + result.turns, durationMs: durationMs + result.durationMs };
    },
    close() {
      if (all) paper.write(`${visibleJson(resultObject(all, randomUUID()))}\n`);
      all = null;
    },
  };
}

function within(agent: ShownCall["agent"]): JsonObject {
  return agent ? { parent_tool_use_id: agent.id, subagent_type: agent.type } : { parent_tool_use_id: null };
}
