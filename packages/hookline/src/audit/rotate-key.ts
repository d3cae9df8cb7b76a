import { type Disk, realDisk } from "../system/disk.ts";
import { addKey, forgetKey, listKeys, privateKey, writerKeys } from "./keys.ts";
import { openChain } from "./open-chain.ts";
import { listChains } from "./places.ts";
import { ChainDamage } from "./recover.ts";

/** What a change of the key did. */
export interface KeyRotation {
  readonly before: string;
  readonly after: string;
  /** Chains that are signed with the new key now. */
  readonly changed: readonly string[];
  /** Chains that a living process writes: it changes the key at its next checkpoint. */
  readonly later: readonly string[];
  /** Chains that do not hold, and why: they are not written any more. */
  readonly refused: readonly { readonly chain: string; readonly why: string }[];
}

/** Makes a new key; each chain gets a note and a checkpoint that the old and the new key sign. Old private keys that nobody needs are removed. */
export function rotateKey(folder: string, { disk = realDisk }: { readonly disk?: Disk } = {}): KeyRotation {
  const before = writerKeys(folder, disk).current;
  const after = addKey(folder, disk);
  const keys = { ...writerKeys(folder, disk), current: after };
  const settings = {
    rotateBytes: Number.MAX_SAFE_INTEGER,
    checkpointEvery: Number.MAX_SAFE_INTEGER,
    sync: true,
  };
  const changed: string[] = [];
  const later: string[] = [];
  const refused: { chain: string; why: string }[] = [];
  let unsigned = false;
  for (const chain of listChains(folder)) {
    try {
      const writer = openChain({ folder, settings, keys, disk }, chain);
      if (!writer) {
        later.push(chain);
        continue;
      }
      try {
        writer.checkpoint();
        changed.push(chain);
      } finally {
        writer.close();
      }
    } catch (error) {
      // The next writer signs it, and needs the old key for that.
      unsigned ||= !(error instanceof ChainDamage);
      refused.push({ chain, why: error instanceof Error ? error.message : String(error) });
    }
  }
  if (later.length === 0 && !unsigned)
    for (const { key } of listKeys(folder).filter(({ current }) => !current))
      if (privateKey(folder, key)) forgetKey(folder, key, disk);
  return { before, after, changed, later, refused };
}
