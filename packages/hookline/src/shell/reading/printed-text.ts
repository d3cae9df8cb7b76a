import { computed, isKnown } from "./marks.ts";

/** What `echo` prints; a gap where shells differ. */
export function echoed(args: readonly string[]): string {
  let at = 0;
  let newline = true;
  let escapes = false;
  for (; /^-[neE]+$/.test(args[at] ?? ""); at++) {
    const option = args[at] ?? "";
    if (option.includes("n")) newline = false;
    if (/[eE]/.test(option)) escapes = option.lastIndexOf("e") > option.lastIndexOf("E");
  }
  const text = args.slice(at).join(" ");
  // Without options sh and bash do not agree about backslashes.
  const body = escapes ? decoded(text, true) : text.includes("\\") ? computed : text;
  return body + (newline ? "\n" : "");
}

/** What `printf` prints. */
export function formatted(args: readonly string[]): string {
  const [first, ...rest] = args[0] === "--" ? args.slice(1) : args;
  if (first === undefined || (first.startsWith("-") && first !== "-")) return computed;
  if (!isKnown(first)) return computed;
  const values = [...rest];
  let text = "";
  do {
    const left = values.length;
    text += once(decoded(first, false), values);
    if (values.length === left) break;
  } while (values.length > 0 && text.length < 100_000);
  return values.length > 0 && text.length >= 100_000 ? computed : text;
}

function once(format: string, values: string[]): string {
  return format.replace(/%(?:%|[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*)?)?[a-zA-Z(]?)/g, (directive) => {
    if (directive === "%%") return "%";
    const value = values.shift() ?? "";
    if (directive === "%s") return value;
    if (directive === "%c") return isKnown(value) ? value.slice(0, 1) : computed;
    if (directive === "%b") return decoded(value, true);
    if ((directive === "%d" || directive === "%i") && /^-?[1-9]?\d{0,14}$/.test(value)) return value || "0";
    return computed;
  });
}

const single: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  '"': '"',
  "'": "'",
};

/** Backslash sequences as `echo -e` and `%b` (with `\0nnn`) or a format of `printf` (with `\nnn`) know them. */
function decoded(text: string, zero: boolean): string {
  const octal = zero ? /0[0-7]{0,3}|[0-7]{1,3}/ : /[0-7]{1,3}/;
  const pattern = new RegExp(
    `\\\\(?:(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8})|(${octal.source})|([\\s\\S]?))`,
    "g",
  );
  return text.replace(pattern, (all, hex: string | undefined, digits: string | undefined, sign = "") => {
    if (hex) return character(Number.parseInt(hex.slice(1), 16), hex.startsWith("x"));
    if (digits) return character(Number.parseInt(digits, 8) & 255, true);
    if (sign === "c") return computed;
    return single[sign] ?? all;
  });
}

/** Bytes beyond ASCII are parts of characters: not worked out. */
const character = (code: number, byte: boolean): string =>
  code === 0 || (byte && code > 127) || code > 0x10ffff ? computed : String.fromCodePoint(code);
