/** Remembers what was said lately, so that one thing is not said twice. */
export interface Recent {
  /** Notes sentences as said. */
  add(...texts: readonly string[]): void;
  has(text: string): boolean;
}

/** Makes a memory for this many sentences. */
export function createRecent(size = 40): Recent {
  const said: string[] = [];
  return {
    add(...texts) {
      for (const text of texts) if (text !== "") said.push(text);
      said.splice(0, said.length - size);
    },
    has: (text) => said.includes(text),
  };
}
