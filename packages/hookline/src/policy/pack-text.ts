import type { FilterPlan } from "./expression/filter-test.ts";
import type { KnownExpression } from "./expression/known-expression.ts";
import type { Pack } from "./pack.ts";
import type { PackData } from "./packs-known.ts";
import type { Rule } from "./rule.ts";

/** A pack as a bundle keeps it: a text of which a part is read when somebody asks for it, since most events need nothing of most rules but to know whom they are for. */
export interface PackText {
  readonly text: string;
  /** Where the list of rules ends, in bytes. */
  readonly head: number;
}

/** A part of such a text, by bytes. */
export type PartOf = (start: number, end: number) => string;

/** A rule without what is said in words; `at` is where what is known of its condition begins, where its words do, and where they end. */
interface RuleRow extends Omit<Rule, "when" | "reason"> {
  readonly at: readonly [known: number, words: number, end: number];
  /** What must be done to a path for the condition to be true. */
  readonly on?: readonly string[];
}

/** Writes a pack so. */
export function packText({ pack, known }: PackData): PackText {
  const parts: string[] = [];
  let length = 0;
  const add = (value: unknown): number => {
    const text = JSON.stringify(value);
    parts.push(text);
    length += new TextEncoder().encode(text).length;
    return length;
  };
  const rows = pack.rules.map(({ when, reason, ...row }): RuleRow => {
    const start = length;
    const on = accessesOf(row.each, known[row.id]?.plan ?? null);
    return { ...row, ...(on && { on }), at: [start, add(known[row.id] ?? null), add({ when, reason })] };
  });
  const list = JSON.stringify(rows);
  return { text: `${list}${parts.join("")}`, head: new TextEncoder().encode(list).length };
}

/** The pack that was written so; its text is opened when its rules are first asked for. */
export function laterPack(
  row: Omit<Pack, "rules" | "known" | "accesses">,
  head: number,
  open: () => PartOf,
): Pack {
  let made: ReadPack | null = null;
  const all = () => {
    made ??= readPack(open(), head);
    return made;
  };
  return {
    ...row,
    get rules() {
      return all().rules;
    },
    known: (rule) => all().known?.(rule),
    accesses: (rule) => all().accesses?.(rule),
  };
}

/** What a condition about a path asks of its access before everything else; undefined if it does not. */
function accessesOf(each: Rule["each"], plan: FilterPlan | null): readonly string[] | undefined {
  if (each !== "path" || !plan) return undefined;
  if ("both" in plan) return accessesOf(each, plan.both[0]) ?? accessesOf(each, plan.both[1]);
  if (!("value" in plan) || plan.value !== "Path path access" || !("wanted" in plan) || !plan.wanted)
    return undefined;
  if ("among" in plan) return plan.among;
  return "is" in plan && typeof plan.is === "string" ? [plan.is] : undefined;
}

function readPack(part: PartOf, head: number): ReadPack {
  const rows: readonly RuleRow[] = JSON.parse(part(0, head));
  const read: Reader = (start, end) => JSON.parse(part(head + start, head + end));
  return {
    rules: rows.map((row) => new PackRule(row, read)),
    accesses: (rule) => rows.find(({ id }) => id === rule)?.on,
    known(rule) {
      const [start, end] = rows.find(({ id }) => id === rule)?.at ?? [];
      const found =
        start === undefined || end === undefined ? null : read<KnownExpression | null>(start, end);
      return found ?? undefined;
    },
  };
}

type ReadPack = Pick<Pack, "rules" | "known" | "accesses">;
type Reader = <T>(start: number, end: number) => T;
type Said = Pick<Rule, "when" | "reason">;

/** A rule whose words are read when somebody asks for them. */
class PackRule implements Rule {
  declare readonly id: Rule["id"];
  declare readonly verdict: Rule["verdict"];
  declare readonly each?: NonNullable<Rule["each"]>;
  declare readonly kinds?: NonNullable<Rule["kinds"]>;
  declare readonly programs?: NonNullable<Rule["programs"]>;
  declare readonly events?: NonNullable<Rule["events"]>;
  declare readonly severity?: NonNullable<Rule["severity"]>;
  declare readonly owner?: NonNullable<Rule["owner"]>;
  declare readonly expires?: NonNullable<Rule["expires"]>;
  declare readonly except?: NonNullable<Rule["except"]>;
  declare private readonly at: RuleRow["at"];
  declare private readonly on?: readonly string[];
  private readonly read: Reader;
  private said: Said | null = null;

  constructor(row: RuleRow, read: Reader) {
    this.read = read;
    Object.assign(this, row);
  }
  private words(): Said {
    const [, start, end] = this.at;
    this.said ??= this.read<Said>(start, end);
    return this.said;
  }
  get when(): string {
    return this.words().when;
  }
  get reason(): string {
    return this.words().reason;
  }
  /** As it was written. */
  toJSON(): object {
    const { at: _, on: __, read: ___, said: ____, ...rule } = this;
    const { when, reason } = this;
    return { ...rule, when, reason };
  }
}
