import type { JudgeRoom } from "../glance/index.ts";
import { writeWhole } from "../system/standard-streams.ts";
import { quick } from "./quick.ts";

/** The rest of the command, which is loaded when it is asked for. */
export interface Rest {
  judge(): JudgeRoom;
  main(): { main(words: readonly string[], stdin?: string): Promise<number> };
  /** Keeps what V8 has compiled in this process for those that follow. */
  keep(): void;
  /** What has been loaded: how large what was kept of it is (0 if nothing was of use), and when it was written. */
  readonly scripts: readonly { readonly size: number; readonly at: number }[];
}

/** Runs a verb and ends the process with its status. */
export function start(words: readonly string[], rest: Rest): void {
  const isFire = words[0] === "fire";
  const answer = isFire ? quick(words, rest.judge) : { stdin: undefined };
  if (typeof answer === "number") {
    end(answer, rest, true);
    return;
  }
  // If there is nothing left to wait for and no answer, something was lost: that must not look as if all were well.
  process.on("beforeExit", () => {
    writeWhole(2, lost);
    process.exit(isFire ? 2 : 1);
  });
  const { main } = rest.main();
  void main(words, answer.stdin).then((status) => end(status, rest, false));
}

const lost =
  "hookline ended before it had an answer: this is a mistake of Hookline's, please tell its makers\n";

/** Ends the process; now and then, what V8 has compiled in it is kept. At once if nothing that was loaded waits for the end: to ask who does takes a while. */
function end(status: number, rest: Rest, atOnce: boolean): void {
  const luck = Math.random();
  // More often while what is kept is new, seldom later: it takes longer than the rest.
  const isDue = ({ size, at }: Rest["scripts"][number]) =>
    size === 0 || luck <= (Date.now() - at < 120_000 ? 0.06 : 0.01);
  if (rest.scripts.some(isDue)) rest.keep();
  if (atOnce && hasWayOut(process) && !process.env.NODE_V8_COVERAGE) process.reallyExit(status);
  process.exit(status);
}

function hasWayOut(own: object): own is { reallyExit(status: number): void } {
  return "reallyExit" in own && typeof own.reallyExit === "function";
}
