import type { Replay } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { counted } from "../count.ts";
import type { Chosen } from "./chosen.ts";
import { emptyTally, type Tally, tallyOne } from "./tally.ts";
import { gatherWould, type Would } from "./would.ts";

/** What came out of a replay. */
export interface Done {
  readonly tally: Tally;
  readonly would: readonly Would[];
  /** Lines that hold no record. */
  readonly broken: number;
}

/** How often a person who waits is told how far it is. */
const everyMs = 200;

/** Judges the chosen events one after the other; memory stays flat, but for the differences that are kept. */
export async function judgeAll(
  replay: Replay,
  chosen: Chosen,
  limit: number,
  progress: boolean,
): Promise<Done> {
  const tally = emptyTally();
  const would = gatherWould();
  const known = new Set(replay.engine.hooks.map(({ id }) => id));
  let [broken, told] = [0, performance.now()];
  const onBroken = () => {
    broken++;
  };
  for (const { record, meant } of chosen.events(onBroken)) {
    const replayed = await replay.judge(record);
    if (!meant) continue;
    tallyOne(tally, record, replayed, limit);
    would.note(record, replayed, known);
    if (!progress || performance.now() - told < everyMs) continue;
    told = performance.now();
    writeWhole(2, `\r${counted(tally.events, "event")} …`);
  }
  if (progress) writeWhole(2, "\r\u001b[K");
  return { tally, would: would.all(), broken };
}
