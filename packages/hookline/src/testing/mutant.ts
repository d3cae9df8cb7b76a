import { join } from "node:path";
import { positionOf } from "../contract/hook.ts";
import { isObject, type Json, type JsonObject } from "../contract/json.ts";
import { type Engine, readJsonDocument } from "../index.ts";
import { writeAtomically } from "../system/files.ts";
import { readWhole } from "../system/whole-file.ts";

/** A change to the hooks that some case should notice: a guard that lets everything through, a hook that is gone, a rule that is gone. */
export type Mutant =
  | { readonly kind: "pass" | "drop"; readonly hook: string; readonly source: string }
  | { readonly kind: "rule"; readonly hook: string; readonly source: string; readonly rule: string };

/** Switches off the hook that a mutant is without. */
export function turnOff(engine: Engine, mutant: Mutant | undefined): void {
  if (mutant?.kind !== "drop") return;
  for (const hook of engine.hooks) if (hook.source.text === mutant.source) engine.turn(hook, "off");
}

/** Takes a rule out of the policy that stands at a place of a hook file in a copy of a project. */
export async function removeRule(project: string, mutant: Mutant & { readonly kind: "rule" }): Promise<void> {
  const { file, line, column } = positionOf(mutant.source, "");
  const path = join(project, file);
  const read = readWhole(path);
  if (!("text" in read)) throw new Error(read.error.message);
  const document = await readJsonDocument(read.text, file);
  if (!("value" in document)) throw new Error(`${file}: ${document.message}`);
  const stands = (at: readonly (string | number)[]) => {
    const place = document.locate(at);
    return place.line === line && place.column === column;
  };
  writeAtomically(path, JSON.stringify(without(document.value, [], stands, mutant)), 0o644);
}

function without(
  value: Json,
  path: readonly (string | number)[],
  stands: (path: readonly (string | number)[]) => boolean,
  mutant: Mutant & { readonly kind: "rule" },
): Json {
  if (Array.isArray(value)) {
    return value.map((item, index) => without(item, [...path, index], stands, mutant));
  }
  if (!isObject(value)) return value;
  if (value.type === "policy" && Array.isArray(value.rules) && stands(path)) {
    return withoutRule(value, value.rules, mutant);
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      item === undefined ? item : without(item, [...path, key], stands, mutant),
    ]),
  );
}

/** A policy without rules is not one; and an entry without an id of its own would have another without the rule. */
function withoutRule(
  entry: JsonObject,
  rules: readonly Json[],
  { hook, rule }: Mutant & { readonly kind: "rule" },
): JsonObject {
  const left = rules.filter((one) => !isObject(one) || one.id !== rule);
  const never = { id: rule, verdict: "deny", when: "false", reason: "never" };
  return { ...entry, id: hook, rules: left.length > 0 || entry.packs !== undefined ? left : [never] };
}
