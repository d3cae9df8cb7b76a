/** Makes work that is asked for often happen one at a time, with a pause in between; all that is asked meanwhile is one more time. */
export function oneAtATime(pauseMs: number, work: () => Promise<void>): () => void {
  let busy = false;
  let again = false;
  const begin = async () => {
    busy = true;
    do {
      again = false;
      await work();
      await new Promise((done) => setTimeout(done, pauseMs).unref());
    } while (again);
    busy = false;
  };
  return () => {
    if (busy) again = true;
    else void begin().catch(() => {});
  };
}
