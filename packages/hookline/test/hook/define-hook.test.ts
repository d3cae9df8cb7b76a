import { describe, expect, it } from "vitest";
import { context, defineHook, deny, message, pass, rewrite } from "../../src/hook/index.ts";
import { makeHook } from "../../src/hook/make-hook.ts";
import { runsStartedFile } from "../../src/system/started-file.ts";
import { aWrite, scratch } from "../engine/scratch.ts";

const signal = new AbortController().signal;
/** As code that nobody compiled writes it. */
const loose = (
  on: { readonly event: string | readonly string[]; readonly match?: string },
  answer: unknown,
) => makeHook(on, () => answer);

describe("a hook in a test", () => {
  it("gets what a host fills in, and gives its answer as it is", async () => {
    const guard = defineHook({ event: "PreToolUse", match: "Write|Edit" }, (event) =>
      deny(`${event.tool_input.file_path} ${event.session_id} ${event.hook_event_name}`),
    );
    expect(await guard.run(aWrite)).toEqual({ verdict: "deny", reason: "a.txt test PreToolUse" });
    expect(await guard.run({ tool_name: "write_file", tool_input: {} })).toMatchObject({ verdict: "deny" });
    expect(await guard.run({ tool_name: "Read", tool_input: {} })).toBeUndefined();
    expect([guard.events, guard.match]).toEqual([["PreToolUse"], "Write|Edit"]);
  });

  it("is told of a payload that is none of its event", async () => {
    const hook = defineHook({ event: ["Stop", "SubagentStop"] }, () => pass());
    await expect(loose({ event: "PreToolUse" }, undefined).run({})).rejects.toThrow(
      'PreToolUse needs "tool_name": a string',
    );
    await expect(hook.run({ stop_hook_active: false })).rejects.toThrow(
      '"hook_event_name" must be one of Stop, SubagentStop',
    );
    expect(await hook.run({ hook_event_name: "Stop", stop_hook_active: false })).toEqual({ verdict: "pass" });
  });

  it.each([
    [
      "SessionStart",
      { verdict: "deny" },
      'SessionStart cannot be stopped, so "deny" means nothing there: use message("…") or context("…")',
    ],
    [
      "SessionEnd",
      { verdict: "ask" },
      'SessionEnd cannot be stopped, so "ask" means nothing there: use message("…")',
    ],
    ["Stop", { verdict: "ask" }, 'Stop does not know "ask": its verdicts are pass, deny'],
    ["Stop", { verdict: "no" }, '"no" is no verdict: Stop knows pass, deny'],
    ["Stop", { verdict: "deny", reasn: "x" }, 'an answer to Stop has no "reasn"; did you mean "reason"?'],
    [
      "Stop",
      { updatedInput: {} },
      '"updatedInput" means nothing on Stop: it knows verdict, reason, context, message, halt, effects',
    ],
    [
      "SessionStart",
      { watchPaths: [] },
      '"watchPaths" belongs into "effects": { effects: { watchPaths: … } }',
    ],
    [
      "SessionStart",
      { effects: { watchPath: [] } },
      'SessionStart has no effect "watchPath"; did you mean "watchPaths"?',
    ],
    [
      "SessionStart",
      { effects: { watchPaths: "a" } },
      '"watchPaths" of the answer must be a list of strings, not "a"',
    ],
    ["Stop", { reason: 7 }, '"reason" of the answer must be a string, not 7'],
    ["Stop", "no", 'a hook answers with an object or nothing, not "no"'],
    ["PermissionRequest", { updatedInput: {} }, "on PermissionRequest a new input goes with an allow"],
  ])("on %s that answers %j says what to do", async (event, answer, sentence) => {
    const payload = {
      hook_event_name: event,
      source: "startup",
      reason: "other",
      stop_hook_active: false,
      ...aWrite,
    };
    await expect(loose({ event }, answer).run(payload)).rejects.toThrow(sentence);
  });

  it("answers with nothing that JSON cannot say", async () => {
    const hook = loose({ event: "Stop" }, { context: 1n });
    await expect(hook.run({ stop_hook_active: false })).rejects.toThrow(
      "the answer cannot be written as JSON",
    );
  });

  it.each([
    [{ event: "PreTolUse" }, 'there is no event "PreTolUse"; did you mean "PreToolUse"?'],
    [{ event: [] }, "a hook needs at least one event"],
    [{ event: "Stop", match: "Bash" }, 'Stop has nothing to match: leave out match: "Bash"'],
    [{ event: "PreToolUse", match: "(" }, 'match: "(" is no regular expression'],
    [{ event: "PreToolUse", match: "|" }, 'match: "|" has no name in it'],
  ])("is not defined for %j", (on, sentence) => {
    expect(() => loose(on, undefined)).toThrow(sentence);
  });

  it("is not defined without a function", () => {
    expect(() => Reflect.apply(defineHook, undefined, [{ event: "Stop" }])).toThrow(
      "defineHook() takes { event, match } and a function",
    );
  });
});

