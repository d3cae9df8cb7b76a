import type { Json, JsonObject } from "../../contract/json.ts";
import type { TestReport } from "../../testing/index.ts";
import { shownText } from "../shown.ts";

/** What came of the tests, for programs. */
export function reportJson(report: TestReport, ok: boolean): JsonObject {
  const { projectDir, files, diagnostics, unapproved, cases, leftOut, coverage, mutants, snapshots, copied } =
    report;
  return {
    ok,
    project: projectDir,
    files,
    diagnostics: diagnostics.map((one) => ({ ...one })),
    unapproved,
    cases: cases.map(({ case: one, status, differences, problem, decision, durationMs }) => ({
      name: one.name,
      source: `${one.file}:${one.line}:${one.column}`,
      event: one.event,
      status,
      verdict: decision?.verdict ?? null,
      // It lands in the logs of a CI.
      problem: shownText(problem),
      differences: differences.map(
        ({ what, expected, came }): Json => ({ what, expected: shownText(expected), came: shownText(came) }),
      ),
      durationMs: Math.round(durationMs),
    })),
    leftOut,
    coverage: coverage && {
      percent: coverage.percent,
      exercised: coverage.exercised,
      never: coverage.all
        .filter(({ exercised }) => !exercised)
        .map(({ hook, rule, source, event }) => ({ hook, rule, source, event })),
    },
    changes: mutants.map(({ mutant, noticedBy }) => ({
      kind: mutant.kind,
      hook: mutant.hook,
      source: mutant.source,
      rule: mutant.kind === "rule" ? mutant.rule : null,
      noticedBy,
    })),
    snapshots: { ...snapshots },
    copied: copied && { ...copied },
    durationMs: Math.round(report.durationMs),
  };
}

const text: JsonObject = { type: "string" };
const count: JsonObject = { type: "integer", minimum: 0 };
const orNull = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: "null" }] });
const list = (items: JsonObject): JsonObject => ({ type: "array", items });
const closed = (properties: JsonObject): JsonObject => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** The JSON Schema of it. */
export const reportSchema: JsonObject = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "hookline test --json",
  ...closed({
    ok: { type: "boolean" },
    project: text,
    files: list(text),
    diagnostics: list(
      closed({
        severity: { enum: ["error", "warning", "info"] },
        file: text,
        line: count,
        column: count,
        message: text,
        hint: text,
      }),
    ),
    unapproved: list(text),
    cases: list(
      closed({
        name: text,
        source: text,
        event: text,
        status: { enum: ["passed", "failed", "error"] },
        verdict: { enum: ["pass", "allow", "ask", "defer", "deny", null] },
        problem: text,
        differences: list(closed({ what: text, expected: text, came: text })),
        durationMs: count,
      }),
    ),
    leftOut: count,
    coverage: orNull(
      closed({
        percent: count,
        exercised: count,
        never: list(closed({ hook: text, rule: orNull(text), source: text, event: text })),
      }),
    ),
    changes: list(
      closed({
        kind: { enum: ["pass", "drop", "rule"] },
        hook: text,
        source: text,
        rule: orNull(text),
        noticedBy: orNull(text),
      }),
    ),
    snapshots: closed({ written: count, updated: count, removed: count }),
    copied: orNull(closed({ files: count, bytes: count, outside: list(text) })),
    durationMs: count,
  }),
};
