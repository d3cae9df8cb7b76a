/** So many names are remembered of each table. */
const kept = 1_000;

/**
 * Finds the row of a name in a table of rows, each under its names; of two rows with one name the last counts. It is looked for when
 * somebody asks: a command names few of the many programs that are known.
 */
export function namedRows<T>(
  table: readonly (readonly [names: string, row: T])[],
): (name: string) => T | undefined {
  const found = new Map<string, T | undefined>();
  return (name) => {
    if (found.has(name)) return found.get(name);
    const isWord = name !== "" && !name.includes(" ");
    const row = isWord ? table.findLast(([names]) => ` ${names} `.includes(` ${name} `))?.[1] : undefined;
    if (found.size < kept) found.set(name, row);
    return row;
  };
}
