import type { Behavior, WrittenRule } from "../settings/settings-file.ts";
import type { Grounds, JudgedCall } from "./call.ts";
import { harmlessParts } from "./harmless.ts";
import {
  allowedParts,
  allowsCall,
  type HeldRule,
  heldRule,
  type RuleHome,
  refusesCall,
} from "./held-rule.ts";
import { guardedPlace, namesPlace } from "./working-folders.ts";

/** All rules of a session; they can be added and taken away while it runs, but for those of settings files. */
export interface RuleBook {
  readonly rules: readonly HeldRule[];
  /** The first deny or ask rule that is about a call. */
  refusing(behavior: "deny" | "ask", call: JudgedCall): HeldRule | null;
  /** The text of the allow rules that cover a call, null if none do. */
  allowing(call: JudgedCall): string | null;
  /** True if nothing in a call of a shell does more than look at what the session may read. */
  isHarmless(call: JudgedCall): boolean;
  add(rules: readonly WrittenRule[], home: RuleHome): readonly HeldRule[];
  /** Takes rules away; gives back the texts that were not there. */
  remove(behavior: Behavior, texts: readonly string[], home: RuleHome): readonly string[];
  /** Takes away all rules of one behavior from one home. */
  clear(behavior: Behavior, home: RuleHome): void;
}

/** Opens a book with the rules of the settings files. */
export function createRuleBook(settings: readonly WrittenRule[], grounds: Grounds): RuleBook {
  let rules = settings.map((rule) => heldRule(rule, "settings", grounds));
  const refusing: RuleBook["refusing"] = (behavior, call) =>
    rules.find((rule) => rule.behavior === behavior && refusesCall(rule, call, grounds)) ?? null;
  const harmless = (call: JudgedCall) =>
    harmlessParts(call, grounds, (read) => (refusing("deny", read) ?? refusing("ask", read)) === null);
  return {
    get rules() {
      return rules;
    },
    refusing,
    allowing(call) {
      const guard = guardedPlace(call, grounds);
      // Where hooks lie, only a rule that names the place opens it.
      const open = rules.filter(
        ({ behavior, text }) => behavior === "allow" && (guard === null || namesPlace(text, guard)),
      );
      const one = open.find((rule) => allowsCall(rule, call, grounds));
      if (one) return one.text;
      return call.kind === "shell" ? together(call, open, harmless(call)) : null;
    },
    isHarmless: (call) => harmless(call)?.every(Boolean) ?? false,
    add(written, home) {
      const known = new Set(
        rules.filter((rule) => rule.home === home).map(({ behavior, text }) => `${behavior} ${text}`),
      );
      const added = written
        .filter(({ behavior, text }) => !known.has(`${behavior} ${text}`))
        .map((rule) => heldRule(rule, home, grounds));
      rules = [...rules, ...added];
      return added;
    },
    remove(behavior, texts, home) {
      const fits = (rule: HeldRule) =>
        rule.behavior === behavior && rule.home === home && texts.includes(rule.text);
      const gone = new Set(rules.filter(fits).map(({ text }) => text));
      rules = rules.filter((rule) => !fits(rule));
      return texts.filter((text) => !gone.has(text));
    },
    clear(behavior, home) {
      rules = rules.filter((rule) => rule.behavior !== behavior || rule.home !== home);
    },
  };
}

/** Several rules may cover a line of several commands, beside those that are harmless; null if a command is left. */
function together(
  call: JudgedCall,
  open: readonly HeldRule[],
  harmless: readonly boolean[] | null,
): string | null {
  const covers = open.flatMap((rule) => {
    const parts = allowedParts(rule, call);
    return parts?.some(Boolean) ? [{ text: rule.text, parts }] : [];
  });
  const count = covers[0]?.parts.length ?? 0;
  if (count === 0 || covers.some(({ parts }) => parts.length !== count)) return null;
  const all = [...covers.map(({ parts }) => parts), ...(harmless?.length === count ? [harmless] : [])];
  const covered = Array.from({ length: count }, (_, at) => all.some((parts) => parts[at]));
  return covered.every(Boolean) ? covers.map(({ text }) => text).join(", ") : null;
}
