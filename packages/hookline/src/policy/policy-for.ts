import type { JsonObject } from "../contract/json.ts";
import { compilerFor, type Policy } from "./compile-policy.ts";
import { celObject } from "./expression/event-variables.ts";
import { laterRule } from "./later-rule.ts";
import type { PolicyModel } from "./model.ts";
import type { Deeds } from "./pack.ts";
import { isPlain } from "./plain-command.ts";
import { problemList } from "./problem.ts";
import { type PolicyReaders, readPolicy } from "./read-policy.ts";

/**
 * A policy with those of its rules alone that may say something about one event: who judges one and ends needs no others. Null where
 * that cannot be told, since people wrote rules or exceptions of their own, or something in it is wrong.
 */
export function policyFor(
  written: JsonObject,
  { packs, tools }: Pick<PolicyReaders, "packs" | "tools">,
  model: PolicyModel,
): Policy | null {
  if (written.rules !== undefined || written.except !== undefined) return null;
  const deeds = deedsOf(model);
  const readers: PolicyReaders = { packs, tools, rulesOf: (pack) => pack.rulesFor?.(deeds) ?? pack.rules };
  const { rules, faults, settings } = readPolicy(written, readers, problemList());
  if (faults.length > 0) return null;
  const compiler = compilerFor(tools);
  return {
    rules: rules.map((one) => laterRule(one.rule, one.pack ?? "", compiler, one)),
    settings: celObject(settings),
    tools,
    // As if one of those that were left out did.
    looksAtPaths: true,
  };
}

function deedsOf({ event, kinds, command, paths }: PolicyModel): Deeds {
  return {
    event: event.spec.name,
    kinds,
    programs: command ? [...new Set(command.commands.map(({ program }) => program))] : [],
    accesses: [...new Set(paths.map(({ access }) => access))],
    plain: command === null || isPlain(command),
  };
}
