import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvHeader, csvRow } from "../../../src/audit/export/csv.ts";
import { aDecision, aDenial, anExecution, aRecord } from "./records.ts";

/** Reads CSV as Python does: a reader that is not ours. */
function read(text: string): Record<string, string>[] {
  const script =
    "import csv,json,sys,io\nprint(json.dumps(list(csv.DictReader(io.StringIO(sys.stdin.buffer.read().decode(),newline='')))))";
  const { stdout, stderr } = spawnSync("python3", ["-c", script], { input: text, encoding: "utf8" });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

describe("records as CSV", () => {
  it("has a column for everything that people sort by", () => {
    const rows = read(csvHeader + csvRow(aRecord(aDenial(), 3)) + csvRow(aRecord(anExecution(), 4)));
    expect(rows).toMatchObject([
      {
        time: "2026-11-15T09:14:02.000Z",
        ...{
          chain: "main",
          seq: "3",
          kind: "decision",
          event: "PreToolUse",
          tool: "Bash",
          tool_kind: "shell",
        },
        ...{ verdict: "deny", decided_by: "guard-push", reason: "no force pushes", user: "ada", host: "box" },
        ...{ pid: "4711", agents: "a-1 (reviewer)", session: "s-1", event_id: "0198-event", ran: "" },
      },
      { kind: "execution", verdict: "", ran: "true", result: "ok", decision_id: "0198-event" },
    ]);
  });

  it.each([
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    " =1",
    "\n@x",
    "\uff1d1",
    '=HYPERLINK("http://x","y")',
  ])("never begins a cell with a formula: %j", (reason) => {
    const [row] = read(csvHeader + csvRow(aRecord(aDenial(reason, reason))));
    expect(row).toMatchObject({ reason: `'${reason}`, decided_by: `'${reason}` });
  });

  it("is read back as it was, whatever the text", () => {
    const texts = fc.array(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(texts, (reasons) => {
        const written = reasons.map((reason) => csvRow(aRecord(aDecision({ reason }))));
        const rows = read(csvHeader + written.join(""));
        expect(rows.map(({ reason }) => reason?.replace(/^'/, ""))).toEqual(
          reasons.map((reason) => reason.replace(/^'/, "")),
        );
      }),
      { numRuns: 10 },
    );
  });

  it("quotes what RFC 4180 wants quoted, and ends lines as it says", () => {
    const row = csvRow(aRecord(aDenial('a "b", c\r\nd')));
    expect(row).toContain(',"a ""b"", c\r\nd",');
    expect(row.endsWith("\r\n")).toBe(true);
    expect(csvRow(aRecord(aDenial("a\u0000b")))).toContain(",a\\u0000b,");
  });
});
