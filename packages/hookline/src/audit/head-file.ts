import { readAtStart } from "../system/read-start.ts";
import { type FoundSlot, type HeadSlot, readSlot, slotSize } from "./head.ts";
import type { Seal } from "./seal.ts";

/** A head as it was found. */
export type FoundHead =
  | { readonly state: "missing"; readonly sealed: boolean; readonly torn: false }
  | { readonly state: "edited"; readonly sealed: boolean; readonly torn: false }
  | {
      readonly state: "found";
      /** The last record that must be there. */
      readonly acknowledged: HeadSlot;
      /** The record that was being written after it, or null if none was. */
      readonly announced: HeadSlot | null;
      /** The highest count of the slots that are whole. */
      readonly count: number;
      /** Whether the seals were checked. */
      readonly sealed: boolean;
      /** One of the slots was half written. */
      readonly torn: boolean;
      /** The acknowledging one was: it is written again before anything else, for the other one is all that is left. */
      readonly unacknowledged: boolean;
    };

/** Reads a head. Where the acknowledgement is torn, the announced record was written whole before it: it must be there. */
export function readHead(path: string, seal: Seal | null): FoundHead {
  let found = readOnce(path, seal);
  // A head that is being written right now may be seen half.
  for (
    let again = 0;
    again < 3 && found.state !== "missing" && (found.torn || found.state === "edited");
    again++
  )
    found = readOnce(path, seal);
  return found;
}

function readOnce(path: string, seal: Seal | null): FoundHead {
  const sealed = seal !== null;
  const text = readAtStart(path, slotSize * 2 + 1)?.toString("latin1");
  if (text === undefined) return { state: "missing", sealed, torn: false };
  if (text.length !== slotSize * 2) return { state: "edited", sealed, torn: false };
  const first = readSlot(text.slice(0, slotSize), seal);
  const second = readSlot(text.slice(slotSize), seal);
  const edited = { state: "edited", sealed, torn: false } as const;
  if (first.state === "edited" || second.state === "edited") return edited;
  if (!canBeTorn(first, second) || !canBeTorn(second, first)) return edited;
  const [one, other] = [slotOf(first), slotOf(second)];
  const acknowledged = one ?? other;
  if (!acknowledged) return edited;
  const announced = one && other && other.seq === one.seq + 1 ? other : null;
  // An announcement runs ahead by one record at the most, and never behind the acknowledgement.
  if (one && other && !announced && other.seq !== one.seq) return edited;
  const torn = first.state.startsWith("torn") || second.state.startsWith("torn");
  // A slot that is torn is written again with the count that it was to have.
  const count = Math.max(one?.count ?? 0, other?.count ?? 0);
  const unacknowledged = first.state.startsWith("torn");
  return { state: "found", acknowledged, announced, count, sealed, torn, unacknowledged };
}

/** A writer that stops in a slot was at the next count of the two; a count that is further ahead was put there. */
function canBeTorn(found: FoundSlot, other: FoundSlot): boolean {
  if (found.state !== "torn") return true;
  return found.count <= Math.max(slotOf(other)?.count ?? 0, found.oldCount) + 1;
}

function slotOf(found: FoundSlot): HeadSlot | null {
  return "slot" in found ? found.slot : null;
}
