import { type FilterPlan, filterBy } from "./expression/filter-test.ts";
import type { KnownExpression } from "./expression/known-expression.ts";
import type { JudgeTools } from "./expression/tools.ts";
import type { Deeds, Pack } from "./pack.ts";
import {
  columnsOf,
  type KnownColumns,
  PackRule,
  type RuleColumns,
  type RuleReader,
  type RuleWords,
} from "./pack-rule.ts";
import type { PackData } from "./packs-known.ts";
import { plainVariables } from "./plain-command.ts";
import type { Rule } from "./rule.ts";

/** A pack as a bundle keeps it: a text of which a part is read when somebody asks for it, since most events need nothing of most rules but to know whom they are for. */
export interface PackText {
  readonly text: string;
  /** Where the list of rules ends, in bytes. */
  readonly head: number;
}

/** A part of such a text, by bytes. */
export type PartOf = (start: number, end: number) => string;

/** Writes a pack so. */
export function packText({ pack, known }: PackData, tools: JudgeTools): PackText {
  const parts: string[] = [];
  let length = 0;
  const add = (value: unknown): number => {
    const text = asciiJson(value);
    parts.push(text);
    length += text.length;
    return length;
  };
  const rows = pack.rules.map((rule): RuleColumns => {
    const { id, each, when, reason } = rule;
    const told = known[id];
    const plan = told?.plan ?? null;
    const reach = { accesses: accessesOf(each, plan), special: isSpecial(each, plan, tools) };
    const words = { when, reason, known: told?.rest() ?? null };
    return columnsOf(rule, reach, [length, add(told ? knownColumns(told) : null), add(words)]);
  });
  const list = asciiJson(rows);
  return { text: `${list}${parts.join("")}`, head: list.length };
}

function knownColumns({ depth, grows, names, programs, plan }: KnownExpression): KnownColumns {
  return [depth, grows, names, programs, plan];
}

/** JSON in which each sign is one byte: parts of it need not be decoded. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** What a condition about a path asks of its access before everything else; null if it does not. */
function accessesOf(each: Rule["each"], plan: FilterPlan | null): readonly string[] | null {
  if (each !== "path" || !plan) return null;
  if (plan[0] === "and") return accessesOf(each, plan[1]) ?? accessesOf(each, plan[2]);
  const [word, value, what, wanted] = plan;
  if (value !== "Path path access" || wanted !== true) return null;
  if (word === "in") return what;
  return word === "is" && typeof what === "string" ? [what] : null;
}

/** True if a condition is false for every plain command, whatever it is. */
function isSpecial(each: Rule["each"], plan: FilterPlan | null, tools: JudgeTools): boolean {
  if (!plan || (each !== undefined && each !== "event" && each !== "command")) return false;
  return !filterBy(plan, tools)(plainVariables());
}

/** The pack that was written so; its text is opened when its rules are first asked for. */
export function laterPack(row: PackRow, head: number, open: () => PartOf): Pack {
  let read: ReadPack | null = null;
  let rules: readonly Rule[] | null = null;
  const opened = () => {
    read ??= readPack(open(), head);
    return read;
  };
  return {
    ...row,
    get rules() {
      const { rows, reader } = opened();
      rules ??= rows.map((columns) => new PackRule(columns, reader));
      return rules;
    },
    rulesFor(deeds) {
      const { rows, reader } = opened();
      return rows.filter((row) => mayFit(row, deeds)).map((columns) => new PackRule(columns, reader));
    },
    known: (rule) => (rule instanceof PackRule ? rule.known() : undefined),
    accesses: (rule) => (rule instanceof PackRule ? rule.accesses : null),
  };
}

type PackRow = Omit<Pack, "rules" | "rulesFor" | "known" | "accesses">;

interface ReadPack {
  readonly rows: readonly RuleColumns[];
  readonly reader: RuleReader;
}

function readPack(part: PartOf, head: number): ReadPack {
  const rows: readonly RuleColumns[] = JSON.parse(part(0, head));
  const reader: RuleReader = {
    known: (start, end): KnownColumns | null => JSON.parse(part(head + start, head + end)),
    words: (start, end): RuleWords => JSON.parse(part(head + start, head + end)),
  };
  return { rows, reader };
}

/** False if a rule would step aside, or say no without being asked. */
function mayFit(columns: RuleColumns, deeds: Deeds): boolean {
  const { 1: verdict, 2: accesses, 3: special, 8: kinds, 9: programs, 10: events } = columns;
  // What is allowed is all that happens: that is not known by a part of it.
  if (verdict === "allow") return true;
  if (special && deeds.plain) return false;
  if (programs && !meet(programs, deeds.programs)) return false;
  if (accesses && !meet(accesses, deeds.accesses)) return false;
  if (kinds && !meet(kinds, deeds.kinds)) return false;
  return !events || events.includes(deeds.event);
}

function meet(some: readonly string[], others: readonly string[]): boolean {
  for (const one of others) if (some.includes(one)) return true;
  return false;
}
