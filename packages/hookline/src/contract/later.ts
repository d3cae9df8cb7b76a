/** Makes a value when somebody first asks for it, and once: most processes ask for little of all that is known here. */
export function later<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
