import { UsageError } from "../verb.ts";
import { allChecks } from "./all.ts";
import type { Check, Finding, Patient } from "./check.ts";

/** A finding with the check that made it. */
export type Found = Finding & { readonly check: string };

const severities: readonly Finding["severity"][] = ["error", "warning", "info"];

/** Runs every check, one after the other, the worst findings first; a check that breaks is a finding itself. */
export async function examine(
  patient: Patient,
  checks: readonly Check[] = allChecks,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const check of checks)
    for (const finding of await attempt(check, patient)) found.push({ check: check.name, ...finding });
  const rank = ({ severity }: Finding) => severities.indexOf(severity);
  return found.sort((one, other) => rank(one) - rank(other));
}

async function attempt(check: Check, patient: Patient): Promise<readonly Finding[]> {
  try {
    return await check.run(patient);
  } catch (error) {
    if (error instanceof UsageError)
      return [{ severity: "error", where: check.name, what: error.message, mend: "" }];
    const why = error instanceof Error ? error.message : String(error);
    const what = `the check of ${check.summary} broke: ${why}`;
    return [{ severity: "error", where: check.name, what, mend: "please report it" }];
  }
}
