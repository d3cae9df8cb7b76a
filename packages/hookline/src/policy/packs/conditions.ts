const quoted = (texts: readonly string[]): string => texts.map((text) => JSON.stringify(text)).join(", ");

/** A list as CEL writes it. */
export function list(texts: readonly string[]): string {
  return `[${quoted(texts)}]`;
}

/** A list of words, written with spaces between them. */
export function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** True if all of these are. */
export function all(...conditions: readonly string[]): string {
  return conditions.map((one) => (one.includes(" || ") && !isGroup(one) ? `(${one})` : one)).join(" && ");
}

/** True if one of these is. */
export function any(...conditions: readonly string[]): string {
  return conditions.length === 1 ? (conditions[0] ?? "") : `(${conditions.join(" || ")})`;
}

/** True if this is not. */
export function not(condition: string): string {
  return /^[\w.]+(?:\([^()]*\))?$/.test(condition) || isGroup(condition)
    ? `!${condition}`
    : `!(${condition})`;
}

/** The command is one of these programs. */
export function program(names: string): string {
  const [first = "", ...others] = words(names);
  return others.length === 0
    ? `command.program == ${JSON.stringify(first)}`
    : `command.program in ${list([first, ...others])}`;
}

/** The command has one of these options. */
export function option(names: string): string {
  return `command.has(${quoted(words(names))})`;
}

/** One of the command's words is one of these. */
export function word(names: string): string {
  const [first = "", ...others] = words(names);
  return others.length === 0
    ? `${JSON.stringify(first)} in command.args`
    : `command.args.exists(word, word in ${list([first, ...others])})`;
}

/** One of the command's words fits a regular expression. */
export function wordLike(pattern: RegExp): string {
  return `command.args.exists(word, word.matches(${JSON.stringify(pattern.source)}))`;
}

/** What is known of one of the command's words from its beginning on fits a regular expression. */
export function beginsLike(pattern: RegExp): string {
  return `command.begins.exists(word, word.matches(${JSON.stringify(pattern.source)}))`;
}

/** One of the command's operands fits a regular expression. */
export function operandLike(pattern: RegExp): string {
  return `command.operands.exists(word, word.matches(${JSON.stringify(pattern.source)}))`;
}

/** One bracket around the whole, and not two beside each other. */
function isGroup(text: string): boolean {
  if (!text.startsWith("(") || !text.endsWith(")")) return false;
  let depth = 0;
  for (const [at, sign] of [...text].entries()) {
    if (sign === "(") depth++;
    else if (sign === ")" && --depth === 0) return at === [...text].length - 1;
  }
  return false;
}
