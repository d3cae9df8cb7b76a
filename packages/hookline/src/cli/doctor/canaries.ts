import type { Hook } from "../../index.ts";
import { denyCases } from "../canary/cases.ts";
import { doubtProofs, fireCases, judgeCases, type Proofs, proveByCommonSamples } from "../canary/guards.ts";
import { provePolicy } from "../canary/policies.ts";
import { isGuard, mayFireAt, openRange } from "../canary/range.ts";
import { defineCheck, type Finding } from "./check.ts";

/** Guards, each proven by an event that it must deny; nothing but the guard runs, and nothing is remembered of it. */
export const canariesCheck = defineCheck({
  name: "canaries",
  summary: "guards, each proven by an event that it must deny",
  async run(patient) {
    const { engine, canary = "known" } = patient;
    const guards = engine.hooks.filter(isGuard);
    if (canary === "off" || guards.length === 0) return [];
    const fired = guards.filter((hook) => mayFireAt(engine, hook, canary));
    const unfired = guards.filter((hook) => !fired.includes(hook));
    const { cases, others } = denyCases(engine.projectDir);
    const proofs: Proofs = { denied: new Map<Hook, string>(), doubted: new Set<Hook>(), findings: [] };
    const range = await openRange(patient);
    try {
      const firedCases = await fireCases(cases, fired, range, proofs);
      if (canary === "all")
        await proveByCommonSamples(
          fired.filter(({ type }) => type !== "policy"),
          range,
          proofs,
        );
      await doubtProofs(range, proofs);
      proofs.findings.push(...judgeCases(firedCases, unfired));
      for (const hook of fired.filter(({ type }) => type === "policy"))
        proofs.findings.push(...(await provePolicy(hook, range)));
    } finally {
      await range.close();
    }
    const rest = guards.filter((hook) => hook.type !== "policy" && !proofs.doubted.has(hook));
    return [
      ...proofs.findings,
      ...rest.map((hook) => guardFinding(hook, proofs, patient.canary, unfired, others)),
    ];
  },
});

function guardFinding(
  hook: Hook,
  { denied }: Proofs,
  canary: "off" | "known" | "all" | undefined,
  unfired: readonly Hook[],
  others: number,
): Finding {
  const { id, event, source } = hook;
  const by = denied.get(hook);
  const about = { severity: "info" as const, where: source.text };
  if (by !== undefined) return { ...about, what: `${id} denied its canary: ${by}`, mend: "", proven: true };
  const write = `write a case with "expect": { "verdict": "deny" } into .hookline/tests/${fileName(id)}.json`;
  if (unfired.includes(hook))
    return {
      ...about,
      what: `${id} is not proven: nothing is fired at a ${hook.type} hook of ${event} that is not approved or calls others`,
      mend: "hookline test runs its cases",
    };
  if (others > 0)
    return {
      ...about,
      what: `${id} is not proven here: cases that need a scratch copy: ${others}`,
      mend: "hookline test",
    };
  const tried = canary === "all" ? "denied none of the usual canaries" : "has no canary";
  return {
    ...about,
    what: `${id} ${tried}: if it guards ${event}, nobody knows whether it works`,
    mend: canary === "all" ? write : `${write}, or try the usual ones: hookline doctor --canary`,
  };
}

function fileName(id: string): string {
  return id.replaceAll(/[^\w.-]/g, "-").slice(0, 60);
}
