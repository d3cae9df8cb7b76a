/** True for an id that is certainly no secret: a short one, or a UUID. Read letter by letter: to compile a pattern takes longer. */
export function isPlainId(text: string): boolean {
  const { length } = text;
  if (length === 36) return every(text, (code, at) => (dashes.includes(at) ? code === dash : isHex(code)));
  return length > 0 && length <= 16 && every(text, isPlain);
}

const dash = 45;
const dashes = [8, 13, 18, 23];

function every(text: string, fits: (code: number, at: number) => boolean): boolean {
  for (let at = 0; at < text.length; at++) if (!fits(text.charCodeAt(at), at)) return false;
  return true;
}

function isHex(code: number): boolean {
  return isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 102);
}

/** A letter, a digit, a dash, a dot or a low line. */
function isPlain(code: number): boolean {
  return (
    isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 122) || code === dash || code === 46 || code === 95
  );
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
