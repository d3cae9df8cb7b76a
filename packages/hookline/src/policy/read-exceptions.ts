import { isObject, type Json } from "../contract/json.ts";
import { suggest } from "../contract/suggest.ts";
import type { Fault, PlacedRule } from "./read-policy.ts";
import { readExceptions } from "./read-rule.ts";
import type { RuleException } from "./rule.ts";

type Path = PlacedRule["path"];

interface Addition {
  readonly exception: RuleException;
  readonly path: Path;
}

/** Exceptions that stand outside of their rules: those of packs cannot be written anywhere else. */
export function exceptionsFor(
  written: Json | undefined,
  rules: readonly PlacedRule[],
  fault: Fault,
): ReadonlyMap<string, readonly Addition[]> {
  const found = new Map<string, readonly Addition[]>();
  if (written === undefined) return found;
  if (!isObject(written)) {
    fault(
      "except",
      ["except"],
      '"except" must be an object',
      'write { "id of a rule": [ { "when": …, "reason": … } ] }',
    );
    return found;
  }
  const ids = rules.map(({ rule }) => rule.id);
  for (const [id, value] of Object.entries(written)) {
    const path = ["except", id];
    const read = readExceptions(value ?? null, path);
    if (!ids.includes(id)) {
      const meant = suggest(id, ids);
      fault(
        id,
        path,
        `there is no rule ${id} here`,
        meant === null ? "remove it" : `did you mean "${meant}"?`,
      );
    } else if ("wrong" in read)
      fault(id, read.wrong.path, `rule ${id}: ${read.wrong.message}`, read.wrong.hint);
    else
      found.set(
        id,
        read.exceptions.map((exception, at) => ({ exception, path: [...path, at, "when"] })),
      );
  }
  return found;
}

/** A rule with exceptions that stand outside of it. */
export function withExceptions(one: PlacedRule, additions: readonly Addition[]): PlacedRule {
  if (additions.length === 0) return one;
  const except = [...(one.rule.except ?? []), ...additions.map(({ exception }) => exception)];
  const exceptionPaths = [...one.exceptionPaths, ...additions.map(({ path }) => path)];
  // Those of a pack may have their words elsewhere.
  const { when, reason } = one.rule;
  return { ...one, rule: { ...one.rule, when, reason, except }, exceptionPaths };
}
