import type { Writable } from "node:stream";
import { createLines, type LinesOptions } from "./lines.ts";
import { plainPaint } from "./paint.ts";
import { createPaper } from "./paper.ts";
import type { Show } from "./show.ts";

/** A Show for `-p`: the final text on one stream, what hooks and the agent have to say on the other. */
export function createTextShow(stdout: Writable, stderr: Writable, options: LinesOptions = {}): Show {
  const answer = createPaper(stdout);
  const lines = createLines(createPaper(stderr), plainPaint, options);
  const say = (text: string) => answer.write(text === "" || text.endsWith("\n") ? text : `${text}\n`);
  const nothing = () => {};
  return {
    ...lines,
    ...(options.verbose !== true && { begin: nothing, message: nothing, toolEnd: nothing }),
    // Nobody watches it being written, and what scripts read is what the model wrote.
    text: nothing,
    page: say,
    result(result) {
      lines.result(result);
      if (result.subtype !== "error") say(result.text);
    },
  };
}
