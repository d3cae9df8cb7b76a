/** Of so many things at least it is known what was noted last. */
const most = 256;

/**
 * Remembers something of the last things that were looked at, and keeps none of them alive. A weak map alone would do that too, but its table
 * has room for all that were noted between two great cleanings, and never gives it back.
 */
export class LastSeen<K extends object, V> {
  #now = new WeakMap<K, V>();
  #before = new WeakMap<K, V>();
  #count = 0;

  get(thing: K): V | undefined {
    return this.#now.get(thing) ?? this.#before.get(thing);
  }

  set(thing: K, value: V): void {
    if (++this.#count > most) {
      this.#before = this.#now;
      this.#now = new WeakMap();
      this.#count = 1;
    }
    this.#now.set(thing, value);
  }

  delete(thing: K): void {
    this.#now.delete(thing);
    this.#before.delete(thing);
  }
}
