/** The first and the last code point of a range. */
export type CodeRange = readonly [number, number];

const lastCode = 0x10ffff;

/** Every code point that is in none of the ranges. */
export function complement(ranges: readonly CodeRange[]): readonly CodeRange[] {
  const rest: CodeRange[] = [];
  let next = 0;
  for (const [low, high] of [...ranges].sort(([one], [other]) => one - other)) {
    if (low > next) rest.push([next, low - 1]);
    next = Math.max(next, high + 1);
  }
  if (next <= lastCode) rest.push([next, lastCode]);
  return rest;
}

const hex = (value: number): string => `\\x{${value.toString(16)}}`;

/** The ranges as a character, or a class, of RE2. */
export function rangesText(ranges: readonly CodeRange[]): string {
  const [only, second] = ranges;
  if (!only) return `[^${hex(0)}-${hex(lastCode)}]`;
  if (!second && only[0] === only[1]) return hex(only[0]);
  return `[${ranges.map(([low, high]) => (low === high ? hex(low) : `${hex(low)}-${hex(high)}`)).join("")}]`;
}
