import type { VerbOptions } from "../verb.ts";

/** The options of `hookline fire` that take a value, those that may be repeated among them, and those that are there or not. */
const valued = new Map([
  ["--payload", "payload"],
  ["--tool", "tool"],
  ["--input", "input"],
  ["--cwd", "cwd"],
  ["--wire", "wire"],
  ["--event-id", "eventId"],
]);
const repeated = new Map([
  ["--dialect", "dialect"],
  ["--leave", "leave"],
]);
const plain = new Map([
  ["--trust", "trust"],
  ["--all", "all"],
  ["--strict", "strict"],
  ["--json", "json"],
  ["--quiet", "quiet"],
  ["-v", "verbose"],
  ["--verbose", "verbose"],
  ["--background-only", "backgroundOnly"],
]);

/** The words of a call of `hookline fire`, read as commander reads them; null for every call that is not this plain, help and mistakes among them. */
export function fireArguments(
  words: readonly string[],
): { readonly event: string | undefined; readonly options: VerbOptions } | null {
  const options: { [name: string]: string | boolean | string[] } = { wait: true };
  const names: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const flag = plain.get(word);
    if (flag) options[flag] = true;
    else if (word === "--no-wait") options.wait = false;
    else if (!word.startsWith("-")) names.push(word);
    else {
      const value = words[++at];
      const one = valued.get(word);
      const many = repeated.get(word);
      if (value === undefined) return null;
      if (one) options[one] = value;
      else if (many) options[many] = [...listAt(options, many), value];
      else return null;
    }
  }
  return names.length > 1 ? null : { event: names[0], options };
}

function listAt(options: { readonly [name: string]: string | boolean | string[] }, name: string): string[] {
  const list = options[name];
  return Array.isArray(list) ? list : [];
}
