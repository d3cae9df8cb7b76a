/** Things that are known by a number while they last; then the number is another one's. */
export interface Numbered<T> {
  readonly size: number;
  /** The number that the next thing gets. */
  next(): number;
  add(thing: T): void;
  get(number: number): T | undefined;
  /** Takes out this thing, if the number is still its own. */
  remove(number: number, thing: T): void;
  /** Gives all of them, and has none any more. */
  takeAll(): readonly T[];
  all(): readonly T[];
}

/** Begins without anything. A list and no map: the tables of a map hold on to what was in them for long after it is gone. */
export function createNumbered<T>(): Numbered<T> {
  const things: (T | undefined)[] = [];
  const free: number[] = [];
  let size = 0;
  const all = () => things.filter((thing) => thing !== undefined);
  return {
    get size() {
      return size;
    },
    next: () => free.at(-1) ?? things.length,
    add(thing) {
      const number = free.pop() ?? things.length;
      things[number] = thing;
      size++;
    },
    get: (number) => things[number],
    remove(number, thing) {
      if (things[number] !== thing) return;
      things[number] = undefined;
      free.push(number);
      size--;
    },
    takeAll() {
      const taken = all();
      things.length = 0;
      free.length = 0;
      size = 0;
      return taken;
    },
    all,
  };
}
