/** Does something for each item, three at a time; the results come in the items' order. */
export async function several<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await act(items[at] as T);
  };
  await Promise.all([work(), work(), work()]);
  return results;
}

/** What must never reach a person. */
export const stack = /^\s+at .*[:(]\d+/m;
