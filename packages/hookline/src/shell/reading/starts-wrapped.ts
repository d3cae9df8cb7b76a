import { quoted } from "../../contract/quoted.ts";
import { isKnown } from "./marks.ts";
import { type CommandLine, optionValues, readOptions } from "./options.ts";
import { joined, type Start, type Starter, textOf } from "./starts.ts";
import type { Field } from "./state.ts";
import type { WrapperRow } from "./wrapper-row.ts";
import { wrapperTable } from "./wrapper-table.ts";

const assignment = /^[A-Za-z_]\w*=/;

/** What a program runs that is in the table of wrappers; null if it is not there. */
export function wrappedBy(starter: Starter): readonly Start[] | null {
  const row = wrapperTable.get(starter.program);
  if (!row) return null;
  const own = row.verbs ? afterVerb(row, row.verbs.split(" "), starter.args) : starter.args;
  if (!own) return [];
  const line = readOptions(own, { ...row, stops: true });
  if (line.options.some(({ name }) => row.inert?.split(" ").includes(name))) return [];
  const remote = row.remote ? { remote: true as const } : {};
  const texts = coded(row, line).map((field) => ({ ...textOf(field), ...remote }));
  if (starter.program === "env") texts.push(...splitString(line));
  if (row.each) return [...texts, ...line.operands.map(textOf)];
  if (row.named) {
    const programs = optionValues(line, ...row.named.split(" "));
    return programs.map((program) => ({ words: [program, ...line.operands], assignments: [] }));
  }
  const sets = row.sets ? leading(line.operands) : [];
  const rest = line.operands.slice(sets.length);
  const { words, code } = commandIn(row, rest);
  if (code) texts.push({ ...textOf(code), ...remote });
  if (words.length === 0) return texts;
  const assignments = sets.map(({ value, ...field }) => ({
    name: value.slice(0, value.indexOf("=")),
    value: { ...field, value: value.slice(value.indexOf("=") + 1) },
  }));
  if (row.joins) return [...texts, { ...joined(words), ...remote }];
  return [...texts, { words, assignments, ...remote, ...(row.packaged ? { packaged: true as const } : {}) }];
}

/** Its words after the verb with which it runs something: `docker compose exec`; null if there is none. */
function afterVerb(
  row: WrapperRow,
  verbs: readonly string[],
  args: readonly Field[],
): readonly Field[] | null {
  const { operands } = readOptions(args, { ...row, stops: true });
  const [first, ...rest] = operands;
  if (first?.value === "compose" || first?.value === "container" || first?.value === "tool") {
    return afterVerb(row, verbs, rest);
  }
  return first && verbs.includes(first.value) ? rest : null;
}

const coded = (row: WrapperRow, line: CommandLine): readonly Field[] =>
  row.code ? optionValues(line, ...row.code.split(" ")) : [];

/** `env -S 'A=b rm -rf'` parts its text into words, and what follows is added. */
function splitString(line: CommandLine): readonly Start[] {
  return optionValues(line, "-S", "--split-string").map((field) => {
    const rest = line.operands.map(({ value }) => (isKnown(value) ? quoted(value) : value));
    return { text: `env ${[field.value, ...rest].join(" ")}`, feeds: field.feeds };
  });
}

function leading(operands: readonly Field[]): readonly Field[] {
  const end = operands.findIndex(({ value }) => !assignment.test(value));
  return end < 0 ? operands : operands.slice(0, end);
}

/** Leaves out its own operands; after these, an option with code may follow: `flock file -c text`, `su user -c text`. */
function commandIn(row: WrapperRow, rest: readonly Field[]): { words: readonly Field[]; code: Field | null } {
  const own = row.own ?? 0;
  const codes = row.code?.split(" ") ?? [];
  const at = rest.findIndex(({ value }, index) => index <= Math.max(own, 1) && codes.includes(value));
  if (at >= 0) return { words: [], code: rest[at + 1] ?? null };
  const dashes = row.dashes ? rest.findIndex(({ value }) => value === "--") : -1;
  const words = dashes >= 0 ? rest.slice(dashes) : rest.slice(own);
  return { words: words[0]?.value === "--" ? words.slice(1) : words, code: null };
}
