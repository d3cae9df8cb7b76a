/** What stands where a secret was. */
export const redacted = "[redacted]";

/** A value as it begins: so much of it as is needed to judge it. */
export interface ValueHead {
  /** The quote that opens it with the escapes before it; empty if there is none. */
  readonly quote: string;
  readonly body: string;
}

/** More of a value is not judged: a text full of names would be read again for each of them. */
const judged = 128;

const unquoted = /[^\s"'`;|&<>()]+/y;
/** Brackets belong to a value if it goes on behind them: `abc(def)ghi` calls nothing. */
const whole = /[^\s"'`;|&<>()]+(?:\([^\s"'`;|&<>()]*\)\w[^\s"'`;|&<>()]*)*/y;
const opening = /^(?:\\*"|')/;

/** Reads the beginning of the value that stands at a place; null if none does. */
export function headAt(text: string, start: number): ValueHead | null {
  const near = text.slice(start, start + judged);
  const quote = opening.exec(near)?.[0] ?? "";
  if (quote === "") {
    unquoted.lastIndex = 0;
    const body = unquoted.exec(near)?.[0];
    return body === undefined ? null : { quote, body };
  }
  const { end, isClosed } = closing(near, quote.length, quote);
  return { quote, body: isClosed ? near.slice(quote.length, end - quote.length) : near.slice(quote.length) };
}

/** Where the value that stands at a place ends, and whether a quote closes it. */
export function endOf(text: string, start: number, quote: string): { end: number; isClosed: boolean } {
  if (quote !== "") return closing(text, start + quote.length, quote);
  whole.lastIndex = start;
  return { end: start + (whole.exec(text)?.[0].length ?? 0), isClosed: false };
}

/** The place behind the next quote of the same depth: inside of JSON in JSON, deeper ones have more escapes before them. */
function closing(text: string, start: number, quote: string): { end: number; isClosed: boolean } {
  const sign = quote.at(-1) ?? "";
  const depth = quote.length - 1;
  for (let at = text.indexOf(sign, start); at >= 0; at = text.indexOf(sign, at + 1)) {
    let escapes = 0;
    while (at - escapes > start && text[at - escapes - 1] === "\\") escapes++;
    const isOwn = depth === 0 ? escapes % 2 === 0 : escapes <= depth;
    if (sign === "'" || isOwn) return { end: at + 1, isClosed: true };
  }
  return { end: text.length, isClosed: false };
}

/** Words that stand for no value, and those for the type of one. */
const plainWord =
  "true|false|null|nil|none|undefined|string|number|boolean|bigint|object|unknown|any|never|void|bool|str|int|bytes|\\w{3,9}Array";
/** The same, for other patterns. */
export const plainWords = `(?:${plainWord})\\b`;
const harmless = new RegExp(
  `^(?:${[
    // A value that only names a variable, or asks a program, gives nothing away.
    "\\$(?:\\w+|\\{\\w+\\})?",
    `(?:${plainWord})[\\],}?[]*`,
    "[^\\w\\s\\u0080-\\uffff]{1,3}|[.*•…]+",
    "#(?:[0-9a-f]{3,4}){1,2}",
    // The next option, where one has no value.
    "-(?:[a-z]|-[a-z][a-z-]*)",
  ].join("|")})?$`,
  "i",
);
const version = /^(?:(?:\|\| )?[~^<>=v]{0,3} ?\d{1,5}(?:\.[\dx*]{1,5}){0,2}(?:-[a-z]+\.\d+)?(?: |$))+$/;

/** True for what is no secret, whatever the name before it says. */
export function isHarmless(body: string): boolean {
  if (body.includes(redacted) && body.replaceAll(redacted, "").trim() === "") return true;
  return harmless.test(body);
}

/** True for the versions of a package, in quotes, as lists of packages have them. */
export function isVersion(body: string): boolean {
  return version.test(body) && /[.^~]/.test(body);
}

/** True for a word of at least so many characters that nobody would speak: it has letters and digits. */
export function looksRandom(body: string, least: number): boolean {
  return body.length >= least && /\d/.test(body) && /[A-Za-z]/.test(body) && !/\s/.test(body);
}

const lineBefore = /(?:^|[\n"'`]|\\n)[ \t>+#-]*(?:export |set )?$/;
const lineBehind = /(?<![,[{])[ \t]*(?:$|[\r\n"'`]|\\[nr])/y;

/** True if a name and its value are all that a line or a quoted text holds: `password: word` in a file of settings. */
export function standsAlone(text: string, start: number, end: number): boolean {
  const from = Math.max(0, start - 24);
  lineBehind.lastIndex = end;
  // Where more stands before it than was looked at, it is not the beginning of the text.
  return lineBefore.test((from > 0 ? "x" : "") + text.slice(from, start)) && lineBehind.test(text);
}
