import { readFileSync, writeFileSync } from "node:fs";
import { it } from "vitest";
import { judge, policyOf } from "./suite.ts";
it("adv", () => {
  const policy = policyOf();
  const out: string[] = [];
  for (const line of readFileSync("/tmp/corpus/adv.txt", "utf8").split("\n")) {
    if (line === "") continue;
    const j = judge(policy, line.replaceAll("⏎", "\n"));
    out.push(`${j.verdict}\t${line}\t${j.rules.join(",")}${j.faults.join(";").slice(0, 80)}`);
  }
  writeFileSync("/tmp/corpus/adv.out", out.join("\n"));
}, 60000);
