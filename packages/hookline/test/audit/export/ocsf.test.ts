import { describe, expect, it } from "vitest";
import { ocsfEvent } from "../../../src/audit/export/ocsf.ts";
import { verdicts } from "../../../src/contract/verdict.ts";
import { aDecision, aDenial, aHook, aNote, anExecution, aRecord } from "./records.ts";

const of = (entry: Parameters<typeof aRecord>[0]) => ocsfEvent(aRecord(entry, 7), { version: "0.1.0" });

describe("records as OCSF events", () => {
  it("has every attribute that API Activity requires", () => {
    for (const verdict of verdicts) {
      const event = of(aDecision({ verdict }));
      expect(event).toMatchObject({
        ...{ category_uid: 6, class_uid: 6003, activity_id: 99, type_uid: 600_399 },
        time: Date.parse("2026-11-15T09:14:02.000Z"),
        severity_id: expect.any(Number),
        metadata: {
          ...{ version: "1.6.0", uid: "main/7", sequence: 7, event_code: "PreToolUse" },
          product: { name: "Hookline", vendor_name: "Hookline", version: "0.1.0" },
        },
        actor: { user: { name: "ada" }, session: { uid: "s-1" }, app_uid: "a-1" },
        api: { operation: "Bash", request: { uid: "0198-event" } },
        src_endpoint: { hostname: "box" },
      });
    }
  });

  it("says what the control did", () => {
    const denied = of(aDenial());
    expect(denied).toMatchObject({ action_id: 2, disposition_id: 2, is_alert: true, severity_id: 3 });
    expect(denied).toMatchObject({ status_detail: "no force pushes", policy: { name: "guard-push" } });
    expect(of(aDecision())).toMatchObject({
      action_id: 1,
      disposition_id: 16,
      is_alert: false,
      severity_id: 1,
    });
    expect(of(aDecision({ verdict: "ask" }))).toMatchObject({
      action_id: 0,
      disposition_id: 99,
      disposition: "Asked",
    });
  });

  it("raises an alarm where a guard failed open", () => {
    const hooks = [aHook({ status: "fault", fault: "crash", failedOpen: true })];
    expect(of(aDecision({ hooks }))).toMatchObject({ is_alert: true, severity_id: 4 });
  });

  it("joins a call and what became of it", () => {
    const metadata = { metadata: { correlation_uid: "0198-event" } };
    expect(of(aDecision())).toMatchObject(metadata);
    expect(of(anExecution())).toMatchObject({ ...metadata, status_id: 1, disposition_id: 1 });
    const refused = { ran: false, result: "refused", error: "denied" } as const;
    expect(of(anExecution(refused))).toMatchObject({
      ...{ action_id: 2, disposition_id: 2, status_id: 2 },
      api: { response: { error: "refused", error_message: "denied" } },
    });
  });

  it.each([
    ["write", 1],
    ["read", 2],
    ["search", 2],
    ["edit", 3],
    ["shell", 99],
  ])("takes a %s for activity %i", (kind, activity) => {
    const event = of(aDecision({ tool: { name: "T", kind, useId: "" } }));
    expect(event).toMatchObject({ activity_id: activity, type_uid: 600_300 + activity });
  });

  it("takes a note for a base event", () => {
    const event = of(aNote("key-rotated", { to: "k2" }));
    expect(event).toMatchObject({
      class_uid: 0,
      type_uid: 99,
      activity_name: "key-rotated",
      unmapped: { detail: { to: "k2" } },
    });
  });
});
