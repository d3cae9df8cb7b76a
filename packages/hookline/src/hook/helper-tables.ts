import type { EventSpec } from "../contract/event.ts";
import type { Fields } from "../contract/fields.ts";
import type { ToolSpec } from "../contract/tool.ts";
import { type AnswerRules, rulesOf } from "./answer-rules.ts";

/** Puts a table into the text of a one-file helper, between the two lines that mark its place. */
export function withTable(text: string, table: string): string {
  return text.replace(
    /(# <table>[^\n]*\n)[\s\S]*?(# <\/table>)/,
    (_, begin, end) => `${begin}${table}${end}`,
  );
}

/** What each event may be told, as the helper for Python reads it. */
export function pythonTable(specs: readonly EventSpec[], tools: readonly ToolSpec[]): string {
  const names = wrapped(specs.map(({ name }) => JSON.stringify(name)));
  const rows = specs.map((spec) => {
    const { verdicts, place, keys, effects } = rulesOf(spec);
    const row = [
      `"verdicts": ${JSON.stringify(verdicts)}`,
      `"place": ${pythonText(place)}`,
      `"subject": ${pythonText(spec.subject)}`,
      `"part": ${pythonText(spec.subjectPart ?? null)}`,
      `"narrow": ${spec.matcher === "narrow" ? "True" : "False"}`,
    ];
    return `    "${spec.name}": {\n        ${row.join(", ")},\n        "keys": ${pythonFields(keys)},\n        "effects": ${pythonFields(effects)},\n    },\n`;
  });
  const current = tools.flatMap(({ name, aliases = [], former = [] }) =>
    [...aliases, ...former].map((alias) => `"${alias}": "${name}"`),
  );
  const former = tools.flatMap((tool) => (tool.former ?? []).map((word) => `"${word}": "${tool.name}"`));
  return [
    `EventName = Literal[\n${names}\n]\n\n`,
    `_EVENTS: Dict[str, Dict[str, Any]] = {\n${rows.join("")}}\n\n`,
    `# Agents name the same tool differently.\n_TOOLS = {\n${wrapped(current)}\n}\n`,
    `_FORMER = {\n${wrapped(former)}\n}\n`,
  ].join("");
}

function pythonText(value: string | null): string {
  return value === null ? "None" : JSON.stringify(value);
}

function pythonFields(fields: Fields): string {
  const pairs = Object.entries(fields).map(([name, word]) => `"${name}": "${word.replace(/\?$/, "")}"`);
  return `{${pairs.join(", ")}}`;
}

/** The same as a shell function that sets variables. */
export function shellTable(specs: readonly EventSpec[], tools: readonly ToolSpec[]): string {
  const rows = specs.map((spec) => `  ${spec.name}) ${shellRow(spec, rulesOf(spec))} ;;\n`);
  const names = tools.flatMap(({ name, aliases = [], former = [] }) => {
    const others = [...aliases, ...former];
    return others.length === 0 ? [] : [`  ${others.join(" | ")}) hookline_tool_=${name} ;;\n`];
  });
  const former = tools.flatMap((tool) =>
    tool.former ? [`  ${tool.former.join(" | ")}) hookline_current_=${tool.name} ;;\n`] : [],
  );
  return `hookline_rules_() {\n  case "$1" in\n${rows.join("")}  *) return 1 ;;\n  esac\n}\nhookline_canonical_() {\n  case "$1" in\n${names.join("")}  *) hookline_tool_=$1 ;;\n  esac\n}\nhookline_former_() {\n  case "$1" in\n${former.join("")}  *) hookline_current_=$1 ;;\n  esac\n}\n`;
}

function shellRow({ subject, subjectPart, matcher }: EventSpec, rules: AnswerRules): string {
  const fields = (given: Fields) =>
    Object.entries(given).map(([name, word]) => `${name}:${word.replace(/\?$/, "")}`);
  const { verdict: _, effects: __, ...keys } = rules.keys;
  return [
    `hookline_verdicts_='${rules.verdicts.join(" ")}'`,
    `hookline_place_=${rules.place ?? "none"}`,
    `hookline_subject_='${subject ?? ""}'`,
    `hookline_narrow_=${matcher === "narrow" ? "yes" : "no"}`,
    `hookline_part_='${subjectPart ?? ""}'`,
    `hookline_keys_='${Object.keys(keys).join(" ")}'`,
    `hookline_effects_='${fields(rules.effects).join(" ")}'`,
  ].join(" ");
}

function wrapped(items: readonly string[]): string {
  const lines: string[] = [];
  let line = "   ";
  for (const item of items) {
    if (line.length + item.length > 100) {
      lines.push(line);
      line = "   ";
    }
    line += ` ${item},`;
  }
  return [...lines, line].join("\n");
}

/** The one-file helpers with their tables: each path, from the root of the repository, with its text. */
export function helperFiles(
  specs: readonly EventSpec[],
  tools: readonly ToolSpec[],
  read: (path: string) => string,
): ReadonlyMap<string, string> {
  const python = "packages/hookline/helpers/hookline.py";
  const shell = "packages/hookline/helpers/hookline.sh";
  return new Map([
    [python, withTable(read(python), pythonTable(specs, tools))],
    [shell, withTable(read(shell), shellTable(specs, tools))],
  ]);
}
