import type { Writable } from "node:stream";
import { createLines, type LinesOptions } from "./lines.ts";
import { plainPaint } from "./paint.ts";
import { createPaper } from "./paper.ts";
import type { Show } from "./show.ts";
import { visible } from "./visible.ts";

/** A Show for `-p`: the final text on one stream, what hooks and the agent have to say on the other. */
export function createTextShow(stdout: Writable, stderr: Writable, options: LinesOptions = {}): Show {
  const answer = createPaper(stdout);
  const lines = createLines(createPaper(stderr), plainPaint, options);
  // Scripts read what the model wrote; a terminal would obey it.
  const seen = "isTTY" in stdout && stdout.isTTY === true ? visible : (text: string) => text;
  const say = (text: string) => answer.write(seen(text === "" || text.endsWith("\n") ? text : `${text}\n`));
  const nothing = () => {};
  return {
    ...lines,
    ...(options.verbose !== true && { begin: nothing, message: nothing, toolEnd: nothing }),
    text: nothing,
    page: say,
    result(result) {
      lines.result(result);
      if (result.subtype !== "error" && result.subtype !== "limit") say(result.text);
    },
  };
}
