import type { KnownExpression } from "./expression/known-expression.ts";
import type { Pack } from "./pack.ts";
import type { PackData } from "./packs-known.ts";
import type { Rule } from "./rule.ts";

/** What of a rule is read when somebody asks for it: most events need nothing of most rules but to know whom they are for. */
interface RuleText extends Pick<Rule, "when" | "reason"> {
  readonly known: KnownExpression | null;
}

/** A pack as a bundle keeps it: the rules in the first line, without what `RuleText` holds, which has one line for each of them. */
export function packText({ pack, known }: PackData): string {
  const rows = pack.rules.map(({ when: _, reason: __, ...row }) => row);
  const texts = pack.rules.map(
    ({ id, when, reason }): RuleText => ({ when, reason, known: known[id] ?? null }),
  );
  return [rows, ...texts].map((line) => JSON.stringify(line)).join("\n");
}

/** The pack that was written so; its text is read when its rules are first asked for. */
export function laterPack(row: Omit<Pack, "rules" | "known">, read: () => string): Pack {
  let made: { readonly rules: readonly Rule[]; known(rule: string): KnownExpression | undefined } | null =
    null;
  const all = () => {
    made ??= readPack(read());
    return made;
  };
  return {
    ...row,
    get rules() {
      return all().rules;
    },
    known: (rule) => all().known(rule),
  };
}

function readPack(text: string) {
  const [first = "[]", ...lines] = text.split("\n");
  const rows: readonly Omit<Rule, "when" | "reason">[] = JSON.parse(first);
  const read = new Map<number, RuleText>();
  const textOf = (at: number): RuleText => {
    const found: RuleText = read.get(at) ?? JSON.parse(lines[at] ?? "");
    read.set(at, found);
    return found;
  };
  const rules = rows.map(
    (row, at): Rule => ({
      ...row,
      get when() {
        return textOf(at).when;
      },
      get reason() {
        return textOf(at).reason;
      },
    }),
  );
  return {
    rules,
    known(rule: string): KnownExpression | undefined {
      const at = rows.findIndex(({ id }) => id === rule);
      return at < 0 ? undefined : (textOf(at).known ?? undefined);
    },
  };
}
