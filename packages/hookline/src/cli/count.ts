/** A number as people write it: `9,310`. */
export function count(value: number): string {
  return value.toLocaleString("en-US");
}

/** A number of things: `1 event`, `9,310 events`. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}
