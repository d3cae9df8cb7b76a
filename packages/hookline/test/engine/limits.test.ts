import { expect, it } from "vitest";
import { defineRunner } from "../../src/index.ts";
import { aWrite, scratch } from "./scratch.ts";

// shows: G-047
it("at most 64 hooks run at once, the others wait for a place", async () => {
  let [now, most] = [0, 0];
  const silence = { text: "", tail: "", bytes: 0, truncated: false, valid: true };
  const counting = defineRunner({
    type: "count",
    summary: "counts who runs beside it",
    fields: { number: "number" },
    identity: ["number"],
    async run() {
      most = Math.max(most, ++now);
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      now--;
      return {
        end: { kind: "value", value: null },
        stdout: silence,
        stderr: silence,
        durationMs: 0,
        left: [],
      };
    },
  });
  const hooks = Array.from({ length: 150 }, (_, number) => ({ type: "count", number }));
  const engine = await scratch({ PreToolUse: [{ hooks }] }).engine({ runners: [counting] });
  // Events that come at once share the places.
  const fired = await Promise.all([engine.fire("PreToolUse", aWrite), engine.fire("PreToolUse", aWrite)]);
  const runs = fired.flatMap((decision) => decision.runs);
  expect(runs.filter(({ status }) => status === "ok")).toHaveLength(300);
  expect(most).toBe(64);
});

// shows: S-003 G-059 W-147
it("without hooks nothing runs, nothing is said, and a tool works as it did", async () => {
  const engine = await scratch().engine();
  expect(await engine.fire("PreToolUse", aWrite)).toMatchObject({
    verdict: "pass",
    reason: "",
    halt: null,
    updatedInput: null,
    context: [],
    messages: [],
    runs: [],
    skipped: [],
    diagnostics: [],
  });
  const input = { file_path: "a.txt" };
  const result = await engine.wrapTool({ name: "Write", input }, (given) => ({ given }));
  expect(result).toMatchObject({ ran: true, output: { given: input }, error: undefined });
  const failure = new Error("disk full");
  expect((await engine.wrapTool({ name: "Write", input }, () => Promise.reject(failure))).error).toBe(
    failure,
  );
});
