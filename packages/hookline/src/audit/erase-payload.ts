import { HooklineError } from "../contract/errors.ts";
import { type Disk, realDisk } from "../system/disk.ts";
import { ownNote } from "./actor.ts";
import { openFreeChain } from "./free-chain.ts";
import { writerKeys } from "./keys.ts";
import { openChain } from "./open-chain.ts";
import { payloadPath, readPayload, tombstone } from "./payloads.ts";
import { readChain } from "./read-chain.ts";
import { ChainDamage } from "./recover.ts";

/** What an erasure did: in which chain the note stands. */
export interface Erasure {
  readonly chain: string;
  readonly seq: number;
  readonly noteIn: string;
}

/** Puts a tombstone in the place of a record's payload, and a note in the chain first (in another one if a living process writes this one). */
export function erasePayload(
  folder: string,
  chain: string,
  seq: number,
  reason: string,
  { disk = realDisk }: { readonly disk?: Disk } = {},
): Erasure {
  const [found] = readChain(folder, chain, { fromSeq: seq });
  const no = (text: string): never => {
    throw new HooklineError("audit-unreadable", text);
  };
  if (!found || found.record.seq !== seq) return no(`there is no record ${seq} in ${chain}`);
  const { payload } = found.record;
  if (payload?.how !== "salted") return no(`no payload is kept for record ${seq} of ${chain}`);
  const kept = readPayload(folder, chain, payload);
  if (kept.state === "erased") return no(`the payload of record ${seq} was erased already (${kept.time})`);
  const keys = writerKeys(folder, disk);
  const settings = {
    rotateBytes: Number.MAX_SAFE_INTEGER,
    checkpointEvery: Number.MAX_SAFE_INTEGER,
    sync: true,
  };
  const request = { folder, settings, keys, disk };
  const writer = ownOrFree();
  try {
    writer.append(ownNote("payload-erased", { chain, seq, digest: payload.digest, reason }), null);
    disk.replace(payloadPath(folder, chain, payload), tombstone(seq, new Date().toISOString(), reason));
    return { chain, seq, noteIn: writer.chain };
  } finally {
    writer.close();
  }

  function ownOrFree() {
    try {
      const own = openChain(request, chain);
      if (own) return own;
    } catch (error) {
      if (!(error instanceof ChainDamage)) throw error;
    }
    return openFreeChain(request, chain.replace(/\.\d+$/, ""));
  }
}
