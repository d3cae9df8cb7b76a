import { EventEmitter } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type BusEvent,
  blockedText,
  connectEventBus,
  type EventBus,
  finishResponse,
  hookOrigin,
  runTool,
} from "../../src/adapters/cli-agent/index.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import type { Engine } from "../../src/index.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";

/** A bus over Node's own emitter that remembers what went through it. */
function bus(): EventBus & {
  readonly seen: BusEvent[];
  until(count: number, type: string): Promise<BusEvent[]>;
} {
  const emitter = new EventEmitter();
  const seen: BusEvent[] = [];
  emitter.on("event", (event: BusEvent) => seen.push(event));
  const found = (type: string) => seen.filter(({ event_type }) => event_type === type);
  return {
    seen,
    on: (listener) => emitter.on("event", listener),
    emit: (event) => emitter.emit("event", event),
    until: (count, type) =>
      new Promise((resolve) => {
        const look = () => {
          if (found(type).length < count) return;
          emitter.off("event", look);
          resolve(found(type));
        };
        emitter.on("event", look);
        look();
      }),
  };
}

const command = (text: string, more: JsonObject = {}) => ({ type: "command", command: text, ...more });
const group = (matcher: string, ...hooks: JsonObject[]) => [{ matcher, hooks }];

async function project(hooks: JsonObject): Promise<Scratch & { readonly running: Engine }> {
  const place = scratch();
  place.write(".config/agent/settings.json", { hooks });
  return { ...place, running: await place.engine({ dialects: ["cli-agent"], sessionId: "s-1" }) };
}

const textOf = (place: Scratch, name: string) => readFileSync(join(place.home, name), "utf8");

