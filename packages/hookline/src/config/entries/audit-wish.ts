import type { AuditSettings } from "../../contract/audit.ts";
import { isObject, type Json, type JsonObject } from "../../contract/json.ts";
import { checkFields, grammarOf } from "./check-fields.ts";
import { auditFields } from "./entry-fields.ts";
import { type FileJudge, report, reportSentence } from "./file-judge.ts";

/** What one file says about the audit trail: that there is one or none, and how it is to be. */
export interface AuditWish {
  readonly on: boolean;
  readonly wanted: Partial<AuditSettings>;
}

/** A chain is a folder, so its name is a plain one. */
export const chainName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** A smaller file would hold hardly a record. */
export const leastBytes = 4_096;

const grammar = grammarOf(auditFields);

/** Reads the `audit` of a file; what is wrong in it is reported, and read as strictly as it can be. Null if the file says nothing. */
export function readAudit(file: FileJudge, written: Json | undefined): AuditWish | null {
  if (written === undefined) return null;
  if (typeof written === "boolean") return { on: written, wanted: {} };
  // Of another type it has been reported, and counts as true.
  if (!isObject(written)) return { on: true, wanted: {} };
  const instead = (name: string) => stricter[name] ?? "the default holds";
  const good = checkFields(file, written, grammar, ["audit"], instead);
  return {
    on: true,
    wanted: {
      ...(good.required !== undefined && { required: good.required }),
      ...(good.onFailure !== undefined && { onFailure: good.onFailure }),
      ...(good.payloads !== undefined && { payloads: good.payloads }),
      ...(good.sync !== undefined && { sync: good.sync }),
      ...strictly(written, good),
      ...plainName(file, good.chain),
      ...wholeNumber(file, "rotateBytes", good.rotateBytes, leastBytes),
      ...wholeNumber(file, "checkpointEvery", good.checkpointEvery, 1),
      ...destinationsOf(file, good.destinations),
    },
  };
}

/** How a value that means nothing is read. */
const stricter: { readonly [name: string]: string } = {
  required: "it counts as true",
  onFailure: 'it counts as "block"',
  sync: "it counts as true",
};

function strictly(written: JsonObject, good: JsonObject): Partial<AuditSettings> {
  const wrong = (name: string) => written[name] !== undefined && good[name] === undefined;
  return {
    ...(wrong("required") && { required: true }),
    ...(wrong("onFailure") && { onFailure: "block" as const }),
    ...(wrong("sync") && { sync: true }),
  };
}

function plainName(file: FileJudge, chain: string | undefined): Partial<AuditSettings> {
  if (chain === undefined) return {};
  if (chainName.test(chain)) return { chain };
  const message = `the chain "${chain}" is no plain name; the default holds`;
  report(file, "error", { path: ["audit", "chain"] }, message, "use letters, digits, - and _, at most 64");
  return {};
}

function wholeNumber(
  file: FileJudge,
  name: "rotateBytes" | "checkpointEvery",
  value: number | undefined,
  least: number,
): Partial<AuditSettings> {
  if (value === undefined) return {};
  if (Number.isSafeInteger(value) && value >= least) return { [name]: value };
  const message = `"${name}" must be a whole number of at least ${least}; the default holds`;
  report(file, "error", { path: ["audit", name] }, message, "correct it, or remove it");
  return {};
}

/** Where records are sent is for the owner of the machine to say: a project that named a host would be sent what its agent does. */
function destinationsOf(file: FileJudge, written: readonly JsonObject[] | undefined): Partial<AuditSettings> {
  if (written === undefined) return {};
  const path = ["audit", "destinations"];
  if (file.place.layer !== "user" && file.place.layer !== "managed") {
    const message = '"destinations" counts only in your own file and in the managed one; it is left out';
    report(file, "error", { path, at: "key" }, message, "move it there");
    return {};
  }
  const { destinations: check } = file.basis;
  if (!check?.ready) {
    if (check) file.wants.add(check);
    return {};
  }
  const problems = check.problems(written);
  for (const { index, problem } of problems) {
    reportSentence(file, "error", [...path, index], problem);
    file.mustFail = true;
  }
  const good = written.filter((_, index) => !problems.some((one) => one.index === index));
  return { destinations: good.map((one) => ({ ...one, type: String(one.type) })) };
}
