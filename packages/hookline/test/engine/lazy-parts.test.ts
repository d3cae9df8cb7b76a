import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../src/contract/json.ts";
import type { FunctionCall } from "../../src/index.ts";
import { aWrite, commands, scratch } from "./scratch.ts";

const digestOf = (value: unknown) => createHash("sha256").update(canonicalJson(value)).digest("hex");

describe("what is made for those who look at it", () => {
  it("is there for a function that hands its call on, as a copy or as it is", async () => {
    const engine = await scratch().engine();
    const seen: object[] = [];
    engine.on("PreToolUse", "Write", (_payload, call) => {
      seen.push({ ...call }, JSON.parse(JSON.stringify({ event: call.event.id, names: Object.keys(call) })));
    });
    const { eventId } = await engine.fire("PreToolUse", { ...aWrite, tool_use_id: "toolu_1" });
    expect(seen).toMatchObject([
      { signal: expect.any(AbortSignal), event: { id: eventId, payload: aWrite }, toolUseId: "toolu_1" },
      { event: eventId, names: ["signal", "event", "toolUseId"] },
    ]);
  });

  it("is a signal that tells of the end, also to those who ask for it when that has come", async () => {
    const engine = await scratch().engine();
    let kept: FunctionCall | null = null;
    engine.on(
      "PreToolUse",
      "Write",
      (_payload, call) => {
        kept = call;
        return new Promise(() => {});
      },
      { timeoutMs: 30 },
    );
    const { runs } = await engine.fire("PreToolUse", aWrite);
    expect(runs).toMatchObject([{ fault: "timeout" }]);
    const { signal } = kept ?? { signal: null };
    expect(signal).toMatchObject({ aborted: true, reason: { name: "TimeoutError" } });
  });

  it("is a signal of one call: it is not that of the next", async () => {
    const engine = await scratch().engine();
    const signals: AbortSignal[] = [];
    engine.on("PreToolUse", "Write", (_payload, { signal }) => void signals.push(signal));
    const caller = new AbortController();
    await engine.fire("PreToolUse", aWrite, { signal: caller.signal });
    await engine.fire("PreToolUse", aWrite);
    caller.abort();
    expect([new Set(signals).size, ...signals.map(({ aborted }) => aborted)]).toEqual([2, false, false]);
  });

  it.each([
    ["a function", undefined],
    ["a command", commands("cat >/dev/null")],
  ])(
    "is a digest of what %s has judged, whatever the host does to its input afterwards",
    async (_who, hooks) => {
      const engine = await scratch(hooks).engine();
      if (!hooks) engine.on("PreToolUse", "Write", () => undefined);
      const input = { file_path: "a.txt", content: "x", lines: [1, { two: 2 }] };
      const wanted = digestOf(input);
      const decision = await engine.fire("PreToolUse", { tool_name: "Write", tool_input: input });
      expect(decision.runs).toHaveLength(1);
      input.content = "something else";
      input.lines.push(3);
      expect(decision.inputDigest).toBe(wanted);
      expect(structuredClone(decision).inputDigest).toBe(wanted);
      expect(JSON.parse(JSON.stringify(decision)).inputDigest).toBe(wanted);
    },
  );

  it("is the digest of the rewritten input, where a hook rewrote it", async () => {
    const engine = await scratch().engine();
    engine.on("PreToolUse", "Write", () => ({ updatedInput: { file_path: "b.txt", content: "y" } }));
    const { inputDigest } = await engine.fire("PreToolUse", aWrite);
    expect(inputDigest).toBe(digestOf({ file_path: "b.txt", content: "y" }));
  });
});