describe("an agent's event bus", () => {
  // Ours for EventBus.set_hook_manager is connectEventBus.
  // shows: C-001 C-004 C-058 C-059 C-060 C-086
  it("fires Notification for status, system message and error, in the background, and for nothing else", async () => {
    const place = await project({ Notification: group("*", command('cat >> "$HOME/seen"')) });
    const events = bus();
    connectEventBus(place.running, events);
    events.emit({ event_type: "tool_call", message: "not this" });
    events.emit({ event_type: "STATUS", status: "working" });
    events.emit({
      event_type: "system_message",
      message: "hello",
      session_id: "s-2",
      timestamp: "2024-01-01T12:00:00",
    });
    events.emit({ event_type: "error", error: new Error("broken"), timestamp: new Date(0) });
    events.emit({ event_type: "status", content: { done: 1 } });
    // The bus was not held: nothing of it has run yet.
    expect(existsSync(join(place.home, "seen"))).toBe(false);
    await events.until(4, "hook_execution_complete");
    const seen = textOf(place, "seen")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(seen.sort((one, other) => (one.message < other.message ? -1 : 1))).toMatchObject([
      { message: "broken", event_type: "error", timestamp: "1970-01-01T00:00:00.000Z", session_id: "s-1" },
      { message: "hello", event_type: "system_message", timestamp: "2024-01-01T12:00:00", session_id: "s-2" },
      { message: "working", event_type: "status", hook_event_name: "Notification" },
      { message: '{"done":1}', event_type: "status" },
    ]);
  });

  // shows: C-043 C-050 C-051
  it("hears when a hook starts, completes and fails, each with its command", async () => {
    const { running } = await project({
      PreToolUse: group(
        "*",
        command("echo fine"),
        command(`echo '{"continue": false, "reason": "no"}'`),
        command("echo oops >&2; exit 1"),
      ),
    });
    const events = bus();
    connectEventBus(running, events);
    await running.fire("PreToolUse", { tool_name: "bash_execute", tool_input: { command: "ls" } });
    const [error] = await events.until(1, "hook_execution_error");
    const [first, second] = await events.until(2, "hook_execution_complete");
    const starts = await events.until(3, "hook_execution_start");
    expect(starts.map(({ hook_command }) => hook_command)).toEqual([
      "echo fine",
      `echo '{"continue": false, "reason": "no"}'`,
      "echo oops >&2; exit 1",
    ]);
    expect(starts[0]).toMatchObject({
      hook_type: "PreToolUse",
      origin: hookOrigin,
      context: { tool_name: "bash_execute", tool_args: { command: "ls" }, session_id: "s-1" },
    });
    expect(first).toMatchObject({
      hook_type: "PreToolUse",
      hook_command: "echo fine",
      result: {
        success: true,
        exit_code: 0,
        stdout: "fine\n",
        stderr: "",
        execution_time: expect.any(Number),
        json_output: null,
        should_continue: true,
        decision: "approve",
        reason: null,
      },
    });
    expect(second).toMatchObject({
      result: {
        success: true,
        json_output: { continue: false, reason: "no" },
        should_continue: false,
        decision: "block",
        reason: "no",
      },
    });
    expect(error).toMatchObject({
      hook_type: "PreToolUse",
      hook_command: "echo oops >&2; exit 1",
      error: "crash: exit code 1: oops",
      result: { success: false, exit_code: 1, should_continue: true },
    });
  });

  // shows: C-043 C-046
  it("hears the object that a hook answered with, wherever in its output, and how long it took in seconds", async () => {
    const answer = { decision: "modify", modified_args: { command: "pwd" } };
    const { running } = await project({
      PreToolUse: group(
        "*",
        command(`cat <<'END'\nchecking …\n${JSON.stringify(answer, null, 2)}\nEND`),
        command("sleep 0.2; echo no object"),
      ),
    });
    const events = bus();
    connectEventBus(running, events);
    await running.fire("PreToolUse", { tool_name: "bash_execute", tool_input: { command: "ls" } });
    const [changed, plain] = await events.until(2, "hook_execution_complete");
    expect(changed).toMatchObject({
      result: { json_output: answer, decision: "modify", should_continue: true },
    });
    expect(plain).toMatchObject({ result: { json_output: null, decision: "approve" } });
    const { execution_time: seconds } = Object(plain?.result);
    expect(seconds).toBeGreaterThanOrEqual(0.2);
    expect(seconds).toBeLessThan(20);
  });

  it("hears of hooks after a failed tool as PostToolUse, and of those that could not run", async () => {
    const { running } = await project({ PostToolUse: group("*", command("sleep 30", { timeout: 0.2 })) });
    const events = bus();
    connectEventBus(running, events);
    await running.fire("PostToolUseFailure", { tool_name: "x", tool_input: {}, error: "no" });
    const [error] = await events.until(1, "hook_execution_error");
    expect(error).toMatchObject({
      hook_type: "PostToolUse",
      hook_command: "sleep 30",
      error: "timeout",
      result: { exit_code: -1 },
    });
  });

  // Origin: hook errors were events of type ERROR, which fired the hooks again.
  // shows: C-059 C-072
  it("is safe from hooks that make errors: what they cause fires nothing again", async () => {
    const place = await project({ Notification: group("*", command('echo ran >> "$HOME/ran"; exit 1')) });
    const events = bus();
    connectEventBus(place.running, events);
    // Hosts that show hook errors as errors: with the tag, and without it.
    events.on((event) => {
      if (event.event_type !== "hook_execution_error") return;
      events.emit({ ...event, event_type: "error" });
      events.emit({ event_type: "error", message: String(event.error) });
    });
    events.emit({ event_type: "error", message: "the first" });
    await events.until(3, "error");
    await place.running.drain();
    expect(textOf(place, "ran")).toBe("ran\n");
    // The next one that is not theirs does.
    events.emit({ event_type: "error", message: "another" });
    await events.until(2, "hook_execution_error");
    expect(textOf(place, "ran")).toBe("ran\nran\n");
  });

  it("is safe from functions that emit while they run, but hears what a tool emits", async () => {
    const place = await project({
      Notification: group("*", command('printf "%s\\n" {{message}} >> "$HOME/told"')),
    });
    const events = bus();
    connectEventBus(place.running, events);
    place.running.register({
      dialect: "cli-agent",
      event: "PreToolUse",
      hooks: [
        async () => {
          await new Promise((resolve) => setImmediate(resolve));
          events.emit({ event_type: "error", message: "of a hook" });
          return {};
        },
      ],
    });
    await runTool(place.running, { name: "x", args: {} }, async () => {
      events.emit({ event_type: "status", message: "of the tool" });
    });
    await events.until(2, "hook_execution_complete");
    await place.running.drain();
    expect(textOf(place, "told")).toBe("of the tool\n");
  });

  it("is left alone when it was disconnected, and when the engine was closed", async () => {
    const place = await project({ Notification: group("*", command('touch "$HOME/ran"')) });
    const events = bus();
    const disconnect = connectEventBus(place.running, events);
    disconnect();
    events.emit({ event_type: "error", message: "m" });
    await place.running.drain();
    expect(existsSync(join(place.home, "ran"))).toBe(false);
    connectEventBus(place.running, events);
    await place.running.close();
    events.emit({ event_type: "error", message: "m" });
    await new Promise((resolve) => setImmediate(resolve));
    expect(existsSync(join(place.home, "ran"))).toBe(false);
  });
});

