/**
 * Things in the order in which they came. One that is taken out leaves nothing behind: the table of a set does, and when the machine has
 * moved such a table to where it cleans up rarely, what was in it lives on until then.
 */
export class Chain<T> {
  #first: Link<T> | null = null;
  #last: Link<T> | null = null;

  get isEmpty(): boolean {
    return this.#first === null;
  }

  /** Adds a thing; what comes back takes it out again. */
  add(thing: T): Link<T> {
    const link: Link<T> = { thing, before: this.#last, after: null, isIn: true };
    if (this.#last) this.#last.after = link;
    else this.#first = link;
    this.#last = link;
    return link;
  }

  /** Takes a thing out; false if that was done before. */
  remove(link: Link<T>): boolean {
    if (!link.isIn) return false;
    link.isIn = false;
    if (link.before) link.before.after = link.after;
    else this.#first = link.after;
    if (link.after) link.after.before = link.before;
    else this.#last = link.before;
    link.before = null;
    link.after = null;
    return true;
  }

  /** All that is in it now. */
  links(): readonly Link<T>[] {
    const links: Link<T>[] = [];
    for (let link = this.#first; link; link = link.after) links.push(link);
    return links;
  }
}

/** The place of a thing in its chain. */
export interface Link<T> {
  readonly thing: T;
  before: Link<T> | null;
  after: Link<T> | null;
  isIn: boolean;
}
