/** How often a file that is followed is looked at. */
const everyMs = 250;

/** Takes Ctrl-C for the wish to end, from now on and whatever is going on. */
export function interruption(): AbortSignal {
  const wish = new AbortController();
  process.once("SIGINT", () => wish.abort());
  return wish.signal;
}

/** Calls `look` again and again until it gives false or the signal comes; the files are asked, since not every disk tells of changes. */
export function lookAgain(look: () => boolean, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearInterval(timer);
      settle();
    };
    const timer = setInterval(() => {
      try {
        if (!look()) end(resolve);
      } catch (error) {
        end(() => reject(error));
      }
    }, everyMs);
    signal.addEventListener("abort", () => end(resolve));
    if (signal.aborted) end(resolve);
  });
}
