import { isObject, type Json } from "../../contract/json.ts";

/** How a file is written: its line ends, one step of its indentation, and whether it is all on one line. */
export interface TextStyle {
  readonly eol: string;
  readonly step: string;
  readonly flat: boolean;
  /** What stands after commas and colons of a file on one line. */
  readonly gap: string;
}

/** How a text is written, by its first lines. */
export function styleOf(text: string): TextStyle {
  const eol = /\r?\n/.exec(text)?.[0] ?? "\n";
  const step = /\n([ \t]+)["}\]{[]/.exec(text)?.[1] ?? "  ";
  const flat = text.length > 2 && !text.trim().includes("\n") && /["\d]/.test(text);
  return { eol, step: step.includes("\t") ? "\t" : step, flat, gap: /[,:] /.test(text) ? " " : "" };
}

/** A list of plain values stays on one line up to this length. */
const longest = 90;

/** A value as people write it: objects over several lines, short lists of plain values on one. */
export function writeJson(value: Json, style: TextStyle, indent: string): string {
  if (style.flat) return onOneLine(value, style.gap);
  const { eol, step } = style;
  const inner = indent + step;
  const around = (open: string, parts: readonly string[], close: string) =>
    `${open}${eol}${parts.map((part) => inner + part).join(`,${eol}`)}${eol}${indent}${close}`;
  if (Array.isArray(value)) {
    const line = onOneLine(value, " ");
    const plain = value.every((item) => typeof item !== "object" || item === null);
    if (value.length === 0 || (plain && line.length <= longest)) return line;
    return around(
      "[",
      value.map((item) => writeJson(item, style, inner)),
      "]",
    );
  }
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).flatMap(([key, item]) =>
    item === undefined ? [] : [`${JSON.stringify(key)}: ${writeJson(item, style, inner)}`],
  );
  return members.length === 0 ? "{}" : around("{", members, "}");
}

/** A value on one line, with or without gaps between its parts. */
function onOneLine(value: Json, gap: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => onOneLine(item, gap)).join(`,${gap}`)}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).flatMap(([key, item]) =>
    item === undefined ? [] : [`${JSON.stringify(key)}:${gap}${onOneLine(item, gap)}`],
  );
  return members.length === 0 ? "{}" : `{${gap}${members.join(`,${gap}`)}${gap}}`;
}
