import { numberText, sortedNames } from "./canonical.ts";

/** Bytes that are written one after another; they make room for themselves. */
export interface Sheet {
  bytes: Uint8Array;
  /** How many of them are written. */
  end: number;
}

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
const encoder = new TextEncoder();

/** Writes the canonical JSON of a value in UTF-8: the bytes of `canonicalJson`, without a text for each part of it. */
export function putCanonical(sheet: Sheet, value: unknown): void {
  if (typeof value === "string") putQuoted(sheet, value);
  else if (typeof value === "number") putText(sheet, numberText(value));
  else if (value === null) putText(sheet, "null");
  else if (typeof value === "boolean") putText(sheet, value ? "true" : "false");
  else if (typeof value !== "object") putText(sheet, JSON.stringify(value) ?? "null");
  else if (Array.isArray(value)) {
    putByte(sheet, openBracket);
    for (let place = 0; place < value.length; place++) {
      if (place > 0) putByte(sheet, comma);
      putCanonical(sheet, value[place]);
    }
    putByte(sheet, closeBracket);
  } else putItems(sheet, Object.keys(value), Object.values(value));
}

/** Writes the canonical JSON of the second object with what the first has beside it, without making that object. */
export function putTogether(sheet: Sheet, one: object, other: object): void {
  const names = Object.keys(other).concat(Object.keys(one));
  // Of a name that is there twice the first counts.
  putItems(sheet, names, Object.values(other).concat(Object.values(one)));
}

function putItems(sheet: Sheet, names: readonly string[], items: readonly unknown[]): void {
  const start = sheet.end;
  for (const name of sortedNames(names)) {
    const item = items[name.place];
    if (item === undefined) continue;
    name.bytes ??= encoder.encode(`,${name.text}`);
    putBytes(sheet, name.bytes);
    putCanonical(sheet, item);
  }
  // The brace takes the place of the comma before the first item.
  if (sheet.end === start) putByte(sheet, openBrace);
  else sheet.bytes[start] = openBrace;
  putByte(sheet, closeBrace);
}

/** One for each UTF-16 unit that JSON writes as it stands there, in one byte. */
const plain = new Uint8Array(0x10000).fill(1, 0x20, 0x7f);
plain[quote] = 0;
plain[backslash] = 0;

/** Texts that are longer are left to the system's own writers. */
const shortText = 256;

/** Most texts are short and plain: they are looked at and copied in one walk. */
function putQuoted(sheet: Sheet, text: string): void {
  if (text.length > shortText || !putPlain(sheet, text)) putText(sheet, JSON.stringify(text));
}

function putPlain(sheet: Sheet, text: string): boolean {
  makeRoom(sheet, text.length + 2);
  const { bytes } = sheet;
  let { end } = sheet;
  bytes[end++] = quote;
  for (let place = 0; place < text.length; place++) {
    const unit = text.charCodeAt(place);
    if (plain[unit] !== 1) return false;
    bytes[end++] = unit;
  }
  bytes[end++] = quote;
  sheet.end = end;
  return true;
}

/** Writes a text as it is; one of ASCII alone takes no more room than it has letters. */
export function putText(sheet: Sheet, text: string): void {
  if (text.length > shortText || !putAscii(sheet, text)) putLong(sheet, text);
}

function putAscii(sheet: Sheet, text: string): boolean {
  makeRoom(sheet, text.length);
  const { bytes, end } = sheet;
  for (let place = 0; place < text.length; place++) {
    const unit = text.charCodeAt(place);
    if (unit > 0x7f) return false;
    bytes[end + place] = unit;
  }
  sheet.end = end + text.length;
  return true;
}

function putLong(sheet: Sheet, text: string): void {
  // No unit of UTF-16 takes more than three bytes.
  makeRoom(sheet, text.length * 3);
  sheet.end += encoder.encodeInto(text, sheet.bytes.subarray(sheet.end)).written;
}

/** Writes one byte. */
export function putByte(sheet: Sheet, byte: number): void {
  makeRoom(sheet, 1);
  sheet.bytes[sheet.end++] = byte;
}

/** Copied one by one, for they are few: a call of the system's own copier takes longer. */
function putBytes(sheet: Sheet, more: Uint8Array): void {
  makeRoom(sheet, more.length);
  const { bytes, end } = sheet;
  for (let place = 0; place < more.length; place++) bytes[end + place] = more[place] ?? 0;
  sheet.end = end + more.length;
}

function makeRoom(sheet: Sheet, more: number): void {
  if (sheet.end + more <= sheet.bytes.length) return;
  const wider = new Uint8Array(Math.max(sheet.end + more, sheet.bytes.length * 2));
  wider.set(sheet.bytes.subarray(0, sheet.end));
  sheet.bytes = wider;
}
