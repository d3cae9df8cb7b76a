import { describe, expect, it } from "vitest";
import { createEngine } from "../../src/index.ts";
import { also } from "./also.ts";
import { cases, playAll } from "./compare.ts";
import { differences } from "./differences.ts";
import { leftOut, partly } from "./left-out.ts";
import { makePlace, type PlayedDialect } from "./place.ts";
import { records } from "./record.ts";
import { hookFilesOf } from "./restored.ts";
import { scaled } from "./scaled.ts";

const ids = records.map(({ id }) => id);

// shows: W-011 G-001 G-083
describe("what Claude Code was observed to do with its own files", () => playAll("claude-code"));

describe("the records", () => {
  it("are each in exactly one of: run, run with a difference, left out", () => {
    expect(new Set(ids).size).toBe(174);
    expect(Object.keys(differences).filter((id) => id in leftOut)).toEqual([]);
    expect(cases).toHaveLength(ids.length - Object.keys(leftOut).length);
    const tables = { differences, leftOut, scaled, partly, also };
    for (const [name, table] of Object.entries(tables))
      expect(
        Object.keys(table).filter((id) => !ids.includes(id)),
        name,
      ).toEqual([]);
  });

  const deadlines = [
    ["k/default-timeout-pre-sleep95", 600_000],
    ["k/default-timeout-userprompt-sleep95", 30_000],
    ["k/sessionend-fine", 1_500],
  ] as const;
  const dialects: readonly PlayedDialect[] = ["claude-code", "native"];

  it.each(dialects.flatMap((dialect) => deadlines.map(([id, ms]) => [id, ms, dialect] as const)))(
    "%s is about a default deadline of %d ms, also in files of %s",
    async (id, timeoutMs, dialect) => {
      const record = records.find((one) => one.id === id);
      const place = makePlace(() => ({}), dialect);
      try {
        if (record) place.write(hookFilesOf(record));
        const { project: cwd, env, system: systemRoot } = place;
        const engine = await createEngine({ cwd, env, systemRoot, dialects: [dialect], trust: "all" });
        expect(engine.hooks.map((hook) => hook.timeoutMs)).toEqual([timeoutMs]);
        await engine.close();
      } finally {
        await place.remove();
      }
    },
  );
});
