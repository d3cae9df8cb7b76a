import { isObject, type Json } from "./json.ts";

/** How much of a value is kept: texts to so many characters, lists to so many items, objects to so many fields. */
export interface Lengths {
  readonly text: number;
  readonly items: number;
}

/** A value with long texts and lists cut, each with a mark that says so; `cut` gets the paths of what was (`tool_input.content`). */
export function shortenJson(value: Json, lengths: Lengths, cut: string[], at = ""): Json {
  if (typeof value === "string") {
    if (value.length <= lengths.text) return value;
    cut.push(at);
    return shortenText(value, lengths.text);
  }
  const below = (name: string | number) => (at === "" ? String(name) : `${at}.${name}`);
  if (Array.isArray(value)) {
    const items = value.slice(0, lengths.items).map((item, index) => inside(item ?? null, below(index)));
    if (value.length <= lengths.items) return items;
    cut.push(at);
    return [...items, `… (${value.length - lengths.items} items were cut here)`];
  }
  function inside(item: Json, path: string): Json {
    return shortenJson(item, lengths, cut, path);
  }
  if (!isObject(value)) return value;
  const fields = Object.entries(value);
  if (fields.length > lengths.items) cut.push(at);
  const kept = fields.slice(0, lengths.items);
  return Object.fromEntries(kept.map(([name, item]) => [name, inside(item ?? null, below(name))]));
}

/** The beginning of a text that is too long, with a mark that says so. */
export function shortenText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const last = text.charCodeAt(longest - 1);
  // Never half a character.
  const end = last >= 0xd800 && last <= 0xdbff ? longest - 1 : longest;
  return `${text.slice(0, end)}\n… (${text.length - end} characters were cut here)`;
}
