import type { KnownExpression, KnownRest } from "./expression/known-expression.ts";
import type { Rule } from "./rule.ts";

/** What of a rule is needed to know whom it is for, and where the rest of it is: columns are read in a third of the time that names take. */
export type RuleColumns = readonly [
  id: string,
  verdict: Rule["verdict"],
  /** What must be done to a path for the condition to be true. */
  accesses: readonly string[] | null,
  /** True if no plain command can fit. */
  special: boolean,
  /** Where what is known of the condition begins, where the words do, and where they end. */
  known: number,
  words: number,
  end: number,
  /** What may be missing; what is missing at the end is left out. */
  each?: Column<"each">,
  kinds?: Column<"kinds">,
  programs?: Column<"programs">,
  events?: Column<"events">,
  severity?: Column<"severity">,
  owner?: Column<"owner">,
  expires?: Column<"expires">,
  except?: Column<"except">,
];

type Column<Name extends keyof Rule> = NonNullable<Rule[Name]> | null;

/** What is known of its condition. */
export type KnownColumns = readonly [
  depth: number,
  grows: boolean,
  names: readonly string[],
  programs: readonly string[] | null,
  plan: KnownExpression["plan"],
];

/** The rest of it. */
export interface RuleWords extends Pick<Rule, "when" | "reason"> {
  readonly known: KnownRest | null;
}

/** Reads both kinds of parts. */
export interface RuleReader {
  known(start: number, end: number): KnownColumns | null;
  words(start: number, end: number): RuleWords;
}

/** The columns of a rule. */
export function columnsOf(
  rule: Rule,
  { accesses, special }: { readonly accesses: readonly string[] | null; readonly special: boolean },
  [known, words, end]: readonly [known: number, words: number, end: number],
): RuleColumns {
  const { id, verdict, each = null, kinds = null, programs = null, events = null } = rule;
  const { severity = null, owner = null, expires = null, except = null } = rule;
  const start = [id, verdict, accesses, special, known, words, end, each, kinds, programs, events] as const;
  return owner === null && expires === null && except === null
    ? [...start, severity]
    : [...start, severity, owner, expires, except];
}

const nothing: KnownRest = { weight: 0, items: 0, joins: 0, patterns: [], fields: {} };

/** A rule of a pack whose words are read when somebody asks for them. */
export class PackRule implements Rule {
  readonly id: Rule["id"];
  readonly verdict: Rule["verdict"];
  declare readonly each?: NonNullable<Rule["each"]>;
  declare readonly kinds?: NonNullable<Rule["kinds"]>;
  declare readonly programs?: NonNullable<Rule["programs"]>;
  declare readonly events?: NonNullable<Rule["events"]>;
  declare readonly severity?: NonNullable<Rule["severity"]>;
  declare readonly owner?: NonNullable<Rule["owner"]>;
  declare readonly expires?: NonNullable<Rule["expires"]>;
  declare readonly except?: NonNullable<Rule["except"]>;
  private readonly columns: RuleColumns;
  private readonly reader: RuleReader;
  private said: RuleWords | null = null;

  constructor(columns: RuleColumns, reader: RuleReader) {
    this.id = columns[0];
    this.verdict = columns[1];
    this.columns = columns;
    this.reader = reader;
    const { 7: each, 8: kinds, 9: programs, 10: events, 11: severity } = columns;
    if (each) this.each = each;
    if (kinds) this.kinds = kinds;
    if (programs) this.programs = programs;
    if (events) this.events = events;
    if (severity) this.severity = severity;
    if (columns.length > 12) this.readRest(columns);
  }
  private readRest({ 12: owner, 13: expires, 14: except }: RuleColumns): void {
    Object.assign(this, { ...(owner && { owner }), ...(expires && { expires }), ...(except && { except }) });
  }
  get accesses(): readonly string[] | null {
    return this.columns[2];
  }
  /** What a build has found out about its condition. */
  known(): KnownExpression | undefined {
    const { 4: start, 5: end } = this.columns;
    const known = this.reader.known(start, end);
    if (!known) return undefined;
    const [depth, grows, names, programs, plan] = known;
    return { depth, grows, names, programs, plan, rest: () => this.words().known ?? nothing };
  }
  private words(): RuleWords {
    const { 5: start, 6: end } = this.columns;
    this.said ??= this.reader.words(start, end);
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
    const { columns: _, reader: __, said: ___, ...rule } = this;
    return { ...rule, when: this.when, reason: this.reason };
  }
}
