/** How often a file that is followed is looked at. */
const everyMs = 250;

/** Calls `look` again and again until it gives false or somebody presses Ctrl-C; the files are asked, since not every disk tells of changes. */
export function lookAgain(look: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearInterval(timer);
      process.off("SIGINT", stop);
      settle();
    };
    const stop = () => end(resolve);
    const timer = setInterval(() => {
      try {
        if (!look()) end(resolve);
      } catch (error) {
        end(() => reject(error));
      }
    }, everyMs);
    process.on("SIGINT", stop);
  });
}
