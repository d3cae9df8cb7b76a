import type { JudgeRoom } from "../glance/index.ts";
import { writeWhole } from "../system/standard-streams.ts";
import { quick } from "./quick.ts";

/** The rest of the command, which is loaded when it is asked for. */
export interface Rest {
  judge(): JudgeRoom;
  main(): { main(words: readonly string[], stdin?: string): Promise<number> };
  /** Keeps what V8 has compiled of some of them for the processes that follow. */
  keep(scripts: readonly LoadedScript[]): void;
  readonly scripts: readonly LoadedScript[];
}

/** A file of the bundle that has been loaded: when what is kept of it was written, and how often before; never if nothing was of use. */
export interface LoadedScript {
  readonly at: number;
  readonly times: number;
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
  // Asked before anything is kept, so that the answer is kept as well.
  const out = atOnce && !process.env.NODE_V8_COVERAGE && hasWayOut(process) ? process : null;
  const luck = Math.random();
  const due = rest.scripts.filter((one) => isDue(one, luck));
  if (due.length > 0) rest.keep(due);
  out?.reallyExit(status);
  process.exit(status);
}

/** The first calls differ: one asks the engine, the next takes a glance. */
const firstTimes = 5;

/** Each time at first, then more often while what is kept is new, seldom later: it takes longer than all the rest. */
function isDue({ at, times }: LoadedScript, luck: number): boolean {
  return times < firstTimes || luck <= (Date.now() - at < 120_000 ? 0.06 : 0.01);
}

function hasWayOut(own: object): own is { reallyExit(status: number): void } {
  return "reallyExit" in own && typeof own.reallyExit === "function";
}
