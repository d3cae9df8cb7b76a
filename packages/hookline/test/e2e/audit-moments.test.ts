import { describe, expect, it } from "vitest";
import { localMoment, momentOf } from "../../src/cli/audit/moments.ts";

const now = Date.UTC(2026, 10, 15, 12);

describe("the time of --since and --until", () => {
  it.each([
    ["30s", now - 30_000],
    ["15m", now - 900_000],
    ["2h", now - 7_200_000],
    ["7d", now - 604_800_000],
    ["4w", now - 2_419_200_000],
    ["2026-11-01T09:14:02Z", Date.UTC(2026, 10, 1, 9, 14, 2)],
    ["2026-11-01 09:14:02.500Z", Date.UTC(2026, 10, 1, 9, 14, 2, 500)],
    ["2026-11-01T09:14+02:00", Date.UTC(2026, 10, 1, 7, 14)],
    ["2026-11-01", new Date(2026, 10, 1).getTime()],
    ["2026-11-01T09:14", new Date(2026, 10, 1, 9, 14).getTime()],
  ])("%s is read", (text, moment) => {
    expect(momentOf(text, "--since", now)).toBe(moment);
  });

  it.each([
    "",
    "yesterday",
    "2",
    "h",
    "-2h",
    "2y",
    "1.5h",
    "2026",
    "2026-13-01",
    "2026-02-31",
    "2026-11-01T25:00",
    "2026-11-01x",
  ])("%j is refused", (text) => {
    expect(() => momentOf(text, "--since", now)).toThrow(`--since ${text}: no time; write 30s`);
  });

  it("is shown as it is read", () => {
    expect(localMoment(new Date(2026, 10, 1, 9, 4, 2).toISOString())).toBe("2026-11-01 09:04:02");
    expect(localMoment("never")).toBe("never");
  });
});