describe("a tool between its hooks", () => {
  const hooks = {
    PreToolUse: group("*", command('cat >> "$HOME/pre"; echo pre >> "$HOME/order"')),
    PostToolUse: group("*", command('cat >> "$HOME/post"; echo post >> "$HOME/order"')),
  };

  // shows: C-002 C-003 C-053 C-056 C-086 C-087
  it("runs after the agent's own check and the hooks before it, and before those after it", async () => {
    const place = await project(hooks);
    const log = (text: string) => place.write(join(place.home, "order"), `${existing()}${text}\n`);
    const existing = () => (existsSync(join(place.home, "order")) ? textOf(place, "order") : "");
    const output = await runTool(
      place.running,
      { name: "builtin:bash_execute", args: { command: "ls" } },
      ({ command: line }) => {
        log("tool");
        return `ran ${line}`;
      },
      { validate: () => void log("check") },
    );
    expect(output).toBe("ran ls");
    expect(textOf(place, "order")).toBe("check\npre\ntool\npost\n");
    const before = {
      tool_name: "bash_execute",
      tool_args: { command: "ls" },
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      session_id: "s-1",
      cwd: place.project,
    };
    expect(JSON.parse(textOf(place, "pre"))).toEqual({ ...before, hook_event_name: "PreToolUse" });
    expect(JSON.parse(textOf(place, "post"))).toEqual({
      ...before,
      hook_event_name: "PostToolUse",
      result: "ran ls",
      execution_time: expect.any(Number),
    });
  });

  // shows: C-053
  it("that the agent's own check refuses is nothing that hooks hear of", async () => {
    const place = await project(hooks);
    const refusal = new TypeError("no such argument");
    const run = runTool(place.running, { name: "x", args: {} }, () => "ran", {
      validate: () => {
        throw refusal;
      },
    });
    await expect(run).rejects.toBe(refusal);
    expect(existsSync(join(place.home, "order"))).toBe(false);
  });

  // shows: C-031 C-049 C-054 C-087
  it("that hooks refuse does not run, and the result says why", async () => {
    const { running } = await project({
      PreToolUse: group(
        "*",
        command("echo not here >&2; exit 2"),
        command(`echo '{"decision":"block","reason":"nor now"}'`),
      ),
    });
    let ran = false;
    const result = await runTool(running, { name: "bash_execute", args: {} }, () => {
      ran = true;
    });
    expect(result).toBe("Tool execution blocked by hook: not here\nnor now");
    expect(ran).toBe(false);
    expect(blockedText("why")).toBe("Tool execution blocked by hook: why");
  });

  // shows: C-003 C-024 C-057
  it("that throws is told to the hooks after it, and what it threw is thrown again", async () => {
    const place = await project(hooks);
    const failure = new RangeError("too far");
    const run = runTool(place.running, { name: "bash_execute", args: { a: 1 } }, () => {
      throw failure;
    });
    await expect(run).rejects.toBe(failure);
    expect(JSON.parse(textOf(place, "post"))).toMatchObject({
      hook_event_name: "PostToolUse",
      tool_args: { a: 1 },
      error: "too far",
      execution_time: expect.any(Number),
    });
    await expect(
      runTool(place.running, { name: "x", args: {} }, () => Promise.reject(undefined)),
    ).rejects.toBeUndefined();
  });

  // shows: C-038 C-055
  it("gets the changed arguments", async () => {
    const { running } = await project({
      PreToolUse: group("*", command(`echo '{"modified_args":{"b":3}}'`)),
    });
    const args = { a: 1, b: 2 };
    expect(await runTool(running, { name: "x", args, id: "t-1" }, (given) => given)).toEqual({ a: 1, b: 3 });
    expect(args).toEqual({ a: 1, b: 2 });
  });

  // Origin: an error in a hook was an error of the agent, or let everything through unseen.
  // shows: C-032 C-072 C-089
  it("runs when a hook before it breaks, and that is told", async () => {
    const { running } = await project({
      PreToolUse: group("*", command("nothing-of-this-name"), command("kill -9 $$")),
    });
    const events = bus();
    connectEventBus(running, events);
    expect(await runTool(running, { name: "x", args: {} }, () => "ran")).toBe("ran");
    const errors = await events.until(2, "hook_execution_error");
    expect(errors.map(({ error }) => String(error))).toEqual([
      expect.stringMatching(/^spawn: exit code 127: .*not found/),
      "crash: SIGKILL",
    ]);
  });

  // shows: C-064
  it("of a sub-agent has no hooks", async () => {
    const place = await project(hooks);
    expect(await runTool(place.running, { name: "x", args: {} }, () => 1, { agent: { id: "a-1" } })).toBe(1);
    expect(existsSync(join(place.home, "order"))).toBe(false);
  });
});

describe("the end of a response", () => {
  // shows: C-005 C-065
  it("fires Stop with the length of the conversation, and waits for the hooks", async () => {
    const place = await project({ Stop: group("*", command('sleep 0.1; cat > "$HOME/stop"')) });
    const decision = await finishResponse(place.running, { conversationLength: 7, sessionId: "s-9" });
    expect(decision.runs).toMatchObject([{ status: "ok" }]);
    expect(JSON.parse(textOf(place, "stop"))).toEqual({
      session_id: "s-9",
      timestamp: expect.any(String),
      hook_event_name: "Stop",
      cwd: place.project,
      conversation_length: 7,
    });
    expect((await finishResponse(place.running)).runs).toHaveLength(1);
  });
});
