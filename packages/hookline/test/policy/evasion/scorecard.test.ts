import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { page, root } from "../../house/pages.ts";
import { knownGaps, mustPass, mustStop, scoreOf } from "./suite.ts";

it("docs/scorecard.md is what the suite says (npm run gen writes it), and nothing is missed", () => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts/scorecard.mjs")], {
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
  const text = page("docs/scorecard.md");
  const { stop, around, pass, gaps } = scoreOf();
  expect(text).toContain(`**${stop} of ${stop}** | **${around} of ${around}**`);
  expect(text).toContain(`**${pass} of ${pass}**`);
  expect(text).toContain(`\n${gaps} actions.`);
}, 60_000);

it("the suite is not empty", () => {
  expect([mustStop.length, mustPass.length, knownGaps.length].every((size) => size > 5)).toBe(true);
});