describe("a hook as a function", () => {
  it("is one for engine.on, and its mistakes are faults", async () => {
    const { engine: start } = scratch();
    const engine = await start();
    engine.on(
      "PreToolUse",
      defineHook({ event: "PreToolUse", match: "^Wr" }, ({ tool_input }) => ({
        ...rewrite({ ...tool_input, content: "new" }),
        ...message("changed"),
      })),
    );
    engine.on(
      "SessionStart",
      defineHook({ event: "SessionStart" }, () => context("be kind")),
      { onFailure: "continue" },
    );
    expect(await engine.fire("PreToolUse", aWrite)).toMatchObject({
      updatedInput: { file_path: "a.txt", content: "new" },
      messages: [{ level: "info", text: "changed" }],
    });
    expect((await engine.fire("SessionStart", { source: "startup" })).context).toEqual(["be kind"]);
    engine.on(
      "Stop",
      "",
      defineHook({ event: "PreToolUse" }, () => deny("x")),
    );
    const { runs } = await engine.fire("Stop", { stop_hook_active: false });
    expect(runs).toMatchObject([
      {
        fault: "crash",
        reason: expect.stringContaining('this hook is for PreToolUse, and the event is "Stop"'),
      },
    ]);
  });

  it("sees the signal of its call", async () => {
    const seen: AbortSignal[] = [];
    const hook = defineHook({ event: "Stop" }, (_, call) => void seen.push(call.signal));
    const payload = { session_id: "s", cwd: "/", hook_event_name: "Stop", stop_hook_active: false } as const;
    expect(await hook(payload, { signal })).toBeUndefined();
    expect(seen).toEqual([signal]);
  });
});

describe("the file that was started", () => {
  const stack = (...lines: string[]) => ["Error", ...lines.map((line) => `    at ${line}`)].join("\n");
  it.each([
    [stack("defineHook (file:///x/index.js:1:2)", "file:///no/guard.mjs:3:4"), "/no/guard.mjs", true],
    [stack("async file:///no/a%20b/guard.ts:3:4"), "/no/a b/guard.ts", true],
    [stack("Object.<anonymous> (/no/guard.cjs:3:4)"), "/no/guard.cjs", true],
    [stack("file:///no/guard.mjs:3:4"), "/no/other.mjs", false],
    [stack("file:///no/guard.mjs:3:4"), undefined, false],
    [stack("ModuleJob.run (node:internal/modules/esm/module_job:1:2)"), "/no/guard.mjs", false],
  ])("is found in %j for %j: %j", (text, started, found) => {
    expect(runsStartedFile(text, started)).toBe(found);
  });
});

it("is told of a deny that it did not return, and of nobody else's", async () => {
  const forgets = makeHook({ event: "Stop" }, () => void deny("no"));
  const stop = { hook_event_name: "Stop", stop_hook_active: false };
  await expect(forgets.run(stop)).rejects.toThrow(
    'it called deny() and returned nothing: write "return deny(',
  );
  const slow = makeHook({ event: "Stop" }, () => new Promise((done) => setImmediate(() => done(undefined))));
  const quick = makeHook({ event: "Stop" }, () => deny("no"));
  const passes = makeHook({ event: "Stop" }, () => {
    deny("no");
    return pass();
  });
  const [first, second] = await Promise.all([slow.run(stop), quick.run(stop)]);
  expect([first, second]).toEqual([undefined, { verdict: "deny", reason: "no" }]);
  expect(await passes.run(stop)).toEqual({ verdict: "pass" });
});
