import { describe, expect, it } from "vitest";
import { verdictClock } from "../../../src/audit/export/buckets.ts";
import { htmlReport, type ReportFrame } from "../../../src/audit/export/html-report.ts";
import { summarizer } from "../../../src/audit/export/summary.ts";
import { aDecision, aDenial, aHook, aNote, anExecution, aRecord } from "./records.ts";

const frame: ReportFrame = {
  verification: { status: "intact", lines: ["Intact: every record is there.", "main: 3 records"] },
  folder: "/state/audit",
  chosen: "",
  made: "2026-11-15T12:00:00.000Z",
  version: "0.1.0",
};

const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>\`\u202e\u0000&lt;`;

describe("the report as a page", () => {
  const sum = summarizer();
  sum.add(aRecord(aDenial(), 1), () => ({ tool_input: { command: "git push -f" } }));
  sum.add(aRecord(aDecision({ hooks: [aHook({ id: "lint", fault: "timeout", failedOpen: true })] }), 2));
  sum.add(aRecord(anExecution(), 3));
  const page = htmlReport(sum.read(), frame);

  it("has the verification first, then numbers, chart, hooks, denials and what failed open", () => {
    const places = [
      "Intact: every record",
      'class="numbers"',
      "<svg",
      "guard-push",
      "git push -f",
      "failed open: lint, timeout",
    ];
    const found = places.map((text) => page.indexOf(text));
    expect(found).not.toContain(-1);
    expect(found).toEqual([...found].sort((one, other) => one - other));
    expect(page).toContain("<b>1</b>deny");
    expect(page).toContain("<b>1</b>tools ran");
  });

  it("needs nothing from elsewhere and runs nothing", () => {
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|https?:|\son\w+=/i);
    expect(page).toContain("prefers-color-scheme: dark");
    expect(page).toContain("@media print");
  });

  it("has every element closed", () => {
    const open: string[] = [];
    for (const [tag, end, name = ""] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
      if (["meta", "rect", "line"].includes(name) && !end) continue;
      if (end) expect(open.pop(), tag).toBe(name);
      else open.push(name);
    }
    expect(open).toEqual([]);
  });

  it("shows hostile text and obeys none of it", () => {
    const bad = summarizer();
    const hooks = [aHook({ id: hostile, verdict: "deny", failedOpen: true, fault: "crash" })];
    const tool = { name: hostile, kind: hostile, useId: hostile };
    const entry = aDecision({ verdict: "deny", reason: hostile, session: hostile, hooks, tool });
    bad.add(aRecord(entry, 1, { chain: hostile, time: hostile }), () => ({
      tool_input: { command: hostile },
    }));
    bad.add(aRecord(aNote(hostile, { a: hostile }), 2));
    const text = htmlReport(bad.read(), {
      ...frame,
      ...{ folder: hostile, chosen: hostile, made: hostile, version: hostile },
      verification: { status: "tampered", lines: [hostile, hostile] },
    });
    const body = text.slice(text.indexOf("</style>"));
    expect(body).not.toMatch(/<script|<img|[\u0000\u202e]/);
    expect(body).toContain("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;");
    const tags = [...new Set([...body.matchAll(/<\/?([a-z0-9]+)/g)].map(([, name]) => name))].sort();
    expect(tags).toEqual(
      ["b", "body", "div", "h1", "h2", "head", "html", "main", "p", "section", "strong", "style"].concat([
        "table",
        "tbody",
        "td",
        "th",
        "thead",
        "tr",
      ]),
    );
  });

  it("is a page for an empty trail too", () => {
    const text = htmlReport(summarizer().read(), frame);
    for (const said of ["no records", "Nothing was decided", "Nothing was denied", "No hook ran"])
      expect(text).toContain(said);
  });
});

describe("what a report counts", () => {
  it("keeps the latest rows, and tells how many there were", () => {
    const sum = summarizer(3);
    for (let seq = 1; seq <= 8; seq++) sum.add(aRecord(aDenial(`reason ${seq}`), seq));
    const { denials } = sum.read();
    expect(denials.total).toBe(8);
    expect(denials.rows.map(({ place }) => place)).toEqual(["main/6", "main/7", "main/8"]);
    expect(htmlReport(sum.read(), frame)).toContain("the last 3 of 8");
  });

  it("counts a million names in one row beyond a bound", () => {
    const sum = summarizer();
    for (let seq = 1; seq <= 1_500; seq++) sum.add(aRecord(aDenial("", `hook ${seq}`), seq));
    const { hooks } = sum.read();
    expect(hooks).toHaveLength(1_001);
    expect(hooks[0]).toMatchObject({ id: "(others)", runs: 500, decided: { deny: 500 } });
  });

  it("keeps a bounded number of stretches of time, and loses no count", () => {
    const clock = verdictClock(60);
    const day = 86_400_000;
    for (let at = 0; at < 400; at++)
      clock.add(Date.UTC(2026, 0, 1) + at * day, at % 4 === 0 ? "deny" : "pass");
    clock.add(Number.NaN, "deny");
    const { buckets, widthMs } = clock.read();
    expect(buckets.length).toBeLessThanOrEqual(61);
    expect(widthMs).toBe(7 * day);
    expect(buckets.reduce((sum, { counts }) => sum + counts.deny, 0)).toBe(100);
    expect(buckets.reduce((sum, { counts }) => sum + counts.pass, 0)).toBe(300);
    expect(buckets.slice(1).map(({ start }, index) => start - (buckets[index]?.start ?? 0))).toEqual(
      buckets.slice(1).map(() => widthMs),
    );
  });

  it("bears times at the ends of the calendar", () => {
    const clock = verdictClock(60);
    for (const time of [-8.64e15, 8.64e15, 0]) clock.add(time, "allow");
    const { buckets } = clock.read();
    expect(buckets.length).toBeLessThanOrEqual(61);
    expect(buckets.reduce((sum, { counts }) => sum + counts.allow, 0)).toBe(3);
  });
});
