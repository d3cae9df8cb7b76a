import { writeFileSync } from "node:fs";
import { it } from "vitest";
import { compilePolicy } from "../../../src/policy/compile-policy.ts";
import { allPacks } from "../../../src/policy/packs/all.ts";
import { judgeTools } from "../../../src/runners/judge-tools.ts";
import { readCommand } from "../../../src/shell/reading/read-command.ts";
import { exampleFacts, factsOf, isOf, judge, mustPass, mustStop, policyFor } from "./suite.ts";

it("dev", () => {
  const out: string[] = [];
  for (const p of compilePolicy({ packs: allPacks.map((x) => x.name) }, { tools: judgeTools, packs: allPacks, today: "2026-11-15" }).problems) out.push(`PROBLEM ${p.message.slice(0, 300)}`);
  let ok = 0, n = 0;
  const faults = new Set<string>();
  for (const f of mustStop) {
    const policy = policyFor(f);
    for (const a of f.commands) {
      n++;
      const j = judge(policy, a, factsOf(f));
      for (const x of j.faults) faults.add(x);
      if (j.rules.some((id) => isOf(id, f.rule))) { ok++; continue; }
      out.push(`MISS ${f.rule} ${JSON.stringify(a)} -> ${j.verdict} ${j.rules.join(",")}`);
    }
  }
  let ok2 = 0, n2 = 0;
  for (const f of mustPass) {
    const policy = policyFor(f);
    for (const a of f.commands) {
      n2++;
      const j = judge(policy, a, factsOf(f));
      for (const x of j.faults) faults.add(x);
      if (j.verdict === "pass") { ok2++; continue; }
      out.push(`FALSE ${JSON.stringify(a)} -> ${j.verdict} ${j.rules.join(",")}`);
    }
  }
  out.push(`stop ${ok}/${n} pass ${ok2}/${n2}`, ...[...faults].map((x) => `FAULT ${x.slice(0, 300)}`));
  writeFileSync("/tmp/corpus/out.txt", out.join("\n"));
  void readCommand; void exampleFacts;
}, 120000);
