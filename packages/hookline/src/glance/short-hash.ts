/** A hash that tells texts apart and guards nothing: FNV-1a over UTF-16 units, twice with different beginnings. */
export function shortHash(text: string): string {
  return half(text, 0x811c9dc5) + half(text, 0x3c6ef372);
}

function half(text: string, start: number): string {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** The hash of a variable's value; null if there is none. */
export function hashOf(value: string | undefined): string | null {
  return value === undefined ? null : shortHash(value);
}
