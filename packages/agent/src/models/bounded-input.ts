/** Deeper than Hookline takes (it refuses such a call, with a reason), and shallow enough for all that walk through a message. */
const deepest = 600;

/** The same input if it is not too deep; else a copy that ends at a depth which is still refused. */
export function bounded<T extends object>(input: T): T {
  return isDeeper(input, deepest) ? cut(input, deepest) : input;
}

function isDeeper(value: unknown, left: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return left === 0 || Object.values(value).some((item) => isDeeper(item, left - 1));
}

function cut<T>(value: T, left: number): T;
function cut(value: unknown, left: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (left === 0) return null;
  if (Array.isArray(value)) return value.map((item) => cut(item, left - 1));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cut(item, left - 1)]));
}
