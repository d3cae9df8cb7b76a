import { type HelperProgram, openLink } from "./link.ts";

/** Starts a helper, hears its hello, and ends it; gives what is wrong with it, or null. */
export function helperProblem(program: HelperProgram): Promise<string | null> {
  return new Promise((resolve) => {
    let greeted = false;
    openLink(program, true, {
      ready(link) {
        greeted = true;
        link.close().then(() => resolve(null));
      },
      reply: () => {},
      ended: (why) => !greeted && resolve(why),
    });
  });
}
